import CommandLine
import DualCamConfig
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamSession
import DualCamWorker

/// A command that controls a running recording, such as `dualcam layout stacked`.
struct DirectCommand: ParsedCommand {
    var verb: DirectingVerb
    var arguments: [JSONValue.Member] = []
    var session: String?
    var json = false

    static func declaration(of verb: DirectingVerb) -> CommandDeclaration<Self> {
        CommandDeclaration(
            verb.word, verb.verb.summary, discussion: discussion, examples: verb.verb.examples,
            parameters: verb.byPosition.map(positional),
            options: verb.byName.flatMap(options) + [
                .recording(\.session),
                .flag("json", \.json, "print the answer as a JSON object"),
            ],
            blank: { Self(verb: verb, arguments: verb.verb.implied) })
    }

    private static let discussion = """
        Prints the running time of the recording at which the change takes effect.

        Exit codes: 0 done; 64 the value is not accepted, or several recordings run; 69 no recording runs, or it \
        cannot do this, or not now; 70 failure. A take that cannot start has the exit code of 'run': 69, 73, 74 or 75.
        """

    private static func positional(_ parameter: CommandSchema.Parameter) -> Argument<Self> {
        argument(
            parameter,
            ArgumentUsage(
                name: parameter.placeholder, summary: parameter.summary, accepted: parameter.accepted,
                isRequired: parameter.isRequired, completion: .answer))
    }

    /// Returns the command-line options for a parameter of a control command. A switch has two options, such as `--on`
    /// and `--off`; any other parameter has one option with a value.
    private static func options(_ parameter: CommandSchema.Parameter) -> [Argument<Self>] {
        guard parameter.isSwitch else {
            let usage = ArgumentUsage(
                name: parameter.name, placeholder: parameter.placeholder, summary: parameter.summary,
                accepted: parameter.accepted, completion: .answer)
            return [argument(parameter, usage)]
        }
        return [(parameter.name, true, parameter.summary), ("off", false, "the opposite of --\(parameter.name)")].map {
            name, flag, summary in
            Argument(usage: ArgumentUsage(name: name, summary: summary)) { (command, _) in
                command.arguments.append(.init(parameter.name, .bool(flag)))
            }
        }
    }

    private static func argument(
        _ parameter: CommandSchema.Parameter, _ usage: ArgumentUsage
    ) -> Argument<Self> {
        Argument(usage: usage) { (command, text) throws(Refusal) in
            command.arguments.append(.init(parameter.name, try parameter.value(of: text)))
        }
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let command: ControlCommand
        do throws(ControlRefusal) { command = try self.command(in: place.workingDirectory) } catch {
            if json { place.output.write(TerminalText(json: error.json.line)) }
            throw CommandFailure(error)
        }
        let recorder = try RecorderSearch(place).recorder(called: session)
        let patience = ControlClient.patience + command.delay
        let answer = try await recorder.ask(json: json, in: place) { (client) throws(ControlClientFailure) in
            try client.perform(command, patience: patience)
        }
        place.output.write(
            json
                ? TerminalText(json: answer.line)
                : TerminalText(lines: [AnswerText.line(of: command, answer)] + AnswerText.places(of: answer)))
        return .finished
    }

    /// Creates the command to send to the recording, with its arguments in the order of the command's schema.
    ///
    /// - Parameter directory: The folder to which relative paths of files refer.
    func command(in directory: String) throws(ControlRefusal) -> ControlCommand {
        let order = verb.schema.parameters.compactMap { parameter in arguments.first { $0.key == parameter.name } }
        let given = order.map { JSONValue.Member($0.key, Self.whole($0.value, of: $0.key, in: directory)) }
        return try ControlCommand(verb.schema.name, given)
    }

    /// Returns an argument's value in the form in which it is sent to the recording. A relative path of a .cube file or
    /// a clip becomes absolute. It refers to the user's working directory, not to the folder of the recording's
    /// pipeline file. Other values are returned unchanged.
    private static func whole(_ value: JSONValue, of key: String, in directory: String) -> JSONValue {
        guard var path = value.text else { return value }
        let isTable = key == "look" && path.lowercased().hasSuffix(ColourTable.suffix)
        let isClip = key == "device" && path.hasPrefix("file:")
        guard isTable || isClip else { return value }
        if isClip { path.removeFirst("file:".count) }
        while path.hasPrefix("./") { path.removeFirst(2) }
        if !path.hasPrefix("/"), !path.hasPrefix("~") { path = directory + "/" + path }
        return .string(isClip ? "file:" + path : path)
    }
}

