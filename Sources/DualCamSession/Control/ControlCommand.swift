/// One thing a person asks of a session, by whatever endpoint.
///
/// As JSON it is an object of its arguments, beside its name: `layout` with `{"layout": "stacked"}`. Quantities are written as in the
/// pipeline file, with their unit: `{"gain": "-3dB"}`.
package struct ControlCommand: Sendable, Equatable {
    /// The raw values are the words of the command line and of every interface.
    package enum Name: String, Sendable, Hashable, CaseIterable {
        case layout, main, swap, inset, divider, zoom
        case switching = "switch"
        case look, adjust
        case overlay
        case control, controls
        case gain, mute, sound, microphone
        case windFilter = "wind-filter"
        case pause, resume, mark, record, stop, split, bitrate
    }

    /// The typed request, read once, when the command was made.
    package enum Request: Sendable, Equatable {
        case layout(LayoutRequest)
        case main(MainRequest)
        case swap(SwapRequest)
        case inset(InsetRequest)
        case divider(DividerRequest)
        case zoom(ZoomRequest)
        case switching(SwitchRequest)
        case look(LookRequest)
        case adjust(AdjustRequest)
        case overlay(OverlayRequest)
        case control(ControlRequest)
        case controls(PresetRequest)
        case gain(GainRequest)
        case mute(MuteRequest)
        case sound(SoundRequest)
        case microphone(MicrophoneRequest)
        case windFilter(WindFilterRequest)
        case mark(MarkRequest)
        case record(TakeRequest)
        case bitrate(BitrateRequest)
        case pause, resume, stop, split
    }

    package let name: Name
    /// The arguments as they were sent: the answer repeats them.
    package let arguments: [JSONValue.Member]
    package let request: Request

    /// Throws `badRequest` when the arguments are not those of the command's schema, and `badValue` for a value that is not accepted.
    package init(_ name: Name, _ arguments: [JSONValue.Member] = []) throws(ControlRefusal) {
        let definition = name.definition
        try definition.schema.check(arguments)
        (self.name, self.arguments) = (name, arguments)
        request = try definition.read(arguments)
    }

    /// Throws `unknownCommand`, naming the nearest, or as `init(_:_:)` does.
    package init(named word: String, _ arguments: JSONValue) throws(ControlRefusal) {
        guard let name = Name(rawValue: word) else { throw .unknownCommand(word) }
        guard let members = arguments.members else {
            throw ControlRefusal(
                .badRequest, "The arguments of \(word) are no JSON object.",
                advice: "Send one, as in \(CommandSchema.of(name).example.line).")
        }
        try self.init(name, members)
    }
}

/// A command's schema, and the way from its arguments to its types.
struct CommandDefinition: Sendable {
    let schema: CommandSchema
    /// Reads arguments that the schema has checked.
    let read: @Sendable ([JSONValue.Member]) throws(ControlRefusal) -> ControlCommand.Request

    /// - Parameters:
    ///   - examples: Two lines of the command line.
    ///   - verbs: The words of the command line where they are not the command's name.
    init<Request: CommandRequest>(
        _ name: ControlCommand.Name, _ summary: String, examples: [String] = [], verbs: [CommandSchema.Verb]? = nil,
        _ request: @escaping @Sendable (Request) -> ControlCommand.Request
    ) {
        let arguments = Request.arguments
        schema = CommandSchema(
            name: name, summary: summary, parameters: arguments.map(\.parameter),
            verbs: verbs ?? [CommandSchema.Verb(name.rawValue, summary, examples: examples)])
        read = { (members) throws(ControlRefusal) in
            var value = Request()
            for argument in arguments {
                guard let member = members.first(where: { $0.key == argument.parameter.name }) else { continue }
                try argument.store(&value, member.value)
            }
            return request(value)
        }
    }

    /// A command without arguments.
    init(
        _ name: ControlCommand.Name, _ summary: String, examples: [String], _ request: ControlCommand.Request
    ) {
        schema = CommandSchema(
            name: name, summary: summary, parameters: [],
            verbs: [CommandSchema.Verb(name.rawValue, summary, examples: examples)])
        read = { _ in request }
    }
}

extension ControlCommand.Name {
    var definition: CommandDefinition {
        switch self {
        case .layout: LayoutRequest.definition
        case .main: MainRequest.definition
        case .swap: SwapRequest.definition
        case .inset: InsetRequest.definition
        case .divider: DividerRequest.definition
        case .zoom: ZoomRequest.definition
        case .switching: SwitchRequest.definition
        case .look: LookRequest.definition
        case .adjust: AdjustRequest.definition
        case .overlay: OverlayRequest.definition
        case .control: ControlRequest.definition
        case .controls: PresetRequest.definition
        case .gain: GainRequest.definition
        case .mute: MuteRequest.definition
        case .sound: SoundRequest.definition
        case .microphone: MicrophoneRequest.definition
        case .windFilter: WindFilterRequest.definition
        case .pause: .pause
        case .resume: .resume
        case .mark: MarkRequest.definition
        case .record: TakeRequest.definition
        case .stop: .stop
        case .split: .split
        case .bitrate: BitrateRequest.definition
        }
    }
}
