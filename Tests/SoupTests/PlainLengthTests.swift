import Soup
import Testing

/// The length of a body must be said once and plainly: nothing of what follows is taken for another request.
@Suite struct PlainLengthTests {
    /// libsoup itself refuses some of them.
    @Test(
        arguments: [
            ("Content-Length: 5\r\nContent-Length: 6", 400), ("Content-Length: 5\r\nContent-Length: 5", 400),
            ("Content-Length: 5, 5", 400), ("Content-Length: +5", 400),
            ("Content-Length: 0x5", 400), ("Content-Length: 5 6", 400),
            ("Content-Length: 5\r\nTransfer-Encoding: chunked", 400), ("Transfer-Encoding: gzip, chunked", 501),
            ("Transfer-Encoding: identity", 400),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400),
            // libsoup leaves these lines out.
            ("Content-Length : 5", 400), ("Transfer-Encoding\t: chunked", 400), (" Content-Length: 5", 400),
            ("Content-Length 5", 400), ("X: a\rContent-Length: 5", 400),
        ])
    func isUnclear(lines: String, status: Int) async throws {
        let answer = try await answer(to: lines, "5\r\nhello\r\n0\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.split(separator: "HTTP/1.1 ").count == 1, "\(answer)")
    }

    @Test(
        arguments: [("Content-Length: 5", "hello"), ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n")])
    func isPlain(lines: String, body: String) async throws {
        let answer = try await answer(to: lines + "\r\nConnection: close", body)
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
    }

    /// Heads behind others in one piece are judged, too, and each answer belongs to its request.
    @Test func isFoundBehindOthers() async throws {
        let served = try await Served()
        let client = try served.client()
        let good = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\nA : b\r\n\r\n"
        client.send(good + good + "GET /b HTTP/1.1\r\nHost : x\r\n\r\n" + good)
        let answer = try #require(await client.receiveAll())
        let statuses = answer.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
        #expect(statuses == ["200", "200", "400"], "\(answer)")
        await served.close()
    }

    /// Where a body ends that comes in chunks is libsoup's to say: nothing is taken behind it.
    @Test func aChunkedBodyIsTheLast() async throws {
        let answer = try await answer(
            to: "Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.split(separator: "HTTP/1.1 ").count == 1, "\(answer)")
    }

    private func answer(to lines: String, _ body: String) async throws -> String {
        let served = try await Served()
        let client = try served.client()
        client.send("POST /a HTTP/1.1\r\nHost: x\r\n\(lines)\r\n\r\n\(body)")
        let answer = await client.receiveAll()
        await served.close()
        return try #require(answer)
    }
}
