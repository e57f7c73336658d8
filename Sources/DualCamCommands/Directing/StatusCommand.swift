import CommandLine
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The `dualcam status` command, which prints the states of running recordings.
struct StatusCommand: Command {
    var session: String?
    var json = false
    var watch = false
    var settings = false

    static let declaration = CommandDeclaration<Self>(
        "status", "print the state and the settings of a recording",
        discussion: """
            If several recordings run, prints a table of all of them unless --session is given. --settings adds every \
            setting with its value and the values that it accepts. --watch also prints events until the recording is \
            over. With --json, prints one JSON object per line: one for each recording, or one for each event with \
            --watch.

            Exit codes: 0 printed; 64 several recordings run; 69 no recording runs; 70 the recording did not answer.
            """, examples: ["status", "status --watch --json"],
        options: [
            .recording(\.session),
            .flag("settings", \.settings, "also print all settings and the values that they accept"),
            .flag("watch", \.watch, "print events until the recording is over"), .flag("json", \.json, "print JSON"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        if json, !watch, session == nil { return try await tellAll(in: place) }
        if session == nil, !json, !watch, !settings, try await tellSeveral(in: place) { return .finished }
        let recorder = try RecorderSearch(place).recorder(called: session)
        if watch {
            try await follow(recorder, in: place)
        } else {
            let state = try await recorder.state(json: json, in: place)
            place.output.write(
                json
                    ? Self.line(state, of: recorder)
                    : StateText.text(state, of: recorder, settings: settings))
        }
        return .finished
    }

    /// Prints a table of all running recordings, unless at most one is running. Returns true if the table was printed.
    private func tellSeveral(in place: ProcessEnvironment) async throws(CommandFailure) -> Bool {
        let running = RecorderSearch(place).running()
        guard running.count > 1 else { return false }
        let recordings = await BlockingCalls.perform {
            running.map { recorder in (recorder: recorder, state: Self.state(of: recorder)) }
        }
        place.output.write(StateText.table(recordings))
        return true
    }

    /// Returns the state of a recording; `nil` if it does not answer or has just ended.
    private static func state(of recorder: RunningRecorder) -> JSONValue? {
        do throws(ControlClientFailure) { return try ControlClient(recorder.path).state() } catch { return nil }
    }

    /// Prints one line of JSON for each running recording, with its state and its process id. Skips recordings that
    /// have just ended.
    private func tellAll(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let search = RecorderSearch(place)
        var states: [TerminalText] = []
        let recorders = search.running()
        for recorder in recorders {
            do throws(CommandFailure) {
                states.append(Self.line(try await recorder.state(in: place), of: recorder))
            } catch  where recorders.count > 1 && error.exitCode == .unavailable {
                continue
            }
        }
        // If no recording runs, this call throws an error that says why.
        if states.isEmpty { _ = try search.recorder(called: nil) }
        place.output.write(states.joined())
        return .finished
    }

    private static func line(_ state: JSONValue, of recorder: RunningRecorder) -> TerminalText {
        let members = state.members ?? []
        return TerminalText(json: JSONValue.object(members + [.init("process", .count(recorder.process))]).line)
    }

    /// Prints the events of a recording until it is over. If the recording process is lost, continues with the events
    /// of the process that replaces it.
    private func follow(_ recorder: RunningRecorder, in place: ProcessEnvironment) async throws(CommandFailure) {
        var isFirst = true
        repeat {
            try await recorder.ask(json: json, in: place) { [isFirst] (client) throws(ControlClientFailure) in
                do throws(ControlClientFailure) {
                    try client.follow { text in
                        place.output.write(json ? TerminalText(json: text) : Self.text(text, of: recorder))
                        return true
                    }
                } catch {
                    // A recording process that still accepts connections may be about to end.
                    guard error == .lost || !isFirst && error == .nobodyThere else { throw error }
                }
            }
            isFirst = false
        } while await isFollowed(recorder, in: place)
    }

    /// Waits for a process that continues the recording. Returns false if no such process appears, because the
    /// recording is over.
    private func isFollowed(_ recorder: RunningRecorder, in place: ProcessEnvironment) async -> Bool {
        while recorder.isAlive(in: place) {
            if SocketCondition(of: recorder.path) == .listening { return true }
            await pause(for: Self.pace)
        }
        return false
    }

    private static let pace = Duration.milliseconds(200)

    static func text(_ line: String, of recorder: RunningRecorder) -> TerminalText {
        guard let news = JSONValue(ifJSON: line) else { return "\(line)\n" }
        if news["event"]?.text == "state" { return StateText.text(news, of: recorder) }
        return StateText.line(ofNews: news).map { "\($0)\n" } ?? ""
    }
}
