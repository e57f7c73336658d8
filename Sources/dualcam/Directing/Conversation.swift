import DualCamControl
import DualCamSession

/// The steps that all commands to a running recording share.
struct Conversation: Sendable {
    var recorder: RunningRecorder
    var client: ControlClient

    /// Finds the recording; throws as `RecorderSearch` does.
    init(with session: String?, in place: ProcessEnvironment) throws(CommandFailure) {
        recorder = try RecorderSearch(place).recorder(called: session)
        client = ControlClient(recorder.path)
    }

    /// Returns the state of the recording; throws as `ask` does.
    func state(json: Bool = false, in place: ProcessEnvironment) async throws(CommandFailure) -> JSONValue {
        try await ask(json: json, in: place) { (client) throws(ControlClientFailure) in try client.state() }
    }

    /// Asks, off the cooperative pool. What was refused is printed for programs, too, where `json` is asked for.
    func ask<Value: Sendable>(
        json: Bool, in place: ProcessEnvironment,
        _ question: @escaping @Sendable (ControlClient) throws(ControlClientFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        try await BlockingCalls.perform { [self] () throws(CommandFailure) in
            do throws(ControlClientFailure) {
                return try question(client)
            } catch {
                if json, case .refused(let refusal) = error {
                    place.output.write(TerminalText(json: refusal.json.line))
                }
                throw CommandFailure(error, of: recorder)
            }
        }
    }
}

extension CommandFailure {
    init(_ failure: ControlClientFailure, of recorder: RunningRecorder) {
        switch failure {
        case .refused(let refusal): self.init(refusal)
        case .forbidden: self = .forbidden(recorder)
        case .nobodyThere:
            self.init(
                .unavailable, "the recording \(recorder.text) has just ended",
                next: "Start one with 'dualcam run FILE'.")
        case .late:
            self.init(
                .fault, "the recording \(recorder.text) did not answer in time",
                next: "It goes on unless its own output says otherwise; try again.")
        case .garbled(let what):
            self.init(
                .fault, "the recording \(recorder.text) could not be understood: \(what)",
                next: "It may be of another version of dualcam.")
        }
    }

    init(_ refusal: ControlRefusal) {
        let code: ExitCode =
            switch refusal.code {
            case .unknownCommand, .badRequest, .badValue: .usage
            case .notNow, .unsupported: .unavailable
            case .timeout, .failed: .fault
            }
        self.init(code, refusal.message, next: refusal.advice)
    }
}

/// Finds the recording that a command is for.
struct RecorderSearch {
    private let recorders: [RunningRecorder]
    private let condition: (String) -> SocketCondition

    init(_ place: ProcessEnvironment, condition: @escaping (String) -> SocketCondition = { SocketCondition(of: $0) }) {
        recorders = SocketFolders.all(place.environment).flatMap { folder in
            place.files.names(in: folder).sorted().compactMap { RunningRecorder(file: $0, in: folder) }
        }
        self.condition = condition
    }

    /// All that listen.
    func running() -> [RunningRecorder] { recorders.filter { condition($0.path) == .listening } }

    /// The one that is meant; without `session` there must be one only.
    ///
    /// - Parameter session: Its name, its process, or both as the socket has them.
    /// - Throws: `unavailable` when there is none, `usage` when several may be meant.
    func recorder(called session: String?) throws(CommandFailure) -> RunningRecorder {
        let all = recorders
        let matching = session.map { session in all.filter { $0.isCalled(session) } } ?? all
        let conditions = matching.map { condition($0.path) }
        let listening = zip(matching, conditions).filter { $0.1 == .listening }.map(\.0)
        if let only = listening.first, listening.count == 1 { return only }
        if listening.count > 1 { throw Self.ambiguous(listening) }
        if let index = conditions.firstIndex(of: .forbidden) { throw .forbidden(matching[index]) }
        if let stale = matching.first { throw Self.leftBehind(stale) }
        if let session { throw Self.unknown(session, running()) }
        throw CommandFailure(.unavailable, "no recording is running", next: Self.start)
    }

    private static let start = "Start one with 'dualcam run FILE'."

    private static func ambiguous(_ recorders: [RunningRecorder]) -> CommandFailure {
        CommandFailure(
            .usage, "\(recorders.count) recordings are running: \(recorders.map(\.text).joined(separator: ", "))",
            next: "Choose one by its process: --session \(recorders[0].process).")
    }

    private static func leftBehind(_ recorder: RunningRecorder) -> CommandFailure {
        CommandFailure(
            .unavailable,
            "no recording is running; '\(recorder.path)' was left behind by one that ended without cleaning up",
            next: start)
    }

    private static func unknown(_ session: String, _ others: [RunningRecorder]) -> CommandFailure {
        let next =
            others.isEmpty
            ? start : "\(others.count == 1 ? "There is" : "There are") \(others.map(\.text).joined(separator: ", "))."
        return CommandFailure(.unavailable, "no recording called '\(session)' is running", next: next)
    }
}

extension RunningRecorder {
    fileprivate func isCalled(_ session: String) -> Bool {
        [name, String(process), "\(name)-\(process)"].contains(session)
    }
}

extension CommandFailure {
    static func forbidden(_ recorder: RunningRecorder) -> CommandFailure {
        CommandFailure(
            .unavailable, "the socket '\(recorder.path)' may not be opened",
            next: "Run this as the user that records.")
    }
}
