import CommandLine
import DualCamPlan
import DualCamRecordings

extension PlanSummary {
    /// Returns the text that `dualcam plan` prints about a recording's plan.
    ///
    /// - Parameter changes: The changes that would make the recording fit the machine, one per line.
    func text(inputs: PlannedInputs, changes: [String] = []) -> String {
        let files = outputs.flatMap { output in
            [(name: output.name.rawValue, text: Self.line(output))]
                + (output.reason.map { [(name: "", text: $0)] } ?? [])
        }
        let sound = sounds.map { track in
            (
                name: (["sound"] + [track.microphones.joined(separator: "+")]).filter { !$0.isEmpty }.joined(
                    separator: " "),
                text: Self.line(track)
            )
        }
        let sources = inputs.described.map { ($0.name.printable, $0.source.printable) }
        let remarks = notes.map { ("-", $0.printable) }
        let told = notes.isEmpty ? "" : "\nNotes:\n" + HelpText.table(remarks) + "\n"
        let fitting =
            changes.isEmpty
            ? "" : "Each of these makes it fit:\n" + changes.map(\.printable).joined(separator: "\n") + "\n"
        return """
            \(inputs.pipeline.name.printable)

            Inputs:
            \(HelpText.table(sources))

            Outputs:
            \(HelpText.table(files + sound))

            All files:  \(Wording.bytes(bytesPerHour)) an hour

            Cost:
            \(HelpText.table(cost.rows + [("total", "\(cost.total.percent) (\(cost.binding.rawValue))")]))

            Branches:
            \(HelpText.table(Self.branches(of: cost)))

            \(HelpText.wrap(cost.verdict, indent: 0))

            """ + fitting + told
    }

    private static func line(_ output: PlanSummary.Output) -> String {
        let encoder = [output.encoder, output.preset, output.speed.map { "(\($0.rawValue))" }, output.profile]
            .compactMap { $0 }.joined(separator: " ")
        let keyFrames = output.keyframes == nil ? ["the camera's own key frames"] : []
        return
            (["\(output.size.width)x\(output.size.height) at \(output.rate.notation)", encoder] + keyFrames + [
                "\(Wording.bitrate(output.bitrate))", output.container.rawValue,
                "\(Wording.bytes(output.bytesPerHour)) an hour",
            ]).joined(separator: ", ")
    }

    private static func line(_ sound: PlanSummary.Sound) -> String {
        "\(sound.codec.rawValue), \(sound.rate) Hz, \(sound.channels) channels, \(Wording.bitrate(sound.bitrate)), in every file"
    }

    /// Returns the branches of a recording, each with its cost estimate as text. Leaves out branches that use less than
    /// 0.005 cores and write no data.
    private static func branches(of cost: RecordingCost) -> [(name: String, text: String)] {
        let rows = cost.branches.compactMap { branch -> (name: String, text: String)? in
            let bytes = branch.bytesPerSecond.map { ["\(Wording.bytes($0)) a second"] } ?? []
            let cores = branch.cores >= 0.005 ? ["\(Wording.number(branch.cores, fractionDigits: 2)) cores"] : []
            return cores.isEmpty && bytes.isEmpty
                ? nil : (branch.name.rawValue, (cores + bytes).joined(separator: ", "))
        }
        let base = cost.cpu.base
        return rows + (base < 0.005 ? [] : [("(no branch)", "\(Wording.number(base, fractionDigits: 2)) cores")])
    }
}
