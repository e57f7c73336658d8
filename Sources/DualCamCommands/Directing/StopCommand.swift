import DualCamControl
import DualCamSession

/// `dualcam stop`: as every command to a recording that runs, or to all of them, and on demand until the files are finished.
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
            Without --wait it returns as soon as nothing more is recorded, while the files are still being finished. \
            With --wait it returns when they are, and a recording of 'dualcam run' has ended; its exit code is then \
            that of the recording. With --all it is the first that is not 0.

            Exit codes: 0 done; 64 several recordings run; 69 none runs, or nothing is recorded; 70 it failed. With \
            --wait also those of 'dualcam run'.
            """, examples: verb.verb.examples + ["stop --all --wait"],
        options: [
            .recording(\.session),
            .flag("all", \.all, "stop every recording of this user"),
            .flag("wait", \.wait, "return when the files are finished, with the recording's exit code"),
            .flag("json", \.json, "print the answer as a JSON object, a line for each recording"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        guard all else {
            let stopping = try await stopping(RecorderSearch(place).recorder(called: session), in: place)
            return try await end(stopping, in: place)
        }
        if session != nil {
            throw CommandFailure(.usage, "--all and --session exclude each other", next: "Give one of them.")
        }
        return try await stopAll(in: place)
    }

    private func stopping(
        _ recorder: RunningRecorder, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> Stopping {
        try await Stopping(of: recorder, isAwaited: wait, json: json, in: place)
    }

    /// Has all of them end at once, and waits only then.
    private func stopAll(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let search = RecorderSearch(place)
        let recorders = search.running()
        // It says why there is none.
        if recorders.isEmpty { _ = try search.recorder(called: nil) }
        var stoppings: [Stopping] = []
        var code = ExitCode.finished
        for recorder in recorders {
            do throws(CommandFailure) {
                stoppings.append(try await stopping(recorder, in: place))
            } catch {
                // One that stands by between two takes has nothing to stop.
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

    /// Tells what was answered, and how the recording ended where that is waited for.
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

/// A recording that has been asked to end.
private struct Stopping {
    private static let pace = Duration.milliseconds(100)
    /// Files that are not finished by then are left to 'dualcam recover'.
    private static let patience = Duration.seconds(120)

    var recorder: RunningRecorder
    var answer: JSONValue
    /// What the answer says, for people.
    var text: String
    /// The session's folder; `nil`: there was none yet.
    var folder: String?

    /// Asks for the end. Where that is waited for, one that is ending already is taken for asked.
    init(
        of recorder: RunningRecorder, isAwaited: Bool, json: Bool, in place: ProcessEnvironment
    ) async throws(CommandFailure) {
        self.recorder = recorder
        if isAwaited {
            let state = try await recorder.state(json: json, in: place)
            folder = state["folder"]?.text.map { Self.absolute($0, of: recorder.process) }
            if state["phase"]?.text == ControlState.Phase.finishing.rawValue {
                (answer, text) = (["at": .null], "stopping already")
                return
            }
        }
        let command = try translated { () throws(ControlRefusal) in try ControlCommand(.stop) }
        answer = try await recorder.ask(json: json, in: place) { (client) throws(ControlClientFailure) in
            try client.perform(command)
        }
        text = AnswerText.line(of: command, answer)
    }

    /// A relative path begins in the folder in which the recording was started.
    private static func absolute(_ folder: String, of process: Int32) -> String {
        guard !folder.hasPrefix("/"), let start = DiskView.resolved("/proc/\(process)/cwd") else { return folder }
        return start + "/" + folder
    }

    /// Returns when the files are finished, and the devices of `dualcam run` given back: the exit code that the session tells.
    func end(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        while await isRecording(in: place) { await pause(for: Self.pace) }
        guard let folder else { return .finished }
        // A program that stands by finishes a take's files beside the next one.
        let limit = ContinuousClock.now + Self.patience
        while SessionFolder.isMarked(folder), isAlive(in: place), .now < limit { await pause(for: Self.pace) }
        let told = try await BlockingCalls.perform { () throws(CommandFailure) in
            try? SessionRecord.read(folder, usingLedgerAlone: true)
        }
        guard let told, told.isFinished || told.exitCode != nil else {
            throw CommandFailure(
                .fault, "the recording \(recorder.text) left its files unfinished",
                next: "Finish them with 'dualcam recover \(folder)'.")
        }
        return told.exitCode.flatMap { ExitCode(rawValue: Int32(clamping: $0)) } ?? .fault
    }

    /// Another process may record in the place of one that was lost: only the socket, the mark of the folder and the supervisor tell.
    private func isRecording(in place: ProcessEnvironment) async -> Bool {
        if SocketCondition(of: recorder.path) == .listening {
            let state = try? await recorder.state(in: place)
            guard let state, let phase = state["phase"]?.text else { return true }
            return phase != ControlState.Phase.standby.rawValue
                && state["folder"]?.text.map { Self.absolute($0, of: recorder.process) } == folder
        }
        return folder.map(SessionFolder.isMarked) ?? false && isAlive(in: place)
    }

    /// The command line of a process that has ended is empty, as long as nobody has taken note of its end.
    private func isAlive(in place: ProcessEnvironment) -> Bool {
        !(place.files.bytes(of: "/proc/\(recorder.process)/cmdline", limit: 1) ?? []).isEmpty
    }
}

extension RunningRecorder {
    fileprivate func isStandingBy(in place: ProcessEnvironment) async throws(CommandFailure) -> Bool {
        try await state(in: place)["phase"]?.text == ControlState.Phase.standby.rawValue
    }

    /// Keys: `name` (as its socket has it) and `process` (that of `dualcam run`).
    var members: [JSONValue.Member] { [.init("name", .string(name)), .init("process", .count(Int(process)))] }
}
