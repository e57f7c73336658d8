import Glibc
import Soup
import Testing

/// Clients that disappear, stay silent, or try tokens: none of them leaves anything behind.
@Suite struct RudeClientTests {
    private static let upgrade = """
        GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """

    /// More clients than the limit, each gone after an answer that libsoup gave without the application.
    @Test(arguments: ["GET * HTTP/1.1", "OPTIONS * HTTP/1.1"])
    func whatLibsoupAnswersByItselfLeavesNothing(line: String) async throws {
        var limits = WebLimits.patient
        limits.connections = 3
        let served = try await Served(limits)
        for _ in 0..<8 {
            let client = try served.client()
            client.send(line + "\r\nHost: x\r\n\r\n")
            #expect(await client.receive()?.hasPrefix("HTTP/1.1 4") == true)
            client.hangUp()
        }
        #expect(await served.isDeserted())
        let polite = try served.client()
        polite.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await polite.receive(upTo: #"GET ["a"] "#) != nil)
        await served.close()
    }

    /// The client that has been idle longest is closed to make room; never one that was just answered, and each only
    /// once.
    @Test func theLongestIdleMakesRoom() async throws {
        var limits = WebLimits.patient
        limits.connections = 3
        let served = try await Served(limits)
        let polite = try served.client()
        polite.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await polite.receive(upTo: #"GET ["1"] "#) != nil)
        var idle: [RawClient] = []
        for number in 0..<20 {
            idle.append(try served.client())
            while await served.server.connectionCount < min(3, number + 2) { await Task.yield() }
            if idle.count > 2 { #expect(await idle.removeFirst().receiveAll() == "") }
        }
        polite.send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await polite.receive(upTo: #"GET ["2"] "#) != nil)
        for client in idle {
            client.send("GET /3 HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.receive(upTo: #"GET ["3"] "#) != nil)
        }
        await served.close()
    }

    @Test func aWebSocketThatAnswersNoPingIsClosed() async throws {
        var limits = WebLimits.patient
        // The polite client has a generous limit, so that a busy machine does not make it count as silent.
        (limits.ping, limits.pong) = (.seconds(1), .seconds(5))
        let served = try await Served(limits)
        let clients = try [served.client(), served.client()]
        for client in clients {
            client.send(Self.upgrade)
            #expect(await client.receive()?.hasPrefix("HTTP/1.1 101") == true)
        }
        var pings = 0
        while await served.server.connectionCount > 1, let text = await clients[1].receive() {
            guard text.utf8.first != nil, !text.hasSuffix("first") else { continue }
            pings += 1
            // An empty, masked pong.
            clients[1].send([0x8A, 0x80, 0, 0, 0, 0])
        }
        // The silent client was closed. The other one got pings all the time and is still connected.
        #expect(await clients[0].receiveAll() != nil)
        #expect(pings > 1)
        #expect(await served.server.connectionCount == 1)
        await served.close()
    }

    @Test func webSocketsComeAtAPace() async throws {
        var limits = WebLimits.patient
        limits.upgrades = RateLimit(each: .seconds(3600), burst: 2)
        let served = try await Served(limits)
        var clients: [RawClient] = []
        for status in ["101", "101", "429"] {
            let client = try served.client()
            client.send(Self.upgrade)
            #expect(await client.receive()?.hasPrefix("HTTP/1.1 " + status) == true)
            clients.append(client)
        }
        await served.close()
    }

    /// A client that tries tokens gets an error, whenever the token is checked; a client with the right token is
    /// accepted.
    @Test(arguments: ["secret", "secret-behind"]) func failuresAreCounted(path: String) async throws {
        var limits = WebLimits.patient
        limits.failures = RateLimit(each: .seconds(3600), burst: 2)
        let served = try await Served(limits)
        func ask(_ authorization: String) async throws -> String? {
            let client = try served.client()
            client.send(
                "GET /\(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: \(authorization)\r\n\r\n")
            return await client.receiveAll().map { String($0.prefix(12)) }
        }
        #expect(try await ask("wrong") == "HTTP/1.1 401")
        #expect(try await ask("wrong") == "HTTP/1.1 401")
        #expect(try await ask("wrong") == "HTTP/1.1 429")
        #expect(try await ask("right") == "HTTP/1.1 200")
        await served.close()
    }

    /// Connections that clients abandon leave no open descriptors. Other tests open and close descriptors meanwhile, so
    /// only sockets at the server's path count.
    @Test func descriptorsComeBack() async throws {
        let served = try await Served()
        let before = try Self.sockets(at: served.path)
        #expect(before == 1)
        for round in 0..<200 {
            let client = try served.client()
            switch round % 4 {
            case 0: client.send("GET / HTT")
            case 1: client.send(Self.upgrade)
            case 2: client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
            default: client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            }
        }
        // The server has accepted all earlier clients by now.
        do {
            let last = try served.client()
            last.send("GET /last HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await last.receive(upTo: #"GET ["last"] "#) != nil)
        }
        #expect(await served.isDeserted())
        #expect(try Self.sockets(at: served.path) <= before)
        await served.close()
    }

    /// Returns the number of open sockets at a path: the listening one, and the server's end of each connection
    /// (proc(5), `net/unix`).
    private static func sockets(at path: String) throws -> Int {
        let file = try #require(fopen("/proc/net/unix", "r"))
        defer { fclose(file) }
        var (line, room, count) = (UnsafeMutablePointer<CChar>?.none, 0, 0)
        defer { free(line) }
        while getline(&line, &room, file) > 0 {
            if let line, String(cString: line).hasSuffix(path + "\n") { count += 1 }
        }
        return count
    }
}
