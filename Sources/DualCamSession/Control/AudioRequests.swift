import DualCamConfig

/// A request about a microphone that sets a key of the pipeline file.
protocol AudioRequest: MicrophoneCommand {
    /// Returns the setting of the pipeline file that the request stands for.
    func setting(of microphone: Microphone) -> LiveSetting
}

/// A command about one microphone.
protocol MicrophoneCommand: CommandRequest {
    /// Its name; `nil`: the only one.
    var microphone: String? { get set }
}

extension MicrophoneCommand {
    static var which: CommandArgument<Self> {
        .optional("microphone", \.microphone, .text, "which, where there are several", example: "room")
    }
}

package struct GainRequest: AudioRequest {
    var gain = Decibel(0)
    var microphone: String?

    static let definition = CommandDefinition(
        .gain, "make the sound louder or softer", examples: ["gain -3dB", "gain 6dB --microphone room"],
        ControlCommand.Request.gain)

    static var arguments: [CommandArgument<Self>] {
        [.required("gain", \.gain, .quantity(Microphone.gains), "how loud", example: "3dB"), which]
    }

    func setting(of microphone: Microphone) -> LiveSetting {
        LiveSetting("\(microphone.keyPath).gain", gain.notation)
    }
}

package struct MuteRequest: MicrophoneCommand {
    var isOn = false
    var microphone: String?

    static let definition = CommandDefinition(
        .mute, "record silence, or sound again",
        verbs: [
            .init(
                "mute", "record silence", implied: [.init("on", .bool(true))],
                examples: ["mute", "mute --microphone room"]),
            .init(
                "unmute", "record sound again", implied: [.init("on", .bool(false))],
                examples: ["unmute", "unmute --microphone room"]),
        ], ControlCommand.Request.mute)

    static var arguments: [CommandArgument<Self>] {
        [.required("on", \.isOn, .flag, "whether", example: .bool(true)), which]
    }
}

package struct WindFilterRequest: AudioRequest {
    var isOn = false
    var microphone: String?

    static let definition = CommandDefinition(
        .windFilter, "cut rumble below speech", examples: ["wind-filter on", "wind-filter off --microphone room"],
        ControlCommand.Request.windFilter)

    static var arguments: [CommandArgument<Self>] {
        [.required("on", \.isOn, .flag, "whether", example: .bool(true)), which]
    }

    func setting(of microphone: Microphone) -> LiveSetting {
        LiveSetting("\(microphone.keyPath).wind-filter", isOn ? "on" : "off")
    }
}

package struct SoundRequest: AudioRequest {
    var mode = SoundMode.natural
    var microphone: String?

    static let definition = CommandDefinition(
        .sound, "choose how the sound is cleaned", examples: ["sound studio", "sound in-frame --microphone room"],
        ControlCommand.Request.sound)

    static var arguments: [CommandArgument<Self>] {
        [.required("mode", \.mode, .choice, "the mode", example: "studio"), which]
    }

    func setting(of microphone: Microphone) -> LiveSetting {
        LiveSetting("\(microphone.keyPath).mode", mode.rawValue)
    }
}

package struct MicrophoneRequest: AudioRequest {
    /// `nil`: `none`.
    var device: MicrophoneDevice?
    var microphone: String?

    static let definition = CommandDefinition(
        .microphone, "record another microphone",
        examples: ["microphone pulse", "microphone alsa:hw:1,0 --microphone room"], ControlCommand.Request.microphone)

    static var arguments: [CommandArgument<Self>] {
        let kind = CommandSchema.Parameter.Kind.choice(
            ["auto", "pulse", "pipewire", "alsa"], other: "or as in alsa:hw:1,0 and file:clip.mp4")
        return [
            .required(
                "device", \.device, .written(as: kind) { (text) throws(Refusal) in try MicrophoneDevice.parse(text) },
                "the device", example: "pulse"),
            which,
        ]
    }

    func setting(of microphone: Microphone) -> LiveSetting {
        LiveSetting("\(microphone.keyPath).device", device?.notation ?? "none")
    }
}
