import DualCamConfig
import DualCamPlan

// MARK: Bitrates
extension SessionMachine {
    mutating func directBitrate(
        _ pending: inout PendingCommand, _ request: BitrateRequest
    ) throws(ControlRefusal) {
        let (output, bitrate) = (request.output, request.bitrate)
        guard settings.outputs.contains(output) else {
            let known = Refusal.suggestion(for: output.rawValue, among: settings.outputs.map(\.rawValue))
            throw ControlRefusal(
                .badValue, "There is no output '\(output.rawValue.prefix(60))'.", advice: Wording.sentence(known ?? "")
            )
        }
        if let obstacle = order.bitrates[output]?.obstacle {
            throw ControlRefusal(
                .unsupported, Wording.sentence(obstacle), advice: "Write the bitrate into the pipeline file.")
        }
        _ = try redirect(&pending, [LiveSetting("encoders.\(output).bitrate", bitrate.notation)])
        if let most = order.bitrates[output]?.highest, bitrate.bitsPerSecond > most.bitsPerSecond {
            throw ControlRefusal(
                .badValue, "\(bitrate) is more than the encoder of \(output) can be set to.",
                advice: "Its highest is \(most).")
        }
        direct(.bitrate(output, bitrate), for: pending)
    }

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
