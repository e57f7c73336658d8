/// `dualcam encoders`
struct EncodersCommand: Command {
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "encoders", "list the encoders that this machine has",
        discussion: """
            Write a codec or an implementation as an encoder's 'use' in the pipeline file. A codec takes \
            the first implementation at hand in this list.
            """,
        options: [.flag("json", \.json, "print a JSON array")])

    func run(in place: Workplace) async throws(CommandFailure) -> ExitCode {
        try await Wiring.prepare(in: place)
        let encoders = try await Wiring.encoders()
        place.output.write(json ? try JSONText.line(encoders) : Self.text(of: encoders))
        return .finished
    }

    static func text(of encoders: [EncoderReport]) -> String {
        encoders.map { encoder in
            let state = encoder.available ? "" : "  (not at hand)"
            return [
                HelpText.padded(encoder.codec, to: 7), HelpText.padded(encoder.implementation, to: 14),
                encoder.element + state,
            ].joined(separator: " ") + "\n"
        }.joined()
    }
}

/// An encoder in `encoders --json`.
struct EncoderReport: Encodable, Equatable {
    /// What `use` takes for any implementation: `h264`.
    var codec: String
    /// What `use` takes for exactly this one: `x264`.
    var implementation: String
    /// GStreamer's name of the element.
    var element: String
    var hardware: Bool
    var available: Bool
}
