/// `dualcam plan` for people.
enum PlanText {
    static func text(_ report: PlanReport) -> String {
        let outputs = report.outputs.map { (name: $0.name, text: line($0)) }
        let sound = report.sound.map { [(name: "sound", text: line($0))] } ?? []
        let notes = report.notes.isEmpty ? "" : "\nNotes:\n" + HelpText.table(report.notes.map { ("-", $0) }) + "\n"
        return """
            \(report.name)

            Inputs:
            \(HelpText.table(report.inputs.map { ($0.name, $0.source) }))

            Outputs:
            \(HelpText.table(outputs + sound))

            All files:  \(Wording.bytes(report.bytesPerHour)) an hour
            Cost:       \(cost(report.cost))

            """ + notes
    }

    private static func line(_ output: PlanReport.Output) -> String {
        let encoder = [output.encoder, output.preset, output.profile].compactMap { $0 }.joined(separator: " ")
        return [
            "\(output.width)x\(output.height) at \(output.rate)", encoder, "\(Wording.bitrate(output.bitrate))",
            output.container, "\(Wording.bytes(output.bytesPerHour)) an hour",
        ].joined(separator: ", ")
    }

    private static func line(_ sound: PlanReport.Sound) -> String {
        "\(sound.codec), \(sound.rate) Hz, \(sound.channels) channels, \(Wording.bitrate(sound.bitrate)), in every file"
    }

    private static func cost(_ cost: PlanReport.Cost) -> String {
        let percent = Wording.number(cost.total * 100, fractionDigits: 0)
        let cores = Wording.number(cost.cpu.cores, fractionDigits: 2)
        return "\(percent) % of this machine (\(cores) cores busy), by estimate"
    }
}
