package import DualCamConfig

/// A person's change of a running graph. Each direction states its subject completely, and the graph changes the
/// differences.
package enum Direction: Sendable, Equatable {
    /// The settings of the combined picture, all applied on one frame.
    case picture(PictureDirection)
    case sound(SoundDirection)
    /// The V4L2 controls of cameras, applied now and whenever their devices return.
    case controls([DirectedControls])
    /// The bitrate of an output's encoder, applied at once; throttles take their share of it.
    case bitrate(OutputName, Bitrate)
    /// Another device for one of the microphones, without a gap in its tracks.
    case microphone(InputName, MicrophoneDevice)
    /// The delay of an input's pictures or sound from the answered running time on. Buffers in between are held back or
    /// left out.
    case delay(InputName, InputDelay)
    /// A pause: recording stops at the answered running time, while cameras, mixer and microphone continue.
    case pause
    /// The end of a pause: recording continues at the answered running time, directly behind the part before the pause.
    case resume
}

/// The controls to set on one camera; if two disagree, the later one wins.
package struct DirectedControls: Sendable, Equatable {
    package var camera: InputName
    package var controls: [CameraControl]

    package init(camera: InputName, controls: [CameraControl]) { (self.camera, self.controls) = (camera, controls) }
}

/// The settings of one microphone's sound, in the terms of a pipeline file.
package struct SoundDirection: Sendable, Equatable {
    /// The microphone with its name, gain, filters and mode; its device, rate and channels are not changed.
    package var microphone: Microphone
    package var isMuted: Bool

    package init(microphone: Microphone, isMuted: Bool = false) {
        (self.microphone, self.isMuted) = (microphone, isMuted)
    }
}

/// A still picture in full size.
package struct Snapshot: Sendable, Equatable {
    /// The format of the file. The raw values are the words of commands and the file extensions.
    package enum Format: String, Sendable, Hashable, CaseIterable { case jpeg, png }

    /// The file's content.
    package var bytes: [UInt8]
    /// The frame's running time.
    package var at: RunningTime

    package init(bytes: [UInt8], at: RunningTime) { (self.bytes, self.at) = (bytes, at) }
}

/// The levels of a microphone's sound over a tenth of a second.
package struct SoundLevels: Sendable, Equatable {
    package var microphone: InputName
    /// The peak levels in dBFS, 0 and below, one for each channel. Silence is -120.
    package var peak: [Double]
    package var rms: [Double]
    /// True when the clip that plays the microphone has no sound here, because its sound is shorter than its round.
    package var isClipResting = false

    package init(of microphone: InputName = .microphone, peak: [Double], rms: [Double]) {
        (self.microphone, self.peak, self.rms) = (microphone, peak, rms)
    }
}

/// The name of an input: a camera's name, `microphone`, or `microphone.NAME` for one of several.
package struct InputName: Sendable, Hashable, CustomStringConvertible {
    package static let microphone = InputName(Microphone.unnamed)
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// - Parameter name: a microphone's name as in `Microphone.name`.
    package init(microphone name: String) {
        rawValue = name == Microphone.unnamed ? name : Self.microphones + name
    }

    private static let microphones = Microphone.unnamed + "."

    package var isMicrophone: Bool { microphoneName != nil }

    /// The name as in `Microphone.name`; `nil` for a camera, whose name has no dot.
    package var microphoneName: String? {
        if self == .microphone { return rawValue }
        return rawValue.hasPrefix(Self.microphones) ? String(rawValue.dropFirst(Self.microphones.count)) : nil
    }

    /// The name for people: `back`, `microphone`, `microphone room`.
    package var title: String {
        rawValue == Microphone.unnamed ? rawValue : microphoneName.map { "\(Microphone.unnamed) \($0)" } ?? rawValue
    }

    /// The name in a sentence: `camera back`, `the microphone`, `microphone room`.
    package var noun: String {
        if self == .microphone { return "the \(rawValue)" }
        return isMicrophone ? title : "camera \(rawValue)"
    }

    package var description: String { rawValue }
}

extension Microphone {
    /// The name among a recording's inputs.
    package var input: InputName { InputName(microphone: name) }
}
