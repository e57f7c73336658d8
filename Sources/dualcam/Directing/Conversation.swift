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
