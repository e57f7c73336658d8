import CommandLine
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSession
import DualCamWorker

/// The `dualcam stop` command, which stops one or all running recordings. It can also wait until their files are
/// finished.
struct StopCommand: Command {
    var session: String?
    var all = false
    var wait = false
    var json = false

    private static let verb: DirectingVerb = {
        let schema = ControlCommand.Name.stop.schema
        return DirectingVerb(schema: schema, verb: schema.verbs[0])
    }()

    static let declaration = CommandDeclaration<Self>(
        verb.word, verb.verb.summary,
        discussion: """
            Without --wait, the command returns as soon as nothing more is recorded, while the files are still being \
            finished. With --wait, it returns when the files are finished and, for 'dualcam run', the recording has \
            ended; its exit code is then that of the recording. If the recording process is lost or fails, the program \
            that started it finishes the files, and --wait waits for that too. With --all, the exit code is the first \
            one that is not 0.

            Exit codes: 0 done; 64 several recordings run; 69 no recording runs, or nothing is being recorded; 70 \
            failure. With --wait also those of 'dualcam run'.
            """, examples: verb.verb.examples + ["stop --all --wait"],
        options: [
            .recording(\.session),
            .flag("all", \.all, "stop all recordings of this user"),
            .flag("wait", \.wait, "wait until the files are finished; return the recording's exit code"),
            .flag("json", \.json, "print one JSON object per recording"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        guard all else {
            let stopping = try await stopping(RecorderSearch(place).recorder(called: session), in: place)
            return try await end(stopping, in: place)
        }
        if session != nil {
            throw CommandFailure(.usage, "--all and --session cannot be combined", next: "Give only one of them.")
        }
        return try await stopAll(in: place)
    }

    private func stopping(
        _ recorder: RunningRecorder, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> Stopping {
        try await Stopping(of: recorder, isAwaited: wait, json: json, in: place)
    }

    /// Stops all running recordings. Asks all of them to stop before waiting for any of them to end. Returns the first
    /// exit code that is not 0.
    private func stopAll(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let search = RecorderSearch(place)
        let recorders = search.running()
        // If no recording runs, this call throws an error that says why.
        if recorders.isEmpty { _ = try search.recorder(called: nil) }
        var stoppings: [Stopping] = []
        var code = ExitCode.finished
        for recorder in recorders {
            do throws(CommandFailure) {
                stoppings.append(try await stopping(recorder, in: place))
            } catch {
                // A recording that is standing by between two takes has nothing to stop.
                if try await recorder.isStandingBy(in: place) { continue }
                let told = place.report(error)
                if code == .finished { code = told }
            }
        }
        for stopping in stoppings {
            let told: ExitCode
            do throws(CommandFailure) { told = try await end(stopping, in: place) } catch { told = place.report(error) }
            if code == .finished { code = told }
        }
        return code
    }

    /// Prints the recording's answer to `stop`. With `--wait`, also waits for the end of the recording and prints how
    /// it ended.
    private func end(_ stopping: Stopping, in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        var members = stopping.answer.members ?? []
        if all { members = stopping.recorder.members + members }
        guard wait else {
            place.output.write(
                json ? TerminalText(json: JSONValue.object(members).line) : line(stopping, stopping.text))
            return .finished
        }
        if !json { place.output.write(line(stopping, stopping.text)) }
        let code = try await stopping.end(in: place)
        members += [.init("folder", .text(stopping.folder)), .init("exit-code", .count(Int(code.rawValue)))]
        let text = "finished" + (stopping.folder.map { ": " + $0 } ?? "")
        if json {
            place.output.write(TerminalText(json: JSONValue.object(members).line))
        } else if code == .finished {
            place.output.write(line(stopping, text))
        } else {
            throw CommandFailure(
                code, "the recording \(stopping.recorder.text) ended with exit code \(code.rawValue)",
                next: stopping.folder.map { "See 'dualcam audit \($0)'." } ?? "")
        }
        return code
    }

    private func line(_ stopping: Stopping, _ text: String) -> TerminalText {
        all ? "\(stopping.recorder.text): \(text)\n" : "\(text)\n"
    }
}

extension RunningRecorder {
    fileprivate func isStandingBy(in place: ProcessEnvironment) async throws(CommandFailure) -> Bool {
        try await state(in: place)["phase"]?.text == ControlState.Phase.standby.rawValue
    }

    /// The recording as members of a JSON object: `name`, the name of the recording's socket, and `process`, the
    /// process id of `dualcam run`.
    var members: [JSONValue.Member] { [.init("name", .string(name)), .init("process", .count(Int(process)))] }
}
