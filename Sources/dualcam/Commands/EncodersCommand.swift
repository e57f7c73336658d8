import DualCamConfig
import DualCamGraph
import DualCamPlan

/// `dualcam encoders`
struct EncodersCommand: Command {
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "encoders", "list the encoders that this machine has",
        discussion: """
            Write a codec or an implementation as an encoder's 'use' in the pipeline file. A codec takes \
            the first of its implementations at hand in this list.
            """,
        options: [.flag("json", \.json, "print a JSON array of all that dualcam knows")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await Preparation.startGStreamer(quiet: json, in: place)
        let machine = try await BlockingCalls.perform { () throws(CommandFailure) in MachineProbe.facts() }
        let encoders = EncoderCatalog.list(on: machine).map(EncoderReport.init)
        place.output.write(
            json ? TerminalText(json: try JSONText.line(encoders)) : TerminalText(laidOut: Self.text(of: encoders)))
        return .finished
    }

    /// Returns the encoders at hand in columns, then the words of the others.
    static func text(of encoders: [EncoderReport]) -> String {
        let rows = encoders.filter(\.available).map { encoder in
            "\(HelpText.padded(encoder.codec, to: 7)) \(HelpText.padded(encoder.implementation, to: 10)) "
                + HelpText.padded(encoder.element, to: 18) + " " + encoder.containers.joined(separator: " ")
        }
        let others = encoders.filter { !$0.available }.map(\.implementation)
        let rest =
            others.isEmpty ? [] : [HelpText.wrap("Not on this machine: " + others.joined(separator: ", "), indent: 0)]
        return (rows + rest).map { $0 + "\n" }.joined()
    }
}

/// An encoder in `encoders --json`.
struct EncoderReport: Encodable, Equatable {
    /// The word with which `use` takes any implementation: `h264`.
    var codec: String
    /// The word with which `use` takes exactly this one: `x264`.
    var implementation: String
    /// GStreamer's name of the element.
    var element: String
    var available: Bool
    var hardware: Bool
    /// The words `preset` takes, fast to slow.
    var presets: [String]
    var containers: [String]
}

extension EncoderReport {
    init(_ facts: EncoderFacts) {
        self.init(
            codec: facts.codec.rawValue, implementation: facts.word, element: facts.element, available: facts.available,
            hardware: facts.isHardware, presets: facts.presets, containers: facts.containers.map(\.rawValue))
    }
}
