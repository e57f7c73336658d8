package import DualCamConfig

/// A change that a user makes to a running recording. Each direction describes the new settings completely; the graph
/// applies only the differences.
package enum Direction: Sendable, Equatable {
    /// Changes the settings of the combined picture, all with the same frame.
    case picture(PictureDirection)
    case sound(SoundDirection)
    /// Sets V4L2 controls of cameras, now and whenever their devices return.
    case controls([DirectedControls])
    /// Sets the bitrate of an output's encoder at once. Throttles reduce this bitrate by their fraction.
    case bitrate(OutputName, Bitrate)
    /// Exchanges the device of a microphone without a gap in its tracks.
    case microphone(InputName, MicrophoneDevice)
    /// Changes the delay of an input's pictures or sound from the returned running time on. Buffers in between are held
    /// back or left out.
    case delay(InputName, InputDelay)
    /// Pauses: recording stops at the returned running time, while cameras, mixer and microphone continue.
    case pause
    /// Ends a pause: recording continues at the returned running time, directly behind the part before the pause.
    case resume
}

/// The controls to set on one camera; if two entries set the same control, the later one wins.
package struct DirectedControls: Sendable, Equatable {
    package var camera: InputName
    package var controls: [CameraControl]

    package init(camera: InputName, controls: [CameraControl]) { (self.camera, self.controls) = (camera, controls) }
}

/// The settings of one microphone's sound, in the terms of a pipeline file.
package struct SoundDirection: Sendable, Equatable {
    /// The microphone with its new gain, filters and mode; its name identifies it, and its device, rate and channels
    /// are not changed.
    package var microphone: Microphone
    package var isMuted: Bool

    package init(microphone: Microphone, isMuted: Bool = false) {
        (self.microphone, self.isMuted) = (microphone, isMuted)
    }
}

/// A still picture of a camera or of the combined picture in full size.
package struct Snapshot: Sendable, Equatable {
    /// The format of a snapshot's file. The raw values are the words of commands and the file extensions.
    package enum Format: String, Sendable, Hashable, CaseIterable { case jpeg, png }

    /// The encoded content of the snapshot's file.
    package var bytes: [UInt8]
    /// The running time of the frame that the snapshot shows.
    package var at: RunningTime

    package init(bytes: [UInt8], at: RunningTime) { (self.bytes, self.at) = (bytes, at) }
}

/// The loudness of a microphone's sound in one tenth of a second.
package struct SoundLevels: Sendable, Equatable {
    package var microphone: InputName
    /// The peak level of each channel of the microphone in dBFS, 0 and below. Silence is -120.
    package var peak: [Double]
    package var rms: [Double]
    /// True when the microphone plays a looped clip whose sound is shorter than its picture and has ended in this
    /// repetition.
    package var isClipResting = false

    package init(of microphone: InputName = .microphone, peak: [Double], rms: [Double]) {
        (self.microphone, self.peak, self.rms) = (microphone, peak, rms)
    }
}

/// The name of a camera or microphone: a camera's name, `microphone`, or `microphone.NAME` for one of several.
package struct InputName: Sendable, Hashable, CustomStringConvertible {
    package static let microphone = InputName(Microphone.unnamed)
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates the name of a microphone among a recording's inputs.
    ///
    /// - Parameter name: the microphone's name as in `Microphone.name`.
    package init(microphone name: String) {
        rawValue = name == Microphone.unnamed ? name : Self.microphones + name
    }

    private static let microphones = Microphone.unnamed + "."

    package var isMicrophone: Bool { microphoneName != nil }

    /// The microphone's name as in `Microphone.name`; `nil` for a camera.
    package var microphoneName: String? {
        if self == .microphone { return rawValue }
        return rawValue.hasPrefix(Self.microphones) ? String(rawValue.dropFirst(Self.microphones.count)) : nil
    }

    /// The input's name for display: `back`, `microphone`, `microphone room`.
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
    /// The name of the microphone among a recording's inputs.
    package var input: InputName { InputName(microphone: name) }
}