extension Argument {
    /// Declares the option `--session`, which selects a running recording by its name or process id.
    static func recording(_ path: StoragePath<Root, String?>) -> Argument {
        let usage = ArgumentUsage(
            name: "session", placeholder: "NAME", summary: "select a recording by its name or process id",
            completion: .answer)
        return Argument(usage: usage) { (root, text) throws(Refusal) in
            guard !text.isEmpty else {
                throw Refusal("the name is empty", hint: "Give the recording's name or its process.")
            }
            root[keyPath: path] = text
        }
    }
}

/// A command that controls a running recording, such as `layout`, with its parameters.
struct DirectingVerb: Sendable {
    var schema: CommandSchema
    var verb: CommandSchema.Verb

    static let all: [DirectingVerb] = ControlCommand.Name.allCases.map(\.schema).flatMap { schema in
        schema.verbs.map { DirectingVerb(schema: schema, verb: $0) }
    }

    var word: String { verb.word }

    /// The command's parameters that users can specify, in the order of the command line.
    var given: [CommandSchema.Parameter] { byPosition + byName }

    var byPosition: [CommandSchema.Parameter] { parameters.filter(\.isPositional) }

    var byName: [CommandSchema.Parameter] { parameters.filter { !$0.isPositional } }

    private var parameters: [CommandSchema.Parameter] {
        schema.parameters.filter { parameter in !verb.implied.contains { $0.key == parameter.name } }
    }
}

// MARK: Requests to a recording

extension RunningRecorder {
    /// Returns the state of the recording. If the recording process is lost before it answers, asks the process that
    /// replaces it.
    ///
    /// - Parameter json: True to print an error that the recording returns as JSON.
    func state(json: Bool = false, in place: ProcessEnvironment) async throws(CommandFailure) -> JSONValue {
        let limit = ContinuousClock.now + Self.succession
        var isLost = false
        while true {
            let found = try await ask(json: json, in: place) {
                [isLost] (client) throws(ControlClientFailure) -> JSONValue? in
                do throws(ControlClientFailure) { return try client.state() } catch {
                    guard error == .lost || isLost && error == .nobodyThere else { throw error }
                    return nil
                }
            }
            if let found { return found }
            guard ContinuousClock.now < limit else { throw CommandFailure(.lost, of: self) }
            isLost = true
            await pause(for: Self.pace)
        }
    }

    /// The maximum time to wait for a new process to replace a recording process that was lost. It is long enough for a
    /// busy machine.
    private static let succession = Duration.seconds(15)
    private static let pace = Duration.milliseconds(100)

    /// True while the program that started the recording is running. A zombie process, whose command line is empty,
    /// does not count as running.
    func isAlive(in place: ProcessEnvironment) -> Bool {
        !(place.files.bytes(of: "/proc/\(process)/cmdline", limit: 1) ?? []).isEmpty
    }

    /// Sends a request to the recording and returns the answer. The blocking call runs outside Swift's cooperative
    /// thread pool.
    ///
    /// - Parameter json: True to print an error that the recording returns as JSON, before it is thrown.
    func ask<Value: Sendable>(
        json: Bool, in place: ProcessEnvironment,
        _ question: @escaping @Sendable (ControlClient) throws(ControlClientFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        try await BlockingCalls.perform { () throws(CommandFailure) in
            do throws(ControlClientFailure) {
                return try question(ControlClient(path))
            } catch {
                if json, case .refused(let refusal) = error {
                    place.output.write(TerminalText(json: refusal.json.line))
                }
                throw CommandFailure(error, of: self)
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
                next: "It continues unless its own output says otherwise. Try again.")
        case .lost:
            self.init(
                .unavailable,
                "the recording \(recorder.text) lost its process before it answered",
                next:
                    "A new process continues. Check with 'dualcam status' whether the command took effect, and try again."
            )
        case .garbled(let what):
            self.init(
                .fault, "the recording \(recorder.text) sent an answer that could not be understood: \(what)",
                next: "It may run another version of dualcam.")
        }
    }
}
