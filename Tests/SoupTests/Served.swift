import Glibc
import Soup
import Testing

/// An application that returns what it receives.
struct Echo: WebApplication {
    func refusal(of head: WebHead) -> WebResponse? {
        switch head.segments {
        case ["no"]: WebResponse(403, type: "text/plain", body: Array("no".utf8))
        case ["secret"] where head.values(of: "authorization") != ["right"]:
            WebResponse(401, type: "text/plain", body: [])
        default: nil
        }
    }

    func response(to request: WebRequest) async -> WebResponse {
        if request.head.segments == ["secret-behind"], request.head.values(of: "authorization") != ["right"] {
            return WebResponse(401, type: "text/plain", body: [])
        }
        let head = "\(request.head.method) \(request.head.segments ?? []) "
        return WebResponse(200, type: "text/plain", body: Array(head.utf8) + request.body)
    }

    func response(toExcess status: Int) -> WebResponse { WebResponse(status, type: "text/plain", body: []) }

    func seesLess(_ head: WebHead) -> Bool { !head.values(of: "x-less").isEmpty }

    /// One path accepts larger bodies than the others.
    func mostOfBody(of head: WebHead) -> Int? { head.segments == ["large"] ? 300_000 : nil }

    func response(toLargeBodyOf head: WebHead) -> WebResponse {
        WebResponse(413, type: "text/plain", body: Array("\(mostOfBody(of: head) ?? 0)".utf8))
    }

    func converse(over socket: WebSocket) async {
        if socket.head.segments == ["quiet"] {
            for await text in socket.messages { await WebSocket.send([(socket, .bytes(Array(text.utf8)))]) }
            return
        }
        await socket.begin(with: "first")
        for await text in socket.messages { await socket.send("heard \(text)") }
    }
}

extension WebLimits {
    /// Limits with which no client is cut off because the machine is busy.
    static var patient: WebLimits {
        var limits = WebLimits()
        (limits.first, limits.idle, limits.answer) = (.seconds(600), .seconds(600), .seconds(600))
        return limits
    }
}

/// A server on its own Unix socket.
struct Served {
    let server: WebServer
    let path: String

    init(_ limits: WebLimits = .patient, _ application: any WebApplication = Echo()) async throws {
        path = "/tmp/dualcam-soup-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"
        server = try WebServer(
            application, on: GLibThread(named: "soup-test"), socketPaths: ["/ws": true, "/quiet": false],
            socketProtocol: "echo",
            limits: limits)
        _ = try await server.open(.socket(path: path))
    }

    func client() throws -> RawClient { try #require(RawClient(path)) }

    /// Waits until libsoup has released all connections.
    func isDeserted() async -> Bool {
        let deadline = ContinuousClock.now + .seconds(120)
        while await server.connectionCount > 0, ContinuousClock.now < deadline { await Task.yield() }
        return await server.connectionCount == 0
    }

    func close() async {
        await server.close()
        unlink(path)
    }
}
