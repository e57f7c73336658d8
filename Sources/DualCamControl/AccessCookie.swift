import Soup

/// The cookie for pages that an endpoint serves itself, whose pictures, videos and downloads cannot send a token in a
/// header.
///
/// The cookie allows only reading. It holds a value derived from the token, not the token itself. Browsers send cookies
/// to every port of a host, where programs of other users may listen.
struct AccessCookie: Sendable, Equatable {
    static let name = "dualcam"
    static let path = "/api/v1"

    private let value: AccessToken
    private let isEncrypted: Bool

    init(for token: AccessToken, isEncrypted: Bool) {
        (value, self.isEncrypted) = (token.derived(for: "cookie"), isEncrypted)
    }

    /// The header that sets the cookie in a browser (RFC 6265) until the browser is closed.
    var field: WebField {
        let security = isEncrypted ? "; Secure" : ""
        return WebField(
            "Set-Cookie", "\(Self.name)=\(value.text); HttpOnly; SameSite=Strict; Path=\(Self.path)\(security)")
    }

    /// Returns true if a request shows the cookie, only reads, and cannot come from another server's page. Browsers
    /// send `Sec-Fetch-Site` wherever the cookie may go without `Secure`. Programs that do not send it do not send
    /// cookies by themselves either.
    func isShown(in head: WebHead) -> Bool {
        let isReading = ["GET", "HEAD"].contains(head.method) && head.values(of: "upgrade").isEmpty
        let isOwn = head.values(of: "sec-fetch-site").allSatisfy { ["same-origin", "none"].contains($0) }
        let given = head.values(of: "cookie").flatMap(Self.values)
        return isReading && isOwn && given.count == 1 && value.matches(given[0])
    }

    private static func values(in header: String) -> [String] {
        header.split(separator: ";").compactMap { part in
            let pair = part.drop { $0 == " " }
            return pair.hasPrefix(name + "=") ? String(pair.dropFirst(name.count + 1)) : nil
        }
    }
}
