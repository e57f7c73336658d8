public import DualCamConfig

/// What a person changes in a running graph. The session says the whole of a subject; the graph changes what differs.
public enum Direction: Sendable, Equatable {
    /// The combined picture, all of it on one frame.
    case picture(PictureDirection)
    case sound(SoundDirection)
    /// V4L2 controls of cameras, now and whenever their devices return.
    case controls([DirectedControls])
    /// An output's encoder, at once; throttles take their share of it.
    case bitrate(OutputName, Bitrate)
    /// Another device for one of the microphones, without a gap in its tracks.
    case microphone(InputName, MicrophoneDevice)
    /// From the answered running time on nothing is recorded; cameras, mixer and microphone go on.
    case pause
    /// From the answered running time on it is recorded again, behind what was recorded before the pause.
    case resume
}

/// Layout, main camera, inset, zooms and looks, as a pipeline file would have them.
public struct PictureDirection: Sendable, Equatable {
    public var combined: Combined
    /// `layouts`
    public var layouts: [CustomLayout]
    /// With their `zoom`, `zoomCentre`, `look` and `adjust`; nothing else of them changes.
    public var cameras: [Camera]
    /// How it comes.
    public var change: PictureChange

    public init(combined: Combined, layouts: [CustomLayout], cameras: [Camera], change: PictureChange = .atOnce) {
        (self.combined, self.layouts, self.cameras, self.change) = (combined, layouts, cameras, change)
    }
}

/// Controls of one camera; of two that disagree the later one counts.
public struct DirectedControls: Sendable, Equatable {
    public var camera: InputName
    public var controls: [CameraControl]

    public init(camera: InputName, controls: [CameraControl]) { (self.camera, self.controls) = (camera, controls) }
}

/// What becomes of one microphone's sound, as a pipeline file would have it.
public struct SoundDirection: Sendable, Equatable {
    /// By its name, with its gain, filters and mode; its device, rate and channels stay.
    public var microphone: Microphone
    public var isMuted: Bool

    public init(microphone: Microphone, isMuted: Bool = false) {
        (self.microphone, self.isMuted) = (microphone, isMuted)
    }
}

/// A still picture in full size.
public struct Snapshot: Sendable, Equatable {
    /// The raw values are the words of commands and files' extensions.
    public enum Format: String, Sendable, Hashable, CaseIterable { case jpeg, png }

    /// The file's content.
    public var bytes: [UInt8]
    /// The frame's running time.
    public var at: RunningTime

    public init(bytes: [UInt8], at: RunningTime) { (self.bytes, self.at) = (bytes, at) }
}

/// How loud a microphone's sound is, over a tenth of a second.
public struct SoundLevels: Sendable, Equatable {
    public var microphone: InputName
    /// dBFS, 0 and below; one for each channel. Silence is -120.
    public var peak: [Double]
    public var rms: [Double]

    public init(of microphone: InputName = .microphone, peak: [Double], rms: [Double]) {
        (self.microphone, self.peak, self.rms) = (microphone, peak, rms)
    }
}
