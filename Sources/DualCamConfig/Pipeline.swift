/// The configuration of one recording: the content of a pipeline file after every check that needs no device.
///
/// The initial values of the stored properties are the defaults of the file's keys. `Pipelines/reference.yaml` lists
/// these defaults, and a test compares the two.
package struct Pipeline: Sendable, Equatable {
    /// The setting `name`: the recording's name in titles and `session.json`.
    package var name = "dualcam"
    /// The cameras of the recording, in drawing order; at least one.
    package var cameras: [Camera]
    /// The microphones of the recording, in the order of their tracks, from the section `microphone` or `microphones`;
    /// empty if no sound is recorded.
    package var microphones: [Microphone] = [Microphone()]
    /// The settings of the section `combined`; `nil` if the file has no such section.
    package var combined: Combined?
    /// The control presets of the section `controls`: named sets of camera controls, in the file's order.
    package var controlPresets: [ControlPreset] = []
    /// The custom layouts of the section `layouts`, in the file's order.
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

    /// The first or only microphone of the recording; `nil` if no sound is recorded. Setting it replaces all
    /// microphones.
    package var microphone: Microphone? {
        get { microphones.first }
        set { microphones = newValue.map { [$0] } ?? [] }
    }

    /// The outputs to record, in the order in which they are written: `recording.outputs`, or every camera and the
    /// combined picture.
    package var outputs: [OutputName] {
        let all = recording.outputs ?? cameras.map { OutputName($0.name) } + (combined == nil ? [] : [.combined])
        return isComposedLater ? all.filter { $0 != .combined } : all
    }

    /// True when the combined file is rendered after the recording.
    package var isComposedLater: Bool { combined?.when == .later }

    /// True when the combined picture can be changed while recording, whether it is drawn then or rendered later.
    package var decidesPicture: Bool { combined != nil && (isComposedLater || outputs.contains(.combined)) }
}

/// The name of an output: a camera's name, or `combined`.
package struct OutputName: Sendable, Hashable, CustomStringConvertible {
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    package static let combined = OutputName("combined")

    package var description: String { rawValue }
}

/// The settings of one camera, an entry of the section `cameras`.
package struct Camera: Sendable, Equatable {
    package var name: String
    package var device = CameraDevice.auto
    package var size = FrameSize(width: 1920, height: 1080)
    package var rate = FrameRate(30)
    /// The setting `mode`, `auto | exact | nearest`; `nil` (`auto`) means `nearest` for capture cards and `exact` for
    /// other cameras.
    package var mode: ModeMatch?
    package var format = CaptureFormat.auto
    package var rotate = Rotation.none
    /// The fit of the camera in the combined picture; `nil` (`auto`) for `combined.fit`.
    package var fit: Fit?
    /// The zoom of the camera, within `zooms`, around `zoomCentre`. Values below 1 are possible only as far as `wide`
    /// allows.
    package var zoom = 1.0
    /// The setting `zoom-centre`, the point around which the camera is zoomed, such as `{x: 50%, y: 50%}`.
    package var zoomCentre = Point(x: .percent(50), y: .percent(50))
    /// The camera's named zooms, from `zoom-presets`, in the file's order.
    package var zoomPresets: [ZoomPreset] = []
    /// The setting `zoom-applies-to`, `combined | both`: whether the camera's own file is also zoomed.
    package var zoomAppliesTo = PictureScope.combined
    /// The setting `wide`: the camera with a wider view that zooms below 1 show; `nil` if there is none.
    package var wide: WideView?
    /// The camera's V4L2 controls and dualcam's own control names. If two set the same control, the later one wins.
    /// Controls of a preset precede the camera's own.
    package var controls: [CameraControl] = []
    package var look = Look()
    package var adjust = Adjustment()
    /// The setting `look-applies-to`: the outputs that show the camera's look and adjustment.
    package var lookAppliesTo = PictureScope.combined
    /// The setting `expect`: the faults of the camera's pictures that are intended and cause no warning.
    package var expect: [PictureFault] = []
    /// The setting `damaged`, `drop | keep`: whether the camera's damaged pictures are recorded.
    package var damaged = DamagedPictures.drop
    /// The setting `delay`: the delay of the camera's pictures, within `InputDelay.range`.
    package var delay = InputDelay.none

    package static let zooms = 0.5...10.0

    package init(name: String) { self.name = name }
}

package enum CameraDevice: Sendable, Hashable {
    case auto
    /// A camera by its device node: `/dev/videoN`.
    case path(String)
    /// A camera by its stable name, as `dualcam devices` prints it.
    case stable(String)
    /// A live test pattern with a frame counter: `test` or `test:PATTERN`.
    case test(pattern: TestPattern)
    /// A clip that is played in a loop like a live camera: `file:CLIP`.
    case file(String)
    /// A network camera by its address: `rtsp://...`, `srt://...`.
    case network(String)
    /// A camera whose sensor data this machine processes (Raspberry Pi): `libcamera` or `libcamera:ID`.
    case libcamera(String?)
    /// A picture source of the PipeWire server: `pipewire` or `pipewire:NODE`.
    case pipewire(String?)
    /// The screen of an X server, recorded like a camera: `screen` or `screen:DISPLAY`.
    case screen(String?)
    /// A capture card made by Blackmagic Design: `decklink:N`.
    case decklink(Int)
}

