import Soup

/// The cookie that authorises the control page to load pictures, videos and downloads, because such requests cannot
/// carry a token in a header.
///
/// The cookie grants read access only. It contains a value derived from the token, not the token itself, because
/// browsers send cookies to every port of a host, where other users' programs may listen.
struct AccessCookie: Sendable, Equatable {
    static let name = "dualcam"
    static let path = "/api/v1"

    private let value: AccessToken
    private let isEncrypted: Bool

    init(for token: AccessToken, isEncrypted: Bool) {
        (value, self.isEncrypted) = (token.derived(for: "cookie"), isEncrypted)
    }

    /// The `Set-Cookie` header field that stores the cookie in a browser until the browser is closed (RFC 6265).
    var field: WebField {
        let security = isEncrypted ? "; Secure" : ""
        return WebField(
            "Set-Cookie", "\(Self.name)=\(value.text); HttpOnly; SameSite=Strict; Path=\(Self.path)\(security)")
    }

    /// Returns true if a request contains exactly one such cookie with the right value, only reads (GET or HEAD, no
    /// WebSocket), and cannot come from another server's page. Browsers send `Sec-Fetch-Site` whenever they send a
    /// cookie without the `Secure` attribute. Programs that do not send this field do not send cookies automatically,
    /// either.
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
