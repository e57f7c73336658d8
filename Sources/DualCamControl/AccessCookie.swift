import Soup

/// The cookie that authorises the control page's pictures, videos and downloads, which cannot send a token in a header.
///
/// The cookie allows only reading. It contains a value derived from the token, not the token itself. Browsers send
/// cookies to every port of a host, where programs of other users may listen.
struct AccessCookie: Sendable, Equatable {
    static let name = "dualcam"
    static let path = "/api/v1"

    private let value: AccessToken
    private let isEncrypted: Bool

    init(for token: AccessToken, isEncrypted: Bool) {
        (value, self.isEncrypted) = (token.derived(for: "cookie"), isEncrypted)
    }

    /// The header field that sets the cookie in a browser until the browser is closed (RFC 6265).
    var field: WebField {
        let security = isEncrypted ? "; Secure" : ""
        return WebField(
            "Set-Cookie", "\(Self.name)=\(value.text); HttpOnly; SameSite=Strict; Path=\(Self.path)\(security)")
    }

    /// Returns true if a request contains the cookie, only reads, and cannot come from another server's page. Browsers
    /// send `Sec-Fetch-Site` in every case in which they send the cookie without `Secure`. Programs that do not send
    /// this field do not send cookies by themselves, either.
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
