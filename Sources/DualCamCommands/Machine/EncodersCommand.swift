import CommandLine
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// The `dualcam encoders` command, which lists the video encoders of this machine.
struct EncodersCommand: Command {
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "encoders", "list the video encoders available on this machine",
        discussion: """
            Write a codec or an implementation as an encoder's 'use' in the pipeline file. A codec selects its first \
            implementation in this list that is available.
            """,
        options: [.flag("json", \.json, "print a JSON array of all encoders that dualcam knows")])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await place.startGStreamer(quiet: json)
        let machine = try await BlockingCalls.perform { () throws(CommandFailure) in MachineProbe.facts() }
        let encoders = EncoderCatalog.list(on: machine)
        place.output.write(
            json ? try TerminalText(encoding: encoders) : TerminalText(laidOut: Self.text(of: encoders)))
        return .finished
    }

    /// Returns the encoders as text for users: the available encoders in columns, followed by the names of those that
    /// this machine lacks.
    static func text(of encoders: [EncoderFacts]) -> String {
        let rows = encoders.filter(\.available).map { encoder in
            "\(HelpText.padded(encoder.codec.rawValue, to: 7)) \(HelpText.padded(encoder.word, to: 10)) "
                + HelpText.padded(encoder.element, to: 18) + " "
                + encoder.containers.map(\.rawValue).joined(separator: " ")
        }
        let others = encoders.filter { !$0.available }.map(\.word)
        let rest =
            others.isEmpty ? [] : [HelpText.wrap("Not on this machine: " + others.joined(separator: ", "), indent: 0)]
        return (rows + rest).map { $0 + "\n" }.joined()
    }
}
