extension WebHead {
    /// True if the request has no body, or states the length of its body exactly once and unambiguously.
    ///
    /// Otherwise, a proxy could interpret the length differently from this server and treat a part of one request as
    /// the next request.
    var hasPlainLength: Bool {
        let lengths = values(of: "content-length")
        let codings = values(of: "transfer-encoding")
        if !codings.isEmpty { return lengths.isEmpty && codings.count == 1 && codings[0].lowercased() == "chunked" }
        guard let length = lengths.first else { return true }
        return lengths.count == 1 && (1...18).contains(length.utf8.count)
            && length.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