/// The test patterns that `test:PATTERN` accepts. Raw values are the words of the file and, except for the first,
/// videotestsrc's names.
package enum TestPattern: String, Sendable, Hashable, CaseIterable {
    /// A coloured sky with drifting discs, the camera's name and the time.
    case scene
    case smpte, ball, snow, black, white, red, green, blue, gradient, bar, circular, pinwheel, spokes, colors
    case checkers = "checkers-8"
    case smpte100, smpte75, gamut
    case zonePlate = "zone-plate"
}

/// The format in which the camera's device must deliver pictures (`format`).
package enum CaptureFormat: String, Sendable, Hashable, CaseIterable {
    case auto, mjpeg, h264, yuy2, uyvy, nv12, i420, yv12, yvyu, bgr, rgb, gray8
}

/// The handling of a camera's device that does not offer the requested size and rate.
package enum ModeMatch: String, Sendable, Hashable, CaseIterable {
    /// The device is refused unless it offers exactly the requested size and rate.
    case exact
    /// The nearest mode of the device is used, and its pictures are converted to the requested size and rate.
    case nearest
}

package enum Rotation: String, Sendable, Hashable, CaseIterable {
    case none, clockwise90 = "90", upsideDown = "180", clockwise270 = "270", mirror
}

/// A position on the canvas, in fractions of its width and height.
package struct Point: Sendable, Hashable {
    package var x: Share
    package var y: Share

    package init(x: Share, y: Share) {
        self.x = x
        self.y = y
    }
}

/// The settings of a microphone: the section `microphone`, or an entry of `microphones`.
package struct Microphone: Sendable, Equatable {
    /// The name that the microphone of the section `microphone` gets, because it has no name in the file.
    package static let unnamed = "microphone"
    /// The maximum number of microphones in one recording.
    package static let most = 8
    package static let gains = Decibel(-12)...Decibel(12)

    /// The name of the microphone in the section `microphones`, or `unnamed`.
    package var name: String
    package var device = MicrophoneDevice.auto
    /// The setting `of`: the name of the camera whose own sound `auto` uses; `nil` for any microphone.
    package var camera: String?
    /// The sample rate of the microphone in samples a second, 8000 ... 192000.
    package var rate = 48000
    /// The setting `channels` of the microphone, `left | right | mix | stereo | 1 ... 8`.
    package var picked = SoundChannels.number(2)
    /// The gain of the microphone, within `gains`.
    package var gain = Decibel(0)
    package var windFilter = false
    package var mode = SoundMode.natural
    /// The setting `bits`: the size of a sample, for codecs that preserve it (`flac`, `pcm`).
    package var bits = SampleBits.sixteen
    /// The setting `expect`: the faults of the microphone's sound that are intended and cause no warning.
    package var expect: [AudioFault] = []
    /// The setting `delay`: the delay of the microphone's sound, within `InputDelay.range`.
    package var delay = InputDelay.none

    package init(name: String = Self.unnamed) { self.name = name }

    /// The number of channels that are recorded from the microphone, 1 ... 8.
    package var channels: Int {
        get { picked.count }
        set { picked = .number(newValue) }
    }

    /// True when the microphone has a name, from the section `microphones`.
    package var isNamed: Bool { name != Self.unnamed }

    /// The key path of the section that holds the microphone's settings: `microphone` or `microphones.room`.
    package var keyPath: String { isNamed ? "microphones.\(name)" : "microphone" }
}

/// The noise reduction of a microphone.
package enum SoundMode: String, Sendable, Hashable, CaseIterable {
    /// The microphone's sound is recorded unchanged.
    case natural
    /// Constant noise and frequencies below speech are removed from the microphone's sound.
    case studio
    /// Everything except a near voice is removed from the microphone's sound as far as possible, also frequencies
    /// outside of a voice's band.
    case inFrame = "in-frame"
}

/// The size of an audio sample. The raw values are the words of the pipeline file.
package enum SampleBits: String, Sendable, Hashable, CaseIterable { case sixteen = "16", twentyFour = "24" }

package enum MicrophoneDevice: Sendable, Hashable {
    case auto
    /// A source of the PulseAudio sound server: `pulse` or `pulse:SOURCE`.
    case pulse(String?)
    /// A source of the PipeWire server: `pipewire` or `pipewire:NODE`.
    case pipewire(String?)
    /// An ALSA device: `alsa` or `alsa:hw:1,0`.
    case alsa(String?)
    /// A test tone that ticks every second.
    case test
    /// A test tone with the rhythm and the pauses of speech: `test:voice`.
    case voice
    /// The sound of a clip that is played in a loop like a live microphone: `file:CLIP`.
    case file(String)
}
