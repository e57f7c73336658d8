import Testing

@testable import Soup

/// The validity of heads, whatever libsoup ignores in them, and the position of the next head.
@Suite struct RequestHeadTests {
    private static let end = "Host: x\r\n\r\n"

    /// Returns whether the heads are valid, for the text in one piece and byte by byte.
    private func verdicts(_ text: String, _ count: Int) -> [[Bool]] {
        [max(1, text.utf8.count), 1].map { size in
            var heads = RequestHeads()
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { heads.append($0) }
            }
            return (0..<count).map { _ in heads.nextVerdict() }
        }
    }

    @Test(
        arguments: [
            "Content-Length : 5", "Content-Length\t: 5", " Content-Length: 5", "X: a\r\n b", "nothing", ": 5",
            "Content-Length\u{B}: 5", "Content-Length\0: 5", "Content-\u{E9}: 5", "X: a\rContent-Length: 5",
            "Transfer-Encoding : chunked", "X(: 5", "X\r: 5", "X: a\r",
        ])
    func isUnclear(line: String) {
        for verdict in verdicts("POST / HTTP/1.1\r\n\(line)\r\n\(Self.end)", 1) { #expect(verdict == [false]) }
    }

    @Test(
        arguments: [
            "X:", "X:a", "x-A_b.1!#$%&'*+^`|~: a:b", "Cookie: \u{E9} : ,", "X: " + String(repeating: "a", count: 9000),
        ])
    func isClear(line: String) {
        for verdict in verdicts("GET / HTTP/1.1\r\n\(line)\r\n\(Self.end)", 1) { #expect(verdict == [true]) }
    }

    /// A body is not taken for a head, whatever it contains, and the next head is found after it.
    @Test func bodiesAreSkipped() {
        let body = "a : b\r\n\r\nGET / HTTP/1.1\r\nc : d\r\n\r\n"
        let post = "\r\n\r\nPOST / HTTP/1.1\r\nContent-length:  \(body.utf8.count) \r\n\(Self.end)\(body)"
        let bad = "GET / HTTP/1.1\nA : b\n\n"
        for verdict in verdicts(post + post + bad + "GET / HTTP/1.1\r\n\r\nGET", 5) {
            #expect(verdict == [true, true, false, true, false])
        }
    }

    /// After these headers, the start of the next head is unknown.
    @Test(arguments: ["Transfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5, 5"])
    func isLost(lines: String) {
        var heads = RequestHeads()
        let text = "POST / HTTP/1.1\r\n\(lines)\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n"
        Array(text.utf8).withUnsafeBytes { heads.append($0) }
        #expect(heads.nextVerdict() && heads.isLost && !heads.nextVerdict())
    }

    /// Returns the errors, for the text in one piece and byte by byte.
    private func faults(_ text: String) -> [RequestHeads.Fault?] {
        let bytes = Array(text.utf8)
        return [max(1, bytes.count), 1].map { size in
            var heads = RequestHeads()
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { heads.append($0) }
            }
            return heads.fault
        }
    }

    private static let chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test(
        arguments: [
            "0x5\r\n", "+5\r\n", "-5\r\n", " 5\r\n", "5 5\r\n", "5 \r\n", "5_0\r\n", "\r\n", "g\r\n", "5\n",
            "5;x=\n\r\n",
            "ffffffffffffffff\r\n", "0000000000005\r\n", "5\tx\r\n", "5\rx\r\n", "5,5\r\n", "٥\r\n",
            // After a chunk there must be the end of a line, and nothing else.
            "5\r\nhellox\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello\r\n0x0\r\n\r\n",
            // A chunk size without an end.
            String(repeating: "5", count: 300), "5;" + String(repeating: "a", count: 300),
        ])
    func isNoChunk(body: String) { for fault in faults(Self.chunked + body) { #expect(fault == .chunk) } }

    @Test(
        arguments: [
            "5\r\nhello\r\n0\r\n\r\n", "00A\r\n0123456789\r\n0;a=b\r\nX: y\r\n\r\n", "5 ;a\r\nhe\rlo\r\n", "5",
            "5\r\nhello\r\n0\r\n\r\n0xe\r\n",
        ])
    func isChunked(body: String) { for fault in faults(Self.chunked + body) { #expect(fault == nil) } }

    @Test func chunksAreCountedBeforeTheyCome() {
        var heads = RequestHeads()
        Array((Self.chunked + "5\r\nhello\r\nfffff\r\n").utf8).withUnsafeBytes { heads.append($0) }
        #expect(heads.announced == 5 + 0xfffff && heads.fault == nil)
    }

    @Test(arguments: ["GET /", "GET / HTTP/1.1\r\nX: ", "GET / HTTP/1.1\r\nX: a\r\n"])
    func aHeadHasAnEnd(start: String) {
        let more = start.hasSuffix("\n") ? "X: a\r\n" : "aaaaaa"
        let long = start + String(repeating: more, count: WebLimits.longestHead / more.utf8.count)
        for fault in faults(long + more) { #expect(fault == .endlessHead) }
        let head = "GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 50_000))\r\n\r\n"
        for fault in faults(head + head + head) { #expect(fault == nil) }
    }

    @Test func nothingIsJudgedBeforeItsEnd() {
        #expect(verdicts("GET / HTTP/1.1\r\nHost: x\r\n", 1) == [[false], [false]])
        #expect(verdicts("", 1).allSatisfy { $0 == [false] })
    }
}
