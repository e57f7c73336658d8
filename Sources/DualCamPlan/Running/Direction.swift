package import DualCamConfig

/// A person's change of a running graph. The session says the whole of a subject; the graph changes what differs.
package enum Direction: Sendable, Equatable {
    /// The combined picture, all of it on one frame.
    case picture(PictureDirection)
    case sound(SoundDirection)
    /// V4L2 controls of cameras, now and whenever their devices return.
    case controls([DirectedControls])
    /// An output's encoder, at once; throttles take their share of it.
    case bitrate(OutputName, Bitrate)
    /// Another device for one of the microphones, without a gap in its tracks.
    case microphone(InputName, MicrophoneDevice)
    /// An input's pictures or sound are made later by so much, from the answered running time on: what lies between is held, or left out.
    case delay(InputName, InputDelay)
    /// Nothing is recorded from the answered running time on; cameras, mixer and microphone go on.
    case pause
    /// Recording goes on from the answered running time, behind the part before the pause.
    case resume
}

/// Controls of one camera; of two that disagree the later one counts.
package struct DirectedControls: Sendable, Equatable {
    package var camera: InputName
    package var controls: [CameraControl]

    package init(camera: InputName, controls: [CameraControl]) { (self.camera, self.controls) = (camera, controls) }
}

/// The settings of one microphone's sound, as a pipeline file would have them.
package struct SoundDirection: Sendable, Equatable {
    /// The microphone by its name, with its gain, filters and mode; its device, rate and channels stay.
    package var microphone: Microphone
    package var isMuted: Bool

    package init(microphone: Microphone, isMuted: Bool = false) {
        (self.microphone, self.isMuted) = (microphone, isMuted)
    }
}

/// A still picture in full size.
package struct Snapshot: Sendable, Equatable {
    /// The raw values are the words of commands and files' extensions.
    package enum Format: String, Sendable, Hashable, CaseIterable { case jpeg, png }

    /// The file's content.
    package var bytes: [UInt8]
    /// The frame's running time.
    package var at: RunningTime

    package init(bytes: [UInt8], at: RunningTime) { (self.bytes, self.at) = (bytes, at) }
}

/// The loudness of a microphone's sound, over a tenth of a second.
package struct SoundLevels: Sendable, Equatable {
    package var microphone: InputName
    /// dBFS, 0 and below; one for each channel. Silence is -120.
    package var peak: [Double]
    package var rms: [Double]
    /// The clip that plays the microphone has no sound here: its sound is shorter than its round.
    package var isClipResting = false

    package init(of microphone: InputName = .microphone, peak: [Double], rms: [Double]) {
        (self.microphone, self.peak, self.rms) = (microphone, peak, rms)
    }
}

/// A camera's name, `microphone`, or `microphone.NAME` for one of several.
package struct InputName: Sendable, Hashable, CustomStringConvertible {
    package static let microphone = InputName(Microphone.unnamed)
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// - Parameter name: as `Microphone.name`.
    package init(microphone name: String) {
        rawValue = name == Microphone.unnamed ? name : Self.microphones + name
    }

    private static let microphones = Microphone.unnamed + "."

    package var isMicrophone: Bool { microphoneName != nil }

    /// The name as `Microphone.name`; `nil` for a camera, whose name has no dot.
    package var microphoneName: String? {
        if self == .microphone { return rawValue }
        return rawValue.hasPrefix(Self.microphones) ? String(rawValue.dropFirst(Self.microphones.count)) : nil
    }

    /// The name for people: `back`, `microphone`, `microphone room`.
    package var title: String {
        rawValue == Microphone.unnamed ? rawValue : microphoneName.map { "\(Microphone.unnamed) \($0)" } ?? rawValue
    }

    package var description: String { rawValue }
}

extension Microphone {
    /// Its name among a recording's inputs.
    package var input: InputName { InputName(microphone: name) }
}
