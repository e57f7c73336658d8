import DualCamConfig
import DualCamPlan

// MARK: Gain, filters, mute, microphone
extension SessionState {
    mutating func directSound(_ pending: inout PendingCommand) throws(ControlRefusal) {
        if let obstacle = soundObstacle { throw obstacle }
        let command = pending.command
        let microphone = try microphone(of: command)
        switch command.name {
        case .gain: try directSound(&pending, of: microphone, "gain", command["gain"]?.text)
        case .windFilter:
            try directSound(&pending, of: microphone, "wind-filter", command["on"]?.flag.map { $0 ? "on" : "off" })
        case .sound: try directSound(&pending, of: microphone, "mode", command["mode"]?.text)
        case .microphone: try directDevice(&pending, of: microphone, command["device"]?.text ?? "")
        default:
            // Lasts as long as the recording: it is no setting of the pipeline file.
            let isMuted = command["on"]?.flag ?? false
            direct(.sound(SoundDirection(microphone: microphone, isMuted: isMuted)), for: pending)
        }
    }

    private mutating func directSound(
        _ pending: inout PendingCommand, of microphone: Microphone, _ key: String, _ value: String?
    ) throws(ControlRefusal) {
        let pipeline = try redirect(&pending, [LiveSetting("\(microphone.keyPath).\(key)", value ?? "")])
        guard let changed = pipeline.microphones.first(where: { $0.name == microphone.name }) else {
            throw .noMicrophone
        }
        let isMuted = direction.muted.contains(microphone.name)
        direct(.sound(SoundDirection(microphone: changed, isMuted: isMuted)), for: pending)
    }

    private mutating func directDevice(
        _ pending: inout PendingCommand, of microphone: Microphone, _ device: String
    ) throws(ControlRefusal) {
        let pipeline = try redirect(&pending, [LiveSetting("\(microphone.keyPath).device", device)])
        guard let changed = pipeline.microphones.first(where: { $0.name == microphone.name }) else {
            throw ControlRefusal(
                .unsupported, "The microphone cannot be taken out of a recording.",
                advice: "Send mute to record silence.")
        }
        direct(.microphone(changed.input, changed.device), for: pending)
    }

    /// Where there is one, it need not be named.
    private func microphone(of command: ControlCommand) throws(ControlRefusal) -> Microphone {
        let all = direction.pipeline?.microphones ?? []
        guard let word = command["microphone"]?.text else {
            if all.count == 1 { return all[0] }
            throw ControlRefusal(
                .badRequest, "There are several microphones.",
                advice: "Say which as 'microphone': \(Wording.enumeration(all.map(\.name))).")
        }
        guard let microphone = all.first(where: { $0.name == word }) else {
            throw ControlRefusal(
                .badValue, "There is no microphone '\(word.prefix(60))'.",
                advice: Wording.sentence(Refusal.suggestion(for: word, among: all.map(\.name)) ?? ""))
        }
        return microphone
    }

    /// Why nothing of the sound can be changed now.
    private var soundObstacle: ControlRefusal? {
        guard let pipeline = direction.pipeline else {
            return ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        if pipeline.microphones.isEmpty { return .noMicrophone }
        guard phase == .running else {
            return ControlRefusal(
                .notNow, "The devices are being opened.", advice: "Try again when it is recording.")
        }
        return nil
    }

    /// Of several microphones with their names: `gain.room`.
    func soundSettings(_ pipeline: Pipeline) -> [ControlSetting] {
        guard !pipeline.microphones.isEmpty else { return settings(of: Microphone(), device: "none") }
        return pipeline.microphones.flatMap { settings(of: $0, device: $0.device.notation) }
    }

    private func settings(of microphone: Microphone, device: String) -> [ControlSetting] {
        let obstacle = soundObstacle?.message
        let modes = SoundMode.allCases.map(\.rawValue)
        let gain = ControlSetting.Range.number(-12...12, step: 0.5, unit: "dB")
        let isMuted = direction.muted.contains(microphone.name)
        let name = { (what: String) in microphone.isNamed ? "\(what).\(microphone.name)" : what }
        return [
            ControlSetting(name("gain"), .string(microphone.gain.notation), gain, by: .gain, obstacle: obstacle),
            ControlSetting(name("mute"), .bool(isMuted), .flag, by: .mute, obstacle: obstacle),
            ControlSetting(
                name("wind-filter"), .bool(microphone.windFilter), .flag, by: .windFilter, obstacle: obstacle),
            ControlSetting(
                name("sound"), .string(microphone.mode.rawValue), .choice(modes), by: .sound, obstacle: obstacle),
            ControlSetting(name("microphone"), .string(device), .text, by: .microphone, obstacle: obstacle),
        ]
    }
}

extension ControlRefusal {
    static let noMicrophone = ControlRefusal(
        .unsupported, "This recording has no microphone.", advice: "Begin one with a 'microphone' in its pipeline file."
    )
}
