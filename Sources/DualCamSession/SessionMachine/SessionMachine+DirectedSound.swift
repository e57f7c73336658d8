import DualCamConfig
import DualCamPlan

// MARK: Gain, filters, mute, microphone
extension SessionMachine {
    /// A setting of a microphone that its pipeline file has, but its device.
    mutating func directSound(_ pending: inout PendingCommand, _ request: some AudioRequest) throws(ControlRefusal) {
        let changed = try redirected(&pending, request)
        guard let changed else { throw .noMicrophone }
        let isMuted = direction.muted.contains(changed.name)
        direct(.sound(SoundDirection(microphone: changed, isMuted: isMuted)), for: pending)
    }

    /// Lasts as long as the recording: it is no setting of the pipeline file.
    mutating func directMute(_ pending: inout PendingCommand, _ request: MuteRequest) throws(ControlRefusal) {
        let microphone = try microphone(request.microphone)
        direct(.sound(SoundDirection(microphone: microphone, isMuted: request.isOn)), for: pending)
    }

    mutating func directMicrophone(
        _ pending: inout PendingCommand, _ request: MicrophoneRequest
    ) throws(ControlRefusal) {
        guard let changed = try redirected(&pending, request) else {
            throw ControlRefusal(
                .unsupported, "The microphone cannot be taken out of a recording.",
                advice: "Send mute to record silence.")
        }
        direct(.microphone(changed.input, changed.device), for: pending)
    }

    /// The microphone that is meant as it will be; `nil`: it is none any more.
    private mutating func redirected(
        _ pending: inout PendingCommand, _ request: some AudioRequest
    ) throws(ControlRefusal) -> Microphone? {
        let microphone = try microphone(request.microphone)
        let pipeline = try redirect(&pending, [request.setting(of: microphone)])
        return pipeline.microphones.first { $0.name == microphone.name }
    }

    /// Returns the microphone that is meant; the only one need not be named.
    private func microphone(_ name: String?) throws(ControlRefusal) -> Microphone {
        if let obstacle = soundObstacle { throw obstacle }
        let all = direction.pipeline?.microphones ?? []
        guard let word = name else {
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

    /// The reason why nothing of the sound can be changed now.
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

    /// Returns the settings of all microphones; those with a name carry it: `gain.room`.
    func soundSettings(_ pipeline: Pipeline) -> [ControlSetting] {
        guard !pipeline.microphones.isEmpty else { return settings(of: Microphone(), device: "none") }
        return pipeline.microphones.flatMap { settings(of: $0, device: $0.device.notation) }
    }

    private func settings(of microphone: Microphone, device: String) -> [ControlSetting] {
        let obstacle = soundObstacle?.message
        let modes = SoundMode.allCases.map(\.rawValue)
        let gain = ControlSetting.Range.decibel(Microphone.gains)
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
    static var noMicrophone: ControlRefusal {
        ControlRefusal(
            .unsupported, "This recording has no microphone.",
            advice: "Begin one with a 'microphone' in its pipeline file."
        )
    }
}
