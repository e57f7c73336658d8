import DualCamPage
import Soup

/// The routes that serve the control page's files. The files reveal nothing about the recording and need no token.
enum PageRoutes {
    /// The first components of the URL paths that the control page's script interprets itself. The server returns the
    /// page's main file for all of them.
    private static let places: Set<String> = ["takes", "settings"]

    /// Returns true if the request's path names a file of the control page, regardless of the HTTP method.
    static func serve(_ head: WebHead) -> Bool { file(head) != nil }

    /// Returns the response to a request for a file of the control page; `nil` if the path is not that of such a file.
    static func response(to head: WebHead) throws(RouteRefusal) -> WebResponse? {
        guard let file = file(head) else { return nil }
        guard ["GET", "HEAD"].contains(head.method) else { throw .method("GET, HEAD") }
        let tag = "\"\(file.tag)\""
        let caching = file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        var fields = headers + [WebField("ETag", tag), WebField("Cache-Control", caching)]
        // A tag that a proxy has made weak still denotes the same bytes here (RFC 9110, section 13.1.2).
        let known = head.values(of: "if-none-match").flatMap { $0.split(separator: ",") }
        if known.contains(where: { $0.contains(tag) || $0 == "*" }) {
            return WebResponse(304, type: file.type, fields: fields, body: [])
        }
        fields.append(WebField("Vary", "Accept-Encoding"))
        guard let gzip = file.gzip, acceptsGzip(head) else {
            return WebResponse(200, type: file.type, fields: fields, body: file.plain)
        }
        return WebResponse(200, type: file.type, fields: fields + [WebField("Content-Encoding", "gzip")], body: gzip)
    }

    private static func file(_ head: WebHead) -> PageFile? {
        guard let segments = head.segments else { return nil }
        if segments.isEmpty || places.contains(segments[0]) { return PageFile.all["/"] }
        return PageFile.all["/" + segments.joined(separator: "/")]
    }

    /// Returns true if a request's client accepts gzip. `gzip;q=0` rejects gzip (RFC 9110, section 12.5.3).
    private static func acceptsGzip(_ head: WebHead) -> Bool {
        head.values(of: "accept-encoding").flatMap { $0.lowercased().split(separator: ",") }.contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            guard parts.first == "gzip" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }

    /// The content security policy of the control page. It forbids content from other servers, inline content, and
    /// embedding in frames of other pages.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
        "media-src 'self' blob:", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
        "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
    ]

    private static let headers = [
        WebField("Content-Security-Policy", policy.joined(separator: "; ")),
        WebField("X-Content-Type-Options", "nosniff"), WebField("Referrer-Policy", "no-referrer"),
        WebField("Cross-Origin-Resource-Policy", "same-origin"),
        WebField("Cross-Origin-Opener-Policy", "same-origin"),
    ]
}
