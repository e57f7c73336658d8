import DualCamConfig
import DualCamPlan
import DualCamRecordings

struct BitrateRequest: CommandRequest {
    var output = OutputName("")
    var bitrate = Encoders.bitrates.lowerBound

    static let schema = command(
        .bitrate, "change the bitrate of an output", examples: ["bitrate combined 6Mbps", "bitrate back 800kbps"],
        [
            .required("output", \.output, .written(as: .text) { OutputName($0) }, "the output", example: "combined"),
            .required("bitrate", \.bitrate, .quantity(Encoders.bitrates), "the bitrate", example: "6Mbps"),
        ])

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        guard machine.settings.outputs.contains(output) || planted(.bitrateOfStranger) else {
            throw .missing(output.rawValue, "output", among: machine.settings.outputs.map(\.rawValue))
        }
        if let obstacle = machine.order.bitrates[output]?.obstacle {
            throw ControlRefusal(
                .unsupported, Sentence.text(obstacle), advice: "Write the bitrate into the pipeline file.")
        }
        var edit = try machine.directedPipeline()
        edit.set("encoders.\(output).bitrate", \.[encoder: output].bitrate, bitrate)
        _ = try machine.redirect(&pending, edit)
        if let most = machine.order.bitrates[output]?.highest, bitrate.bitsPerSecond > most.bitsPerSecond,
            !planted(.bitrateBeyondEncoder)
        {
            throw ControlRefusal(
                .badValue, "\(bitrate) is more than the encoder of \(output) can be set to.",
                advice: "Its highest is \(most).")
        }
        machine.direct(.bitrate(output, bitrate), for: pending)
    }
}

// MARK: Settings
extension SessionMachine {
    func bitrateSettings(_ pipeline: Pipeline) -> [ControlSetting] {
        settings.outputs.compactMap { output in
            guard let planned = order.bitrates[output] else { return nil }
            let least = Encoders.bitrates.lowerBound
            let most = min(Encoders.bitrates.upperBound, max(least, planned.highest))
            let now = pipeline.encoders.settings(for: output).bitrate ?? planned.now
            return ControlSetting(
                "bitrate.\(output)", planned.obstacle == nil ? .integer(Int64(now.bitsPerSecond)) : .null,
                .number(
                    Double(least.bitsPerSecond)...Double(most.bitsPerSecond), step: 1000, unit: "bps"), by: .bitrate,
                obstacle: planned.obstacle)
        }
    }
}
