import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation

/// The recorded sessions of a directory, served by `dualcam serve` while it stands by.
struct ServedLibrary: Sendable {
    struct Answer: Sendable {
        var status: Int
        var text: String

        var json: JSONValue? { JSONValue(ifJSON: text) }
    }

    /// The time limit in seconds. It is long because jobs run at idle priority.
    private static let patience = 400

    /// A Python program that prints the messages of the WebSocket, one per line, until it is closed.
    private static let listening = """
        import asyncio, sys, websockets
        async def main():
            async with websockets.unix_connect(sys.argv[1], "ws://localhost/api/v1/events", max_size=None) as socket:
                async for message in socket: print(message, flush=True)
        asyncio.run(main())
        """

    private let socket: String
    private let events: Events

    /// Serves the sessions of a directory until `visit` returns.
    ///
    /// - Parameter more: Further lines of the pipeline file.
    static func show(
        _ directory: String, more: String = "", environment: [String: String] = [:],
        _ visit: @escaping @Sendable (ServedLibrary) async throws -> Void
    ) async throws -> Recording {
        let visiting = Lock<Task<Void, any Error>?>(nil)
        let recording = try await Recorder(
            command: "serve",
            pipeline: "name: shown\ncameras: {back: {device: test, size: 320x180}}\nmicrophone: none\n" + more,
            environment: environment,
            watch: { event in
                guard event.event == "control", let socket = event.socket else { return }
                let task = Task {
                    let (told, continuation) = AsyncStream.makeStream(of: JSONValue.self)
                    async let _ = listen(at: socket, continuation)
                    // The program that reads the WebSocket ends with the server.
                    defer { end(socket) }
                    let library = ServedLibrary(socket: socket, events: Events(told))
                    await library.until { $0["event"] == "state" }
                    try await visit(library)
                }
                visiting.with { $0 = task }
            }, directory: directory, patience: patience
        ).record()
        try await visiting.with { $0 }?.value
        return recording
    }

    private static func listen(at socket: String, _ told: AsyncStream<JSONValue>.Continuation) async throws {
        defer { told.finish() }
        _ = try await Child.run(
            "/usr/bin/python3", ["-c", listening, socket], patience: patience
        ) { line, _ in JSONValue(ifJSON: line).map { _ = told.yield($0) } }
    }

    /// Ends the supervisor, whose process ID is part of the socket's name.
    private static func end(_ socket: String) {
        let digits = socket.split(separator: "-").last?.prefix { $0.isNumber } ?? ""
        if let process = Int32(digits) { kill(process, SIGINT) }
    }

    func ask(_ path: String, _ body: JSONValue? = nil, method: String? = nil) async throws -> Answer {
        let address = "http://localhost/api/v1/" + path
        let sent = body.map { ["--json", $0.line] } ?? []
        let asked = method.map { ["-X", $0] } ?? []
        let finished = try await Tool.run(
            "/usr/bin/curl",
            ["-sS", "-m", "20", "-w", "\n%{http_code}", "--unix-socket", socket] + sent + asked + [address])
        let lines = finished.text.split(separator: "\n", omittingEmptySubsequences: false)
        return Answer(
            status: lines.last.flatMap { Int($0) } ?? 0, text: lines.dropLast().joined(separator: "\n"))
    }

    /// Starts a job and waits for its end. Returns the final report about it, or the error if it was refused.
    func work(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        let begun = try await ask(path, body)
        guard begun.status == 202, let id = begun.json?["job"]?["id"]?.count else { return begun.json ?? .null }
        return await until { event in
            event["event"] == "job" && event["id"]?.count == id && event["state"]?.text != "running"
        }
    }

    /// Returns the next event for which `isSo` returns true; `null` if the server has ended. Uses almost no CPU time
    /// meanwhile, because jobs run at idle priority.
    @discardableResult
    func until(_ isSo: @Sendable (JSONValue) -> Bool) async -> JSONValue { await events.until(isSo) }
}

/// The events of the WebSocket as they arrive, for a single reader.
private actor Events {
    private var events: AsyncStream<JSONValue>.Iterator

    init(_ events: AsyncStream<JSONValue>) { self.events = events.makeAsyncIterator() }

    func until(_ isSo: @Sendable (JSONValue) -> Bool) async -> JSONValue {
        var events = events
        defer { self.events = events }
        while let event = await events.next(isolation: #isolation) {
            if isSo(event) { return event }
        }
        return .null
    }
}
