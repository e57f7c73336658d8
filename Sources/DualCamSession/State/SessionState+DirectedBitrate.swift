import DualCamConfig
import DualCamPlan

// MARK: Bitrates
extension SessionState {
    mutating func directBitrate(_ pending: inout PendingCommand) throws(ControlRefusal) {
        let (word, text) = (pending.command["output"]?.text ?? "", pending.command["bitrate"]?.text ?? "")
        let output = OutputName(word)
        guard settings.outputs.contains(output) else {
            let known = Refusal.suggestion(for: word, among: settings.outputs.map(\.rawValue))
            throw ControlRefusal(
                .badValue, "There is no output '\(word.prefix(60))'.", advice: Wording.sentence(known ?? ""))
        }
        if let obstacle = order.bitrates[output]?.obstacle {
            throw ControlRefusal(
                .unsupported, Wording.sentence(obstacle), advice: "Write the bitrate into the pipeline file.")
        }
        let bitrate: Bitrate
        do throws(Refusal) { bitrate = try Bitrate(parsing: text) } catch {
            throw ControlRefusal(.badValue, Wording.sentence(error.message), advice: Wording.sentence(error.hint ?? ""))
        }
        _ = try redirect(&pending, [LiveSetting("encoders.\(word).bitrate", bitrate.notation)])
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
            // What `bitrate` may say in a pipeline file.
            let most = min(10_000_000_000, max(10_000, planned.highest.bitsPerSecond))
            let now = pipeline.encoders.settings(for: output).bitrate ?? planned.now
            return ControlSetting(
                "bitrate.\(output)", planned.obstacle == nil ? .integer(Int64(now.bitsPerSecond)) : .null,
                .number(10_000...Double(most), step: 1000, unit: "bps"), by: .bitrate, obstacle: planned.obstacle)
        }
    }
}
