import DualCamSession
import DualCamTestKit
import Foundation

/// The recorded sessions of a directory, shown by `dualcam serve` while it stands by.
struct ServedLibrary: Sendable {
    struct Answer: Sendable {
        var status: Int
        var text: String

        var json: JSONValue? { JSONValue(ifJSON: text) }
    }

    /// Seconds: what is made has the processor only when nobody else wants it.
    private static let patience = 400

    private let socket: String

    /// Shows the sessions of a directory until `visit` returns.
    ///
    /// - Parameter more: More of the pipeline file.
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
                    defer { end(socket) }
                    try await visit(ServedLibrary(socket: socket))
                }
                visiting.with { $0 = task }
            }, directory: directory, patience: patience
        ).record()
        try await visiting.with { $0 }?.value
        return recording
    }

    /// The supervisor's number stands in the name of its socket.
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

    /// Begins a work and waits for its end. Returns what is told of it then, or the refusal.
    func work(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        let begun = try await ask(path, body)
        guard begun.status == 202, let id = begun.json?["work"]?["id"]?.count else { return begun.json ?? .null }
        let deadline = ContinuousClock.now + .seconds(180)
        while ContinuousClock.now < deadline {
            let work = try await ask("work/\(id)").json?["work"] ?? .null
            if work["state"]?.text != "running" { return work }
        }
        return .null
    }
}
