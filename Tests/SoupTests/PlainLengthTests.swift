import Soup
import Testing

/// The length of a body must be given once and clearly, so that nothing after it is taken for another request.
@Suite struct PlainLengthTests {
    /// libsoup itself refuses some of these.
    @Test(
        arguments: [
            ("Content-Length: 5\r\nContent-Length: 6", 400), ("Content-Length: 5\r\nContent-Length: 5", 400),
            ("Content-Length: 5, 5", 400), ("Content-Length: +5", 400),
            ("Content-Length: 0x5", 400), ("Content-Length: 5 6", 400),
            ("Content-Length: 5\r\nTransfer-Encoding: chunked", 400), ("Transfer-Encoding: gzip, chunked", 501),
            ("Transfer-Encoding: identity", 400),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400),
            // libsoup ignores these lines.
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

    /// Heads after other requests in the same piece are checked too, and each answer belongs to its request.
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

    /// libsoup decides where a chunked body ends, so nothing after it is accepted.
    @Test func aChunkedBodyIsTheLast() async throws {
        let answer = try await answer(
            to: "Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.split(separator: "HTTP/1.1 ").count == 1, "\(answer)")
    }

    /// libsoup would wait for bodies that do not come. Each of these requests is answered before that, and the
    /// connection is closed. The server's own limits are longer than the client waits.
    @Test(
        arguments: [
            ("POST", "Content-Length: -1", "", 400), ("GET", "Content-Length: -1", "", 400),
            ("GET", "Content-Length: 0\r\nContent-Length: 5", "", 400),
            ("GET", "Content-Length: 5\r\nContent-Length: 0", "", 400),
            ("POST", "Content-Length: 5\r\nContent-Length: 6", "hello", 400), ("GET", "Content-Length: +5", "", 400),
            ("POST", "Content-Length: 99999999999999999999", "hello", 400),
            ("GET", "Content-Length: 18446744073709551630", "", 400),
            ("POST", "Content-Length: 99999999", "hello", 413), ("GET", "Content-Length: 99999999", "", 413),
            ("POST", "Content-Length: 5\r\nTransfer-Encoding: chunked", "", 400),
            ("GET", "Transfer-Encoding: Chunked\r\nContent-Length: 5", "", 400),
            ("POST", "Transfer-Encoding: chunked", "0xe\r\n", 400),
            ("POST", "Transfer-Encoding: chunked", "+5\r\nhello", 400),
            ("POST", "Transfer-Encoding: chunked", "5\r\nhello\r\n5 5\r\nhello\r\n0\r\n\r\n", 400),
            ("POST", "Transfer-Encoding: chunked", "fffffff\r\nhello", 413),
            ("GET", "X: " + String(repeating: "a", count: 100_000), "", 431),
            // libsoup would read such a head to its end.
            ("GET", "X: " + String(repeating: "a", count: 62_000), "", 431),
        ])
    func isAnsweredAtOnce(method: String, lines: String, body: String, status: Int) async throws {
        for isSplit in [false, true] {
            let served = try await Served()
            let client = try served.client()
            let head = "\(method) /a HTTP/1.1\r\nHost: x\r\n\(lines)\r\n\r\n"
            client.send(isSplit ? head : head + body)
            if isSplit, !body.isEmpty {
                // libsoup handles data in the same piece as the head differently from later data. If the head alone is
                // refused, the connection may already be closed before the check.
                let end = ContinuousClock.now + .seconds(5)
                while await served.server.connectionCount < 1, .now < end { await Task.yield() }
                client.send(body)
            }
            let answer = try #require(await client.receiveAll())
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(answer.split(separator: "HTTP/1.1 ").count == 1, "\(answer)")
            await served.close()
        }
    }

    /// A client without access is answered as quickly.
    @Test func aStrangerDoesNotWait() async throws {
        let served = try await Served()
        let client = try served.client()
        client.send("POST /secret HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n")
        #expect(await client.receiveAll()?.hasPrefix("HTTP/1.1 401 ") == true)
        await served.close()
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
