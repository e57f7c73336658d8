import Soup

/// The cookie of an endpoint's own page, whose pictures, videos and downloads cannot show a token by a header.
///
/// It lets its client look, and nothing else: it holds what was made of the token and not the token itself, because cookies go to every
/// port of a host, and programs of other users may listen there.
struct AccessCookie: Sendable, Equatable {
    static let name = "dualcam"
    static let path = "/api/v1"

    private let value: AccessToken
    private let isEncrypted: Bool

    init(for token: AccessToken, isEncrypted: Bool) {
        (value, self.isEncrypted) = (token.derived(for: "cookie"), isEncrypted)
    }

    /// The header that gives it to a browser (RFC 6265), until that is closed.
    var field: WebField {
        let security = isEncrypted ? "; Secure" : ""
        return WebField(
            "Set-Cookie", "\(Self.name)=\(value.text); HttpOnly; SameSite=Strict; Path=\(Self.path)\(security)")
    }

    /// Returns true when a request shows it that only reads, and that no page but the endpoint's own can have made. Browsers send
    /// `Sec-Fetch-Site` wherever the cookie may go without `Secure`; programs that do not, send no cookies of themselves.
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
