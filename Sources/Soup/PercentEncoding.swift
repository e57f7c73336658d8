internal import CGStreamer

/// Paths and queries of URIs (RFC 3986).
package enum PercentEncoding {
    /// The parts of a path; `nil` where one is no text.
    static func segments(of path: String) -> [String]? {
        decoded(path.split(separator: "/").map(String.init))
    }

    /// `a=1&b=2`; `nil` where a part is no text.
    static func fields(of query: String) -> [WebField]? {
        var fields: [WebField] = []
        for part in query.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let texts = decoded(halves), let name = texts.first else { return nil }
            fields.append(WebField(name, texts.count > 1 ? texts[1] : ""))
        }
        return fields
    }

    private static func decoded(_ parts: [String]) -> [String]? {
        let texts = parts.compactMap { part -> String? in
            guard let text = g_uri_unescape_string(part, nil) else { return nil }
            defer { g_free(text) }
            return String(validatingCString: text)
        }
        return texts.count == parts.count ? texts : nil
    }

    /// Returns a text as a segment of a path, or as a fragment: letters, digits and `-._~` stay.
    package static func encoded(_ text: String) -> String {
        guard let encoded = g_uri_escape_string(text, nil, 0) else { return "" }
        defer { g_free(encoded) }
        return String(cString: encoded)
    }
}
