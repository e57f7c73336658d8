import DualCamConfig
import DualCamPlan

// MARK: Gain, filters, mute, microphone
extension SessionState {
    mutating func directSound(_ pending: inout PendingCommand) throws(ControlRefusal) {
        if let obstacle = soundObstacle { throw obstacle }
        let command = pending.command
        switch command.name {
        case .gain: try directSound(&pending, "microphone.gain", command["gain"]?.text)
        case .windFilter:
            try directSound(&pending, "microphone.wind-filter", command["on"]?.flag.map { $0 ? "on" : "off" })
        case .sound: try directSound(&pending, "microphone.mode", command["mode"]?.text)
        case .microphone: try directMicrophone(&pending, command["device"]?.text ?? "")
        default: try mute(&pending, command["on"]?.flag ?? false)
        }
    }

    private mutating func directSound(_ pending: inout PendingCommand, _ key: String, _ value: String?)
        throws(ControlRefusal)
    {
        let pipeline = try redirect(&pending, [LiveSetting(key, value ?? "")])
        guard let microphone = pipeline.microphone else { throw .noMicrophone }
        direct(.sound(SoundDirection(microphone: microphone, isMuted: direction.isMuted)), for: pending)
    }

    /// Lasts as long as the recording: it is no setting of the pipeline file.
    private mutating func mute(_ pending: inout PendingCommand, _ isMuted: Bool) throws(ControlRefusal) {
        guard let microphone = direction.pipeline?.microphone else { throw .noMicrophone }
        direct(.sound(SoundDirection(microphone: microphone, isMuted: isMuted)), for: pending)
    }

    private mutating func directMicrophone(_ pending: inout PendingCommand, _ device: String) throws(ControlRefusal) {
        let pipeline = try redirect(&pending, [LiveSetting("microphone.device", device)])
        guard let microphone = pipeline.microphone else {
            throw ControlRefusal(
                .unsupported, "The microphone cannot be taken out of a recording.",
                advice: "Send mute to record silence.")
        }
        direct(.microphone(microphone.device), for: pending)
    }

    /// Why nothing of the sound can be changed now.
    private var soundObstacle: ControlRefusal? {
        guard let pipeline = direction.pipeline else {
            return ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        if pipeline.microphone == nil { return .noMicrophone }
        guard phase == .running else {
            return ControlRefusal(
                .notNow, "The devices are being opened.", advice: "Try again when it is recording.")
        }
        return nil
    }

    func soundSettings(_ pipeline: Pipeline) -> [ControlSetting] {
        let microphone = pipeline.microphone ?? Microphone()
        let obstacle = soundObstacle?.message
        let modes = SoundMode.allCases.map(\.rawValue)
        let gain = ControlSetting.Range.number(-12...12, step: 0.5, unit: "dB")
        let device = pipeline.microphone?.device.notation ?? "none"
        return [
            ControlSetting("gain", .string(microphone.gain.notation), gain, by: .gain, obstacle: obstacle),
            ControlSetting("mute", .bool(direction.isMuted), .flag, by: .mute, obstacle: obstacle),
            ControlSetting("wind-filter", .bool(microphone.windFilter), .flag, by: .windFilter, obstacle: obstacle),
            ControlSetting("sound", .string(microphone.mode.rawValue), .choice(modes), by: .sound, obstacle: obstacle),
            ControlSetting("microphone", .string(device), .text, by: .microphone, obstacle: obstacle),
        ]
    }
}

extension ControlRefusal {
    static let noMicrophone = ControlRefusal(
        .unsupported, "This recording has no microphone.", advice: "Begin one with a 'microphone' in its pipeline file."
    )
}
