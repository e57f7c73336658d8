import Soup
import Testing

@Suite struct WebServerTests {
    private static let upgrade = """
        GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """

    @Test(
        arguments: [
            ("GET /a/b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "200 OK", #"GET ["a", "b"] "#),
            ("GET /a HTTP/1.0\r\n\r\n", "200 OK", #"GET ["a"] "#),
            ("GET /a%2520b/%23%3f HTTP/1.0\r\n\r\n", "200 OK", ##"GET ["a%20b", "#?"] "##),
            (
                "POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc", "200 OK",
                #"POST ["a"] abc"#
            ),
            ("GET /no HTTP/1.1\r\nHost: x\r\n\r\n", "403 Forbidden", "no"),
            (
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n{70000}",
                "413", "0"
            ),
            (
                "POST /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 300000\r\n\r\n{300000}",
                "200 OK", "x"
            ),
            (
                "POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 300001\r\n\r\n{300001}", "413", "300000"
            ),
            (
                "POST /large HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n493E1\r\n{300001}\r\n0\r\n\r\n",
                "413", "300000"
            ),
            ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nabc", nil, ""),
            ("GET /{70000} HTTP/1.1\r\nHost: x\r\n\r\n", nil, ""),
            ("GET / HTTP/9.9\r\n\r\n", "", ""), ("\u{1}\u{2}\u{3}\r\n\r\n", "", ""), ("\r\n\r\n\r\n", nil, ""),
        ] as [(String, String?, String)])
    func requests(text: String, status: String?, body: String) async throws {
        let text = text.replacing(/\{(\d+)\}/) { String(repeating: "x", count: Int($0.1) ?? 0) }
        var limits = WebLimits.patient
        limits.first = .milliseconds(200)
        let served = try await Served(limits)
        let client = try served.client()
        client.send(text)
        let answer = try #require(await client.receiveAll())
        if let status { #expect(answer.hasPrefix("HTTP/1.") && answer.contains(" \(status)"), "\(answer)") }
        #expect(answer.hasSuffix(body), "\(answer)")
        #expect(await served.isDeserted())
        await served.close()
    }

    /// More clients than the limit, one after the other: each place is free again once its client is gone.
    @Test func aConnectionServesManyRequestsAndLeavesNothing() async throws {
        var limits = WebLimits.patient
        limits.connections = 3
        let served = try await Served(limits)
        for _ in 0..<8 {
            let client = try served.client()
            for number in 0..<20 {
                client.send("POST /\(number) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok")
                #expect(await client.receive(upTo: "POST [\"\(number)\"] ok")?.hasPrefix("HTTP/1.1 200 OK") == true)
            }
            #expect(await served.server.connectionCount == 1)
            client.hangUp()
            #expect(await served.isDeserted())
        }
        await served.close()
    }

    @Test func whoIsSlowIsCut() async throws {
        var limits = WebLimits.patient
        (limits.first, limits.idle) = (.milliseconds(100), .milliseconds(100))
        let served = try await Served(limits)
        let clients = try [served.client(), served.client(), served.client()]
        clients[1].send("GET / HT")
        clients[2].send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await clients[0].receiveAll() == "")
        #expect(await clients[1].receiveAll() == "")
        #expect(await clients[2].receiveAll()?.hasSuffix(#"GET ["late"] "#) == true)
        let last = try served.client()
        last.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\nGET /")
        let pipelined = await last.receiveAll() ?? ""
        #expect(pipelined.contains(#"GET ["1"] HTTP/1.1 200 OK"#) && pipelined.contains(#"GET ["2"] "#), "\(pipelined)")
        #expect(await served.isDeserted())
        await served.close()
    }

    /// WebSockets are not closed to make room, however long they have been silent.
    @Test func thereIsAnEndOfConnections() async throws {
        var limits = WebLimits.patient
        limits.connections = 2
        let served = try await Served(limits)
        let clients = try [served.client(), served.client()]
        for client in clients {
            client.send(Self.upgrade)
            #expect(await client.receive()?.hasPrefix("HTTP/1.1 101") == true)
        }
        #expect(try await served.client().receiveAll() == "")
        #expect(await served.server.connectionCount == 2)
        await served.close()
    }

    @Test func thereIsAnEndOfRequests() async throws {
        var limits = WebLimits.patient
        limits.requestsOfOne = RateLimit(each: .seconds(3600), burst: 1)
        let served = try await Served(limits)
        let client = try served.client()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.receive(upTo: "GET [] ")?.hasPrefix("HTTP/1.1 200 OK") == true)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.receiveAll()?.hasPrefix("HTTP/1.1 429 Too Many Requests") == true)
        await served.close()
        #expect(await served.isDeserted())
    }

    @Test func aWebSocketThatIsNotReadIsDropped() async throws {
        var limits = WebLimits.patient
        limits.stall = .milliseconds(100)
        let served = try await Served(limits)
        let client = try served.client()
        client.send(Self.upgrade)
        #expect(await client.receive()?.hasPrefix("HTTP/1.1 101") == true)
        let text = String(repeating: "x", count: 50_000)
        for _ in 0..<100 { await served.server.broadcast(text) }
        #expect(await served.isDeserted())
        await served.close()
    }

    /// The reduced messages also go to clients that have not had their first message yet.
    @Test(arguments: [("", "whole"), ("X-Less: 1\r\n", "less")])
    func someAreToldLess(field: String, told: String) async throws {
        let served = try await Served()
        let client = try served.client()
        client.send(Self.upgrade.replacing("Host: a\r\n", with: "Host: a\r\n\(field)"))
        #expect(await client.receive(upTo: "first")?.hasPrefix("HTTP/1.1 101") == true)
        await served.server.broadcast("whole", reduced: "less")
        await served.server.broadcast("for all")
        let heard = await client.receive(upTo: "for all") ?? ""
        #expect(heard.contains(told) && !heard.contains(told == "less" ? "whole" : "less"), "\(heard)")
        await served.close()
    }

    /// A path without broadcasts, which answers a text with bytes.
    @Test func aQuietWebSocketGetsItsOwnMessagesOnly() async throws {
        let served = try await Served()
        let client = try served.client()
        client.send(Self.upgrade.replacing("/ws", with: "/quiet"))
        #expect(await client.receive()?.hasPrefix("HTTP/1.1 101") == true)
        await served.server.broadcast("news")
        for text in ["ab", "c"] {
            client.send([0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8))
            // The head of a binary message is not UTF-8.
            let head = "\u{FFFD}\(Character(Unicode.Scalar(UInt8(text.utf8.count))))"
            #expect(await client.receive(upTo: text) == head + text)
        }
        client.hangUp()
        #expect(await served.isDeserted())
        await served.close()
    }

    /// Many frames of text, none of which ends its message.
    @Test func aWebSocketMessageWithoutEndIsCutOff() async throws {
        let served = try await Served()
        let client = try served.client()
        client.send(Self.upgrade)
        #expect(await client.receive()?.hasPrefix("HTTP/1.1 101") == true)
        let frame: [UInt8] = [0x00, 0xFE, 0xEA, 0x60, 0, 0, 0, 0] + [UInt8](repeating: 0x61, count: 60_000)
        client.send([0x01] + frame.dropFirst())
        for _ in 0..<20 { client.send(frame) }
        #expect(await served.isDeserted())
        await served.close()
    }
}
