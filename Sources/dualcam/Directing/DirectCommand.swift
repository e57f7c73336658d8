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
            verb.word, verb.summary, discussion: discussion,
            parameters: verb.byPosition.map(parameter),
            options: verb.byName.flatMap(options) + [
                .value("session", "NAME", \.session, "which recording, by name or process"),
                .flag("json", \.json, "print the answer as a JSON object"),
            ],
            blank: { Self(verb: verb, arguments: verb.implied) })
    }

    private static let discussion = """
        Says from which running time of the recording on it holds.

        Exit codes: 0 done; 64 the value is not accepted, or several recordings run; 69 none runs, or it \
        cannot do that, or not now; 70 it failed.
        """

    private static func parameter(_ parameter: ControlForm.Parameter) -> Parameter<Self> {
        let usage = ParameterUsage(
            name: parameter.placeholder, summary: parameter.summary, isRequired: parameter.isRequired,
            completion: .running)
        return Parameter(usage: usage) { (command, text) throws(ValueError) in
            command.arguments.append(.init(parameter.name, try parameter.value(of: text)))
        }
    }

    /// Of what is on or off, `--on` and `--off`.
    private static func options(_ parameter: ControlForm.Parameter) -> [Option<Self>] {
        guard parameter.isSwitch else { return [option(parameter)] }
        return [(parameter.name, true, parameter.summary), ("off", false, "or not")].map { name, flag, summary in
            Option(usage: OptionUsage(name: name, placeholder: nil, summary: summary)) { (command, _) in
                command.arguments.append(.init(parameter.name, .bool(flag)))
            }
        }
    }

    private static func option(_ parameter: ControlForm.Parameter) -> Option<Self> {
        let usage = OptionUsage(
            name: parameter.name, placeholder: parameter.placeholder, summary: parameter.summary, completion: .running)
        return Option(usage: usage) { (command, text) throws(ValueError) in
            command.arguments.append(.init(parameter.name, try parameter.value(of: text)))
        }
    }

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        let command: ControlCommand
        let order = verb.form.parameters.compactMap { parameter in arguments.first { $0.key == parameter.name } }
        let given = order.map { $0.key == "look" ? .init($0.key, Self.look($0.value, in: place)) : $0 }
        do throws(ControlRefusal) { command = try ControlCommand(verb.form.name, given) } catch {
            throw CommandFailure(error)
        }
        let conversation = try Conversation(with: session?.text, in: place)
        let patience = ControlClient.patience + delay
        let answer = try await conversation.ask(json: json, in: place) { (client) throws(ControlClientFailure) in
            try client.perform(command, patience: patience)
        }
        place.output.write((json ? answer.line : AnswerText.line(of: command, answer)) + "\n")
        return .finished
    }

    /// A .cube file's path begins where the command is given, not in the folder of the recording's pipeline file.
    private static func look(_ value: JSONValue, in place: Workplace) -> JSONValue {
        guard var word = value.text, word.lowercased().hasSuffix(ColourTable.suffix) else { return value }
        while word.hasPrefix("./") { word.removeFirst(2) }
        return .string(word.hasPrefix("/") || word.hasPrefix("~") ? word : place.workingDirectory + "/" + word)
    }

    /// The countdown of `record`: it may answer only then.
    private var delay: Duration {
        guard let text = arguments.first(where: { $0.key == "delay" })?.value.text else { return .zero }
        return (try? Duration(parsing: text)) ?? .zero
    }
}

/// `--session`: a recording's name, or the process that runs it.
struct RecorderName: OptionValue, Equatable {
    var text: String

    static let completion = Completion.running

    init(argument text: String) throws(ValueError) {
        guard !text.isEmpty else {
            throw ValueError(fault: "the name is empty", next: "Give the recording's name or its process.")
        }
        self.text = text
    }
}
