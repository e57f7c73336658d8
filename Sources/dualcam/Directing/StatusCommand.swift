import DualCamControl
import DualCamSession

/// `dualcam status`
struct StatusCommand: Command {
    var session: RecorderName?
    var json = false
    var watch = false
    var settings = false

    static let declaration = CommandDeclaration<Self>(
        "status", "tell how a recording goes, and what can be set",
        discussion: """
            With several recordings and no --session, a table of them all. --settings prints every setting with \
            its value and what it can be, too. --watch goes on with what happens, until the recording is over; with \
            --json that is one JSON object a line.

            Exit codes: 0 told; 64 several recordings run; 69 none runs; 70 it did not answer.
            """, examples: ["status", "status --watch --json"],
        options: [
            .value("session", "NAME", \.session, "which recording, by name or process"),
            .flag("settings", \.settings, "print what can be set, and its range, too"),
            .flag("watch", \.watch, "follow what happens"), .flag("json", \.json, "print JSON"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        if session == nil, !json, !watch, !settings, try await tellSeveral(in: place) { return .finished }
        let conversation = try Conversation(with: session?.text, in: place)
        if watch {
            try await follow(conversation, in: place)
        } else {
            let state = try await conversation.ask(json: json, in: place) { (client) throws(ControlClientFailure) in
                try client.state()
            }
            place.output.write(
                json
                    ? TerminalText(json: state.line)
                    : StateText.text(state, of: conversation.recorder, settings: settings))
        }
        return .finished
    }

    /// Prints a table where several recordings run; returns whether they do.
    private func tellSeveral(in place: ProcessEnvironment) async throws(CommandFailure) -> Bool {
        let running = RecorderSearch(place).running()
        guard running.count > 1 else { return false }
        let recordings = await BlockingCalls.perform {
            running.map { recorder in (recorder: recorder, state: Self.state(of: recorder)) }
        }
        place.output.write(StateText.table(recordings))
        return true
    }

    /// `nil`: it does not answer, or has just ended.
    private static func state(of recorder: RunningRecorder) -> JSONValue? {
        do throws(ControlClientFailure) { return try ControlClient(recorder.path).state() } catch { return nil }
    }

    private func follow(_ conversation: Conversation, in place: ProcessEnvironment) async throws(CommandFailure) {
        try await conversation.ask(json: json, in: place) { (client) throws(ControlClientFailure) in
            try client.follow { text in
                place.output.write(json ? TerminalText(json: text) : Self.text(text, of: conversation.recorder))
                return true
            }
        }
    }

    static func text(_ line: String, of recorder: RunningRecorder) -> TerminalText {
        guard let news = try? JSONValue(parsing: line) else { return "\(line)\n" }
        if news["event"]?.text == "state" { return StateText.text(news, of: recorder) }
        return NewsText.line(of: news).map { "\($0)\n" } ?? ""
    }
}
