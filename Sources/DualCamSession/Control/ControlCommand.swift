package import DualCamConfig
package import DualCamPlan
package import DualCamRecordings

/// The interface of a recording that every control endpoint uses. A single session and the loop that records one take
/// after another both implement it.
package protocol SessionController: Sendable {
    /// Returns the state of the recording, with the settings that can be changed.
    func state() async -> ControlState

    /// Carries out a command, and returns once the command has taken effect. Throws `ControlRefusal` if the command
    /// cannot be carried out.
    func perform(_ command: ControlCommand) async throws(ControlRefusal) -> ControlAnswer

    /// Returns a still picture of a camera, or of the combined picture (`combined`). Throws `ControlRefusal` if there
    /// is no such picture.
    func snapshot(of output: OutputNameWord, as format: Snapshot.Format) async throws(ControlRefusal) -> Snapshot

    /// Starts a preview. The preview ends when the returned stream is released. Throws `ControlRefusal` if the
    /// requested picture does not exist or is not available now.
    func preview(_ request: PreviewRequest) async throws(ControlRefusal) -> AsyncStream<PreviewItem>

    /// Reports a warning about something other than the recording itself, such as a control endpoint.
    func warn(_ code: SessionEvent.WarningCode, _ message: String) async

    /// Returns a stream of all events from now on. A slow reader loses the oldest events.
    func news() async -> AsyncStream<ControlNews>
}

/// The name of an output as a client wrote it. The output may not exist.
package typealias OutputNameWord = String

/// The answer to a command that was carried out.
package struct ControlAnswer: Sendable, Equatable {
    /// The running time of the first frame or sample that shows the change; `nil` if nothing shows it or the time is
    /// unknown.
    package var at: RunningTime?
    /// The values after the change, under the names of the command's arguments.
    package var members: [JSONValue.Member]

    package init(at: RunningTime?, _ members: [JSONValue.Member] = []) { (self.at, self.members) = (at, members) }

    /// The answer as JSON, such as `{"at": 12.5, "layout": "stacked"}`.
    package var json: JSONValue { .object([.init("at", .time(at))] + members) }
}

/// A command to a session, sent by any control endpoint.
///
/// In JSON, the arguments are an object next to the command's name: `layout` with `{"layout": "stacked"}`. Quantities
/// are written with their unit, as in the pipeline file: `{"gain": "-3dB"}`.
package struct ControlCommand: Sendable, Equatable {
    package typealias Name = CommandName

    package let name: Name
    /// The arguments as the client sent them. The answer repeats them.
    package let arguments: [JSONValue.Member]
    /// The command's arguments in typed form, converted when the command was created.
    var request: any CommandRequest

    /// Creates a command. Throws `badRequest` if the arguments do not match the command's schema, and `badValue` if a
    /// value is not accepted.
    package init(_ name: Name, _ arguments: [JSONValue.Member] = []) throws(ControlRefusal) {
        let schema = name.schema
        try schema.check(arguments)
        (self.name, self.arguments) = (name, arguments)
        request = try schema.read(arguments)
    }

    /// Compares commands by name and arguments; the typed request follows from these.
    package static func == (left: ControlCommand, right: ControlCommand) -> Bool {
        left.name == right.name && left.arguments == right.arguments
    }

    /// Creates a command from its name as a client wrote it. Throws `unknownCommand` with the most similar command as a
    /// suggestion, or the errors of `init(_:_:)`.
    package init(named word: String, _ arguments: JSONValue) throws(ControlRefusal) {
        guard let name = Name(rawValue: word) else {
            throw .missing(word, "command", among: Name.allCases.map(\.rawValue), .unknownCommand)
        }
        guard let members = arguments.members else {
            throw ControlRefusal(
                .badRequest, "The arguments of \(word) are not a JSON object.",
                advice: "Send one, as in \(name.schema.example.line).")
        }
        try self.init(name, members)
    }

    /// The file that the command's arguments name, such as a colour table; `nil` if they name none.
    var file: CommandFile? {
        if case .table(let path)? = (request as? LookRequest)?.look { return .colourTable(path) }
        if case .file(let path)? = (request as? MicrophoneRequest)?.device { return .clip(path) }
        return nil
    }

    /// Stores the content of the file that the command's arguments name in the typed request.
    mutating func accept(_ content: CommandFile.Content) {
        switch content {
        case .colourTable(let table):
            guard var look = request as? LookRequest else { return }
            look.table = table
            request = look
        case .clip(let path):
            guard var microphone = request as? MicrophoneRequest else { return }
            microphone.clip = path
            request = microphone
        }
    }
}

/// The typed arguments of a command, with the code that carries the command out.
protocol CommandRequest: Sendable, Equatable {
    /// Creates the request with default values, before any argument is stored.
    init()

    /// Requests the command's change from the session machine. The machine answers the command, with the values in
    /// `pending`, once the change has taken effect. Throws a `ControlRefusal` if the change is not possible.
    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal)
}

extension ControlCommand.Name {
    package var schema: CommandSchema {
        switch self {
        case .layout: LayoutRequest.schema
        case .main: MainRequest.schema
        case .swap: SwapRequest.schema
        case .inset: InsetRequest.schema
        case .divider: DividerRequest.schema
        case .zoom: ZoomRequest.schema
        case .switching: SwitchRequest.schema
        case .look: LookRequest.schema
        case .adjust: AdjustRequest.schema
        case .overlay: OverlayRequest.schema
        case .control: ControlRequest.schema
        case .controls: PresetRequest.schema
        case .gain: GainRequest.schema
        case .mute: MuteRequest.schema
        case .sound: SoundRequest.schema
        case .microphone: MicrophoneRequest.schema
        case .windFilter: WindFilterRequest.schema
        case .delay: DelayRequest.schema
        case .pause: PlainRequest.pause
        case .resume: PlainRequest.resume
        case .mark: MarkRequest.schema
        case .record: TakeRequest.schema
        case .stop: PlainRequest.stop
        case .split: PlainRequest.split
        case .bitrate: BitrateRequest.schema
        }
    }
}

/// A file that a command's arguments name. The path is written as in the pipeline file.
package enum CommandFile: Sendable, Equatable {
    /// A colour table in a .cube file.
    case colourTable(String)
    /// A clip: a media file whose sound is played in place of a microphone.
    case clip(String)

    /// The content of a file that was read for a command.
    package enum Content: Sendable, Equatable {
        case colourTable(ColourTable)
        /// The path of a clip, with a leading `~` replaced by the home folder.
        case clip(String)
    }
}

extension Setting {
    /// The clip file that this setting assigns to a microphone; `nil` if the setting assigns none.
    package var clip: CommandFile? {
        let isDevice = key.hasSuffix(".device") && (key.hasPrefix("microphone.") || key.hasPrefix("microphones."))
        guard isDevice, value.hasPrefix("file:") else { return nil }
        return .clip(String(value.dropFirst("file:".count)))
    }
}
