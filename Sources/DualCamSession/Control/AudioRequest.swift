import DualCamConfig
import DualCamPlan

/// A request that changes a microphone's setting in the pipeline file.
protocol AudioRequest: MicrophoneCommand {
    /// Changes the setting of `microphone` in the pipeline that `edit` contains. Throws `unsupported` if the request
    /// names the device `none`, because a microphone cannot be removed from a recording.
    func change(_ edit: inout PipelineEdit, of microphone: Microphone) throws(ControlRefusal)
}

/// A command that applies to one microphone.
protocol MicrophoneCommand: CommandRequest {
    /// The name of the microphone to which the command applies; `nil` for the only microphone.
    var microphone: String? { get set }
}

extension AudioRequest {
    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        let changed = try changed(&pending, by: machine)
        let isMuted = machine.direction.muted.contains(changed.name) && !planted(.gainUnmutes)
        machine.direct(.sound(SoundDirection(microphone: changed, isMuted: isMuted)), for: pending)
    }

    /// Stores the changed pipeline in `pending`, and returns the microphone with its new settings.
    fileprivate func changed(
        _ pending: inout PendingCommand, by machine: SessionMachine
    ) throws(ControlRefusal) -> Microphone {
        let microphone = try machine.microphone(self.microphone)
        var edit = try machine.directedPipeline()
        try change(&edit, of: microphone)
        return try machine.redirect(&pending, edit)[microphone: microphone.name]
    }
}

extension MicrophoneCommand {
    static var which: CommandArgument<Self> {
        .optional("microphone", \.microphone, .text, "the microphone, if there are several", example: "room")
    }
}

struct GainRequest: AudioRequest {
    var gain = Decibel(0)
    var microphone: String?

    static let schema = command(
        .gain, "set the gain of a microphone", examples: ["gain -3dB", "gain 6dB --microphone room"],
        [.required("gain", \.gain, .quantity(Microphone.gains), "the gain", example: "3dB"), which])

    func change(_ edit: inout PipelineEdit, of microphone: Microphone) {
        edit.set("\(microphone.keyPath).gain", \.[microphone: microphone.name].gain, gain)
    }
}

/// A request to mute or unmute a microphone. A muted microphone stays muted until the recording ends. Muting is not a
/// setting of the pipeline file.
struct MuteRequest: MicrophoneCommand {
    var isOn = false
    var microphone: String?

    static let schema = command(
        .mute, "mute or unmute a microphone",
        verbs: [
            .init(
                word: "mute", summary: "mute a microphone", implied: [.init("on", .bool(true))],
                examples: ["mute", "mute --microphone room"]),
            .init(
                word: "unmute", summary: "unmute a microphone", implied: [.init("on", .bool(false))],
                examples: ["unmute", "unmute --microphone room"]),
        ],
        [.required("on", \.isOn, .flag, "whether the microphone is muted", example: .bool(true)), which])

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        let microphone = try machine.microphone(microphone)
        machine.direct(.sound(SoundDirection(microphone: microphone, isMuted: isOn)), for: pending)
    }
}

struct WindFilterRequest: AudioRequest {
    var isOn = false
    var microphone: String?

    static let schema = command(
        .windFilter, "turn the wind-noise filter on or off",
        examples: ["wind-filter on", "wind-filter off --microphone room"],
        [.required("on", \.isOn, .flag, "whether the filter is on", example: .bool(true)), which])

    func change(_ edit: inout PipelineEdit, of microphone: Microphone) {
        edit.set("\(microphone.keyPath).wind-filter", \.[microphone: microphone.name].windFilter, isOn)
    }
}

struct SoundRequest: AudioRequest {
    var mode = SoundMode.natural
    var microphone: String?

    static let schema = command(
        .sound, "choose how the sound is processed", examples: ["sound studio", "sound in-frame --microphone room"],
        [.required("mode", \.mode, .choice, "the processing mode", example: "studio"), which])

    func change(_ edit: inout PipelineEdit, of microphone: Microphone) {
        edit.set("\(microphone.keyPath).mode", \.[microphone: microphone.name].mode, to: mode, as: mode.rawValue)
    }
}

struct MicrophoneRequest: AudioRequest {
    /// The device that the microphone should use; `nil` if the command names the device `none`.
    var device: MicrophoneDevice?
    /// The path of the clip that `device` names, with the home folder instead of a leading `~`; `nil` until the file
    /// has been checked.
    var clip: String?
    var microphone: String?

    static let schema = command(
        .microphone, "record from another audio device",
        examples: ["microphone pulse", "microphone alsa:hw:1,0 --microphone room"],
        [
            .required(
                "device", \.device,
                .written(
                    as: .choice(
                        ["auto", "pulse", "pipewire", "alsa"], other: "or a device such as alsa:hw:1,0 or file:clip.mp4"
                    ),
                    MicrophoneDevice.parse(_:)), "the device", example: "pulse"),
            which,
        ])

    func change(_ edit: inout PipelineEdit, of microphone: Microphone) throws(ControlRefusal) {
        guard let device else {
            throw ControlRefusal(
                .unsupported, "The microphone cannot be taken out of a recording.",
                advice: "Send mute to record silence.")
        }
        edit.set(
            "\(microphone.keyPath).device", \.[microphone: microphone.name].device,
            to: clip.map(MicrophoneDevice.file) ?? device, as: device.notation)
    }

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        let changed = try changed(&pending, by: machine)
        machine.direct(.microphone(changed.input, changed.device), for: pending)
    }
}

// MARK: Settings
extension SessionMachine {
    /// Returns the microphone with this name. The name may be `nil` if there is only one microphone. Throws
    /// `badRequest` if the name is missing, `badValue` if it is unknown, and the reason if no audio setting can be
    /// changed now.
    fileprivate func microphone(_ name: String?) throws(ControlRefusal) -> Microphone {
        if let obstacle = soundObstacle { throw obstacle }
        let all = direction.pipeline?.microphones ?? []
        guard let word = name else {
            if all.count == 1 || planted(.firstOfSeveral) { return all[0] }
            throw ControlRefusal(
                .badRequest, "There are several microphones.",
                advice: "Say which as 'microphone': \(all.map(\.name).enumeration).")
        }
        guard let microphone = all.first(where: { $0.name == word }) else {
            throw .missing(word, "microphone", among: all.map(\.name))
        }
        return microphone
    }

    /// The reason why no audio setting can be changed now; `nil` if audio settings can be changed.
    private var soundObstacle: ControlRefusal? {
        guard let pipeline = direction.pipeline else {
            return ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        if pipeline.microphones.isEmpty { return .noMicrophone }
        guard phase == .running || life.isStanding else {
            return ControlRefusal(.notNow, "The devices are being opened.", advice: "Try again when it is recording.")
        }
        return nil
    }

    /// Returns the audio settings of all microphones. If a microphone has a name, the settings' names end with it, such
    /// as `gain.room`.
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
