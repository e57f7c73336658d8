/// Everything a pipeline file says, after every check that needs no device: the configuration of one recording.
///
/// The initial values of the stored properties are the defaults of the file's keys; `Pipelines/reference.yaml` lists
/// them and a test holds the two equal.
public struct Pipeline: Sendable, Equatable {
    /// `name`: what the recording is called in titles and `session.json`.
    public var name = "dualcam"
    /// `cameras`: one or more, in drawing order.
    public var cameras: [Camera]
    /// The one of `microphone`, or those of `microphones` in the order of their tracks; none records no sound.
    public var microphones: [Microphone] = [Microphone()]
    /// `combined`; `nil` when the section is left out.
    public var combined: Combined?
    /// `controls`: named sets of camera controls, in the file's order.
    public var controlPresets: [ControlPreset] = []
    /// `layouts`: own layouts by name, in the file's order.
    public var layouts: [CustomLayout] = []
    public var encoders = Encoders()
    public var recording = Recording()
    public var storage = Storage()
    public var budget = Budget()
    public var thermal = Thermal()
    public var battery = BatteryLimits()
    public var supervision = Supervision()
    public var control = Control()
    public var machine = Machine()

    public init(cameras: [Camera]) { self.cameras = cameras }

    /// The first microphone, or the only one; `nil`: no sound is recorded. What is set takes the place of all of them.
    public var microphone: Microphone? {
        get { microphones.first }
        set { microphones = newValue.map { [$0] } ?? [] }
    }

    /// The outputs to record, in the order they are written: `recording.outputs`, or every camera and the combined picture.
    public var outputs: [OutputName] {
        recording.outputs ?? cameras.map { OutputName($0.name) } + (combined == nil ? [] : [.combined])
    }
}

/// The name of an output: a camera's name, or `combined`.
public struct OutputName: Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let combined = OutputName("combined")

    public var description: String { rawValue }
}

/// One entry under `cameras`.
public struct Camera: Sendable, Equatable {
    public var name: String
    public var device = CameraDevice.auto
    public var size = FrameSize(width: 1920, height: 1080)
    public var rate = FrameRate(30)
    public var format = CaptureFormat.auto
    public var rotate = Rotation.none
    /// In the combined picture; `nil` (`auto`): `combined.fit`.
    public var fit: Fit?
    /// 0.5 ... 10, about `zoomCentre`; below 1 only as far as `wide` goes.
    public var zoom = 1.0
    /// `zoom-centre: { x: 50%, y: 50% }`
    public var zoomCentre = Point(x: .percent(50), y: .percent(50))
    /// `zoom-presets`, in the file's order.
    public var zoomPresets: [ZoomPreset] = []
    /// `zoom-applies-to: combined | both`
    public var zoomAppliesTo = PictureScope.combined
    /// `wide`; `nil`: no other camera sees more.
    public var wide: WideView?
    /// V4L2 controls and plain words, the later counting where two disagree. A preset's stand before the camera's own.
    public var controls: [CameraControl] = []
    public var look = Look()
    public var adjust = Adjustment()
    /// `look-applies-to`: where the look and the adjustment are seen.
    public var lookAppliesTo = PictureScope.combined

    public init(name: String) { self.name = name }
}

public enum CameraDevice: Sendable, Hashable {
    case auto
    /// `/dev/videoN`
    case path(String)
    /// A name as `dualcam devices` prints it.
    case stable(String)
    /// `test` or `test:PATTERN`: a live pattern with a frame counter burnt in.
    case test(pattern: TestPattern)
    /// `file:CLIP`: looped, played as if live.
    case file(String)
    /// `rtsp://...`, `srt://...`
    case network(String)
}

/// The patterns `test:PATTERN` accepts; raw values are the words of the file and videotestsrc's nicks.
public enum TestPattern: String, Sendable, Hashable, CaseIterable {
    case smpte, ball, snow, black, white, red, green, blue, gradient, bar, circular, pinwheel, spokes, colors
    case checkers = "checkers-8"
    case smpte100, smpte75, gamut
    case zonePlate = "zone-plate"
}

/// What the device must deliver (`format`).
public enum CaptureFormat: String, Sendable, Hashable, CaseIterable {
    case auto, mjpeg, h264, yuy2, uyvy, nv12, i420, yv12, yvyu, bgr, rgb, gray8
}

public enum Rotation: String, Sendable, Hashable, CaseIterable {
    case none, clockwise90 = "90", upsideDown = "180", clockwise270 = "270", mirror
}

/// A place on the canvas, in shares of its width and height.
public struct Point: Sendable, Hashable {
    public var x: Share
    public var y: Share

    public init(x: Share, y: Share) {
        self.x = x
        self.y = y
    }
}

/// The `microphone` section, or one entry under `microphones`.
public struct Microphone: Sendable, Equatable {
    /// The name of the one that has a section of its own.
    public static let unnamed = "microphone"
    /// How many one recording takes.
    public static let most = 8

    /// As under `microphones`.
    public var name: String
    public var device = MicrophoneDevice.auto
    /// Samples a second: 8000 ... 192000.
    public var rate = 48000
    /// 1 ... 8
    public var channels = 2
    /// -12 ... +12 dB
    public var gain = Decibel(0)
    public var windFilter = false
    public var mode = SoundMode.natural
    /// `bits`: of a sample, where the codec keeps them (`flac`, `pcm`).
    public var bits = SampleBits.sixteen

    public init(name: String = Self.unnamed) { self.name = name }

    /// Whether it is one of `microphones`.
    public var isNamed: Bool { name != Self.unnamed }

    /// Where its keys are: `microphone` or `microphones.room`.
    public var keyPath: String { isNamed ? "microphones.\(name)" : "microphone" }
}

/// How the microphone's sound is cleaned.
public enum SoundMode: String, Sendable, Hashable, CaseIterable {
    /// As it comes.
    case natural
    /// Steady noise is taken out, and what lies below speech.
    case studio
    /// All but a near voice is taken out as far as it goes, and what lies outside a voice's band.
    case inFrame = "in-frame"
}

/// The raw values are the words of the file.
public enum SampleBits: String, Sendable, Hashable, CaseIterable { case sixteen = "16", twentyFour = "24" }

public enum MicrophoneDevice: Sendable, Hashable {
    case auto
    /// `pulse` or `pulse:SOURCE`
    case pulse(String?)
    /// `pipewire` or `pipewire:NODE`
    case pipewire(String?)
    /// `alsa` or `alsa:hw:1,0`
    case alsa(String?)
    /// A tick every second.
    case test
    /// `file:CLIP`: the clip's sound, looped, played as if live.
    case file(String)
}
