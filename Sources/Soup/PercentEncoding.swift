/// Paths and queries of URIs (RFC 3986).
enum PercentEncoding {
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
        let texts = parts.compactMap(text)
        return texts.count == parts.count ? texts : nil
    }

    private static func text(_ part: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(part.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0, !digits.hasPrefix("+")
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
