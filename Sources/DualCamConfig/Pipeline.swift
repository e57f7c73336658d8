/// The content of a pipeline file after every check that needs no device: the configuration of one recording.
///
/// The initial values of the stored properties are the defaults of the file's keys. `Pipelines/reference.yaml` lists
/// them, and a test compares the two.
package struct Pipeline: Sendable, Equatable {
    /// The value of `name`: the recording's name in titles and `session.json`.
    package var name = "dualcam"
    /// The entries of `cameras`, at least one, in drawing order.
    package var cameras: [Camera]
    /// The microphone of `microphone`, or the ones of `microphones` in the order of their tracks; empty: no sound is
    /// recorded.
    package var microphones: [Microphone] = [Microphone()]
    /// The `combined` section; `nil` if it is left out.
    package var combined: Combined?
    /// The `controls` section: named sets of camera controls, in the file's order.
    package var controlPresets: [ControlPreset] = []
    /// The `layouts` section: custom layouts by name, in the file's order.
    package var layouts: [CustomLayout] = []
    package var encoders = Encoders()
    package var recording = Recording()
    package var storage = Storage()
    package var budget = Budget()
    package var thermal = Thermal()
    package var battery = BatteryLimits()
    package var supervision = Supervision()
    package var control = Control()
    package var hooks = Hooks()
    package var backup = Backup()
    package var publish = Publish()
    package var machine = Machine()

    /// The first microphone, or the only one; `nil`: no sound is recorded. Setting it replaces all microphones.
    package var microphone: Microphone? {
        get { microphones.first }
        set { microphones = newValue.map { [$0] } ?? [] }
    }

    /// The outputs to record, in the order they are written: `recording.outputs`, or every camera and the combined
    /// picture.
    package var outputs: [OutputName] {
        let all = recording.outputs ?? cameras.map { OutputName($0.name) } + (combined == nil ? [] : [.combined])
        return isComposedLater ? all.filter { $0 != .combined } : all
    }

    /// True when the combined file is rendered after the recording.
    package var isComposedLater: Bool { combined?.when == .later }

    /// True when the combined picture is directed while recording, whether it is drawn then or later.
    package var decidesPicture: Bool { combined != nil && (isComposedLater || outputs.contains(.combined)) }
}

/// The name of an output: a camera's name, or `combined`.
package struct OutputName: Sendable, Hashable, CustomStringConvertible {
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    package static let combined = OutputName("combined")

    package var description: String { rawValue }
}

/// One entry under `cameras`.
package struct Camera: Sendable, Equatable {
    package var name: String
    package var device = CameraDevice.auto
    package var size = FrameSize(width: 1920, height: 1080)
    package var rate = FrameRate(30)
    /// The value of `mode`, `auto | exact | nearest`; `nil` (`auto`): `nearest` for grabbers, `exact` for others.
    package var mode: ModeMatch?
    package var format = CaptureFormat.auto
    package var rotate = Rotation.none
    /// The fit in the combined picture; `nil` (`auto`): `combined.fit`.
    package var fit: Fit?
    /// The zoom, within `zooms`, about `zoomCentre`; below 1 only as far as `wide` allows.
    package var zoom = 1.0
    /// The value of `zoom-centre`, such as `{x: 50%, y: 50%}`.
    package var zoomCentre = Point(x: .percent(50), y: .percent(50))
    /// The entries of `zoom-presets`, in the file's order.
    package var zoomPresets: [ZoomPreset] = []
    /// The value of `zoom-applies-to`, `combined | both`.
    package var zoomAppliesTo = PictureScope.combined
    /// The value of `wide`; `nil`: no other camera has a wider view.
    package var wide: WideView?
    /// The V4L2 controls and plain words; if two disagree, the later one wins. A preset's controls precede the camera's
    /// own.
    package var controls: [CameraControl] = []
    package var look = Look()
    package var adjust = Adjustment()
    /// The value of `look-applies-to`: the outputs that show the look and the adjustment.
    package var lookAppliesTo = PictureScope.combined
    /// The value of `expect`: faults of the pictures that are intended and cause no warning.
    package var expect: [PictureFault] = []
    /// The value of `damaged`, `drop | keep`.
    package var damaged = DamagedPictures.drop
    /// The value of `delay`: the delay of the camera's pictures, within `InputDelay.range`.
    package var delay = InputDelay.none

    package static let zooms = 0.5...10.0

    package init(name: String) { self.name = name }
}

