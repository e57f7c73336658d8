import DualCamConfig
import DualCamControl
import DualCamSession

/// `dualcam layout stacked`, and every other command to a recording that runs.
struct DirectCommand: ParsedCommand {
    var verb: DirectingVerb
    var arguments: [JSONValue.Member] = []
    var session: RecorderName?
    var json = false

    static func declaration(of verb: DirectingVerb) -> CommandDeclaration<Self> {
        CommandDeclaration(
            verb.word, verb.verb.summary, discussion: discussion, examples: verb.verb.examples,
            parameters: verb.byPosition.map(parameter),
            options: verb.byName.flatMap(options) + [
                .value("session", "NAME", \.session, "which recording, by name or process"),
                .flag("json", \.json, "print the answer as a JSON object"),
            ],
            blank: { Self(verb: verb, arguments: verb.verb.implied) })
    }

    private static let discussion = """
        Says from which running time of the recording on it holds.

        Exit codes: 0 done; 64 the value is not accepted, or several recordings run; 69 none runs, or it \
        cannot do that, or not now; 70 it failed.
        """

    private static func parameter(_ parameter: CommandSchema.Parameter) -> Parameter<Self> {
        let usage = ParameterUsage(
            name: parameter.placeholder, summary: parameter.summary, accepted: parameter.accepted,
            isRequired: parameter.isRequired, completion: .running)
        return Parameter(usage: usage) { (command, text) throws(Refusal) in
            command.arguments.append(.init(parameter.name, try parameter.value(of: text)))
        }
    }

    /// Returns the options of a parameter: `--NAME` and `--off` for a switch, otherwise one with a value.
    private static func options(_ parameter: CommandSchema.Parameter) -> [Option<Self>] {
        guard parameter.isSwitch else { return [option(parameter)] }
        return [(parameter.name, true, parameter.summary), ("off", false, "or not")].map { name, flag, summary in
            Option(usage: OptionUsage(name: name, placeholder: nil, summary: summary)) { (command, _) in
                command.arguments.append(.init(parameter.name, .bool(flag)))
            }
        }
    }

    private static func option(_ parameter: CommandSchema.Parameter) -> Option<Self> {
        let usage = OptionUsage(
            name: parameter.name, placeholder: parameter.placeholder, summary: parameter.summary,
            accepted: parameter.accepted, completion: .running)
        return Option(usage: usage) { (command, text) throws(Refusal) in
            command.arguments.append(.init(parameter.name, try parameter.value(of: text)))
        }
    }

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let command: ControlCommand
        do throws(ControlRefusal) { command = try self.command(in: place.workingDirectory) } catch {
            if json { place.output.write(TerminalText(json: error.json.line)) }
            throw CommandFailure(error)
        }
        let conversation = try Conversation(with: session?.text, in: place)
        let patience = ControlClient.patience + Self.delay(of: command)
        let answer = try await conversation.ask(json: json, in: place) { (client) throws(ControlClientFailure) in
            try client.perform(command, patience: patience)
        }
        place.output.write(
            json ? TerminalText(json: answer.line) : "\(AnswerText.line(of: command, answer))\n")
        return .finished
    }

    /// Makes the command, with its arguments in the order of the schema.
    ///
    /// - Parameter directory: in which relative paths begin.
    func command(in directory: String) throws(ControlRefusal) -> ControlCommand {
        let order = verb.schema.parameters.compactMap { parameter in arguments.first { $0.key == parameter.name } }
        let given = order.map { $0.key == "look" ? .init($0.key, Self.look($0.value, in: directory)) : $0 }
        return try ControlCommand(verb.schema.name, given)
    }

    /// A .cube file's path begins where the command is given, not in the folder of the recording's pipeline file.
    private static func look(_ value: JSONValue, in directory: String) -> JSONValue {
        guard var word = value.text, word.lowercased().hasSuffix(ColourTable.suffix) else { return value }
        while word.hasPrefix("./") { word.removeFirst(2) }
        return .string(word.hasPrefix("/") || word.hasPrefix("~") ? word : directory + "/" + word)
    }

    /// The countdown of `record`: it may answer only then.
    private static func delay(of command: ControlCommand) -> Duration {
        guard case .record(let take) = command.request, case .on(let delay) = take.delay else { return .zero }
        return delay
    }
}

/// `--session`: a recording's name, or the process that runs it.
struct RecorderName: OptionValue, Equatable {
    var text: String

    static let completion = Completion.running

    init(argument text: String) throws(Refusal) {
        guard !text.isEmpty else {
            throw Refusal("the name is empty", hint: "Give the recording's name or its process.")
        }
        self.text = text
    }
}
