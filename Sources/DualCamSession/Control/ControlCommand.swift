package import DualCamConfig
package import DualCamPlan

/// The interface behind every endpoint: a session, or the loop that records one take after the other.
package protocol SessionController: Sendable {
    /// Returns the state and the settings that can be changed.
    func state() async -> ControlState

    /// Carries out a command, and returns when its effect holds. Throws `ControlRefusal` if it cannot be carried out.
    func perform(_ command: ControlCommand) async throws(ControlRefusal) -> ControlAnswer

    /// Returns a still picture of a camera or of `combined`.
    func snapshot(of output: OutputNameWord, as format: Snapshot.Format) async throws(ControlRefusal) -> Snapshot

    /// Starts a preview, which ends when its stream is released.
    func preview(_ request: PreviewRequest) async throws(ControlRefusal) -> AsyncStream<PreviewItem>

    /// Reports a warning that does not concern the recording itself.
    func warn(_ code: SessionEvent.WarningCode, _ message: String) async

    /// Returns a stream of the events from now on. A slow reader loses the oldest events.
    func news() async -> AsyncStream<ControlNews>
}

/// An output's name as a client wrote it. The output may not exist.
package typealias OutputNameWord = String

/// The result of a command.
package struct ControlAnswer: Sendable, Equatable {
    /// The running time of the first frame or sample that shows the change; `nil` if there is none or it is unknown.
    package var at: RunningTime?
    /// The values that hold now, with the keys of the command.
    package var members: [JSONValue.Member]

    package init(at: RunningTime?, _ members: [JSONValue.Member] = []) { (self.at, self.members) = (at, members) }

    /// The answer as JSON, such as `{"at": 12.5, "layout": "stacked"}`.
    package var json: JSONValue { .object([.init("at", .time(at))] + members) }
}

/// A command to a session, from any endpoint.
///
/// As JSON, the arguments are an object beside the name: `layout` with `{"layout": "stacked"}`. Quantities are written
/// as in the pipeline file, with their unit: `{"gain": "-3dB"}`.
package struct ControlCommand: Sendable, Equatable {
    /// The name of a command. The raw values are the words of the command line and of every interface.
    package enum Name: String, Sendable, Hashable, CaseIterable {
        case layout, main, swap, inset, divider, zoom
        case switching = "switch"
        case look, adjust
        case overlay
        case control, controls
        case gain, mute, sound, microphone
        case windFilter = "wind-filter"
        case delay
        case pause, resume, mark, record, stop, split, bitrate
    }

    package let name: Name
    /// The arguments as they were sent, which the answer repeats.
    package let arguments: [JSONValue.Member]
    /// The typed arguments, converted once when the command was made.
    var request: any CommandRequest

    /// Creates a command. Throws `badRequest` if the arguments do not match the command's schema, and `badValue` for a
    /// value that is not accepted.
    package init(_ name: Name, _ arguments: [JSONValue.Member] = []) throws(ControlRefusal) {
        let schema = name.schema
        try schema.check(arguments)
        (self.name, self.arguments) = (name, arguments)
        request = try schema.read(arguments)
    }

    /// Compares names and arguments, because the request follows from them.
    package static func == (left: ControlCommand, right: ControlCommand) -> Bool {
        left.name == right.name && left.arguments == right.arguments
    }

    /// Creates a command from its word. Throws `unknownCommand` with the nearest known command, or the errors of
    /// `init(_:_:)`.
    package init(named word: String, _ arguments: JSONValue) throws(ControlRefusal) {
        guard let name = Name(rawValue: word) else {
            throw .missing(word, "command", among: Name.allCases.map(\.rawValue), .unknownCommand)
        }
        guard let members = arguments.members else {
            throw ControlRefusal(
                .badRequest, "The arguments of \(word) are no JSON object.",
                advice: "Send one, as in \(name.schema.example.line).")
        }
        try self.init(name, members)
    }

    /// The file that the command names; `nil` if it names none.
    var file: CommandFile? {
        if case .table(let path)? = (request as? LookRequest)?.look { return .colourTable(path) }
        if case .file(let path)? = (request as? MicrophoneRequest)?.device { return .clip(path) }
        return nil
    }

    /// Stores the content of the file that the command names in the request.
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

/// The typed arguments of a command.
protocol CommandRequest: Sendable, Equatable {
    /// Creates the request without any argument.
    init()

    /// Requests the change from the machine, which answers `pending` when the change holds. Throws the reason if that
    /// is not possible.
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

/// A file that a command names, in the notation of the pipeline file.
package enum CommandFile: Sendable, Equatable {
    /// A .cube file.
    case colourTable(String)
    /// A recording from which a microphone's sound is played.
    case clip(String)

    /// The content of a readable file.
    package enum Content: Sendable, Equatable {
        case colourTable(ColourTable)
        /// The path of a clip, with `~` replaced by the home folder.
        case clip(String)
    }
}

extension Setting {
    /// The clip from which the setting plays a microphone; `nil` if there is none.
    package var clip: CommandFile? {
        let isDevice = key.hasSuffix(".device") && (key.hasPrefix("microphone.") || key.hasPrefix("microphones."))
        guard isDevice, value.hasPrefix("file:") else { return nil }
        return .clip(String(value.dropFirst("file:".count)))
    }
}