package enum CameraDevice: Sendable, Hashable {
    case auto
    /// A device node: `/dev/videoN`.
    case path(String)
    /// A stable name as `dualcam devices` prints it.
    case stable(String)
    /// A live test pattern with a frame counter: `test` or `test:PATTERN`.
    case test(pattern: TestPattern)
    /// A clip that is looped and played as if live: `file:CLIP`.
    case file(String)
    /// The address of a network camera: `rtsp://...`, `srt://...`.
    case network(String)
    /// A camera whose sensor data this machine processes (Raspberry Pi): `libcamera` or `libcamera:ID`.
    case libcamera(String?)
    /// A picture source of the PipeWire server: `pipewire` or `pipewire:NODE`.
    case pipewire(String?)
    /// The screen of an X server: `screen` or `screen:DISPLAY`.
    case screen(String?)
    /// A capture card of Blackmagic Design: `decklink:N`.
    case decklink(Int)
}

/// The patterns that `test:PATTERN` accepts. Raw values are the words of the file and, except for the first,
/// videotestsrc's nicks.
package enum TestPattern: String, Sendable, Hashable, CaseIterable {
    /// The camera's name and the time over a coloured sky with drifting discs.
    case scene
    case smpte, ball, snow, black, white, red, green, blue, gradient, bar, circular, pinwheel, spokes, colors
    case checkers = "checkers-8"
    case smpte100, smpte75, gamut
    case zonePlate = "zone-plate"
}

/// The format that the device must deliver (`format`).
package enum CaptureFormat: String, Sendable, Hashable, CaseIterable {
    case auto, mjpeg, h264, yuy2, uyvy, nv12, i420, yv12, yvyu, bgr, rgb, gray8
}

/// The treatment of a device that does not list the requested size and rate.
package enum ModeMatch: String, Sendable, Hashable, CaseIterable {
    /// The device is refused.
    case exact
    /// The nearest mode is used, and its pictures are scaled and converted to the requested rate.
    case nearest
}

package enum Rotation: String, Sendable, Hashable, CaseIterable {
    case none, clockwise90 = "90", upsideDown = "180", clockwise270 = "270", mirror
}

/// A position on the canvas, in shares of its width and height.
package struct Point: Sendable, Hashable {
    package var x: Share
    package var y: Share

    package init(x: Share, y: Share) {
        self.x = x
        self.y = y
    }
}

/// The `microphone` section, or one entry under `microphones`.
package struct Microphone: Sendable, Equatable {
    /// The name of the microphone of the `microphone` section.
    package static let unnamed = "microphone"
    /// The maximum number of microphones in one recording.
    package static let most = 8
    package static let gains = Decibel(-12)...Decibel(12)

    /// The name under `microphones`.
    package var name: String
    package var device = MicrophoneDevice.auto
    /// The value of `of`: the camera whose own sound `auto` uses; `nil`: any microphone's.
    package var camera: String?
    /// Samples a second: 8000 ... 192000.
    package var rate = 48000
    /// The value of `channels`, `left | right | mix | stereo | 1 ... 8`.
    package var picked = SoundChannels.number(2)
    /// The gain, within `gains`.
    package var gain = Decibel(0)
    package var windFilter = false
    package var mode = SoundMode.natural
    /// The value of `bits`: the size of a sample, for codecs that keep it (`flac`, `pcm`).
    package var bits = SampleBits.sixteen
    /// The value of `expect`: faults of the sound that are intended and cause no warning.
    package var expect: [AudioFault] = []
    /// The value of `delay`: the delay of the sound, within `InputDelay.range`.
    package var delay = InputDelay.none

    package init(name: String = Self.unnamed) { self.name = name }

    /// The number of recorded channels: 1 ... 8.
    package var channels: Int {
        get { picked.count }
        set { picked = .number(newValue) }
    }

    /// True for a microphone of the `microphones` section.
    package var isNamed: Bool { name != Self.unnamed }

    /// The section that holds the microphone's keys: `microphone` or `microphones.room`.
    package var keyPath: String { isNamed ? "microphones.\(name)" : "microphone" }
}

/// The noise reduction of a microphone.
package enum SoundMode: String, Sendable, Hashable, CaseIterable {
    /// The sound is recorded unchanged.
    case natural
    /// Steady noise and frequencies below speech are removed.
    case studio
    /// All sound except a near voice is removed as far as possible, and frequencies outside of a voice's band.
    case inFrame = "in-frame"
}

/// The size of a sample. The raw values are the words of the file.
package enum SampleBits: String, Sendable, Hashable, CaseIterable { case sixteen = "16", twentyFour = "24" }

package enum MicrophoneDevice: Sendable, Hashable {
    case auto
    /// A source of the sound server: `pulse` or `pulse:SOURCE`.
    case pulse(String?)
    /// A source of the PipeWire server: `pipewire` or `pipewire:NODE`.
    case pipewire(String?)
    /// An ALSA device: `alsa` or `alsa:hw:1,0`.
    case alsa(String?)
    /// A test tone that ticks every second.
    case test
    /// A test tone with the rhythm and the pauses of speech: `test:voice`.
    case voice
    /// The sound of a clip that is looped and played as if live: `file:CLIP`.
    case file(String)
}
