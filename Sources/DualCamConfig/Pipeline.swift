/// The configuration of one recording: the content of a pipeline file after all checks that require no device.
///
/// The initial values of the stored properties are the defaults of the file's keys. `Pipelines/reference.yaml` also
/// lists these defaults, and a test verifies that both lists agree.
package struct Pipeline: Sendable, Equatable {
    /// The setting `name`: the name of the recording in titles and in `session.json`.
    package var name = "dualcam"
    /// The cameras of the recording, in the order in which they are drawn; at least one.
    package var cameras: [Camera]
    /// The microphones of the recording, in the order of their sound tracks. They come from the section `microphone` or
    /// `microphones`; empty if no sound is recorded.
    package var microphones: [Microphone] = [Microphone()]
    /// The settings of the `combined` section; `nil` if the file has no such section.
    package var combined: Combined?
    /// The control presets of the `controls` section: named sets of camera controls, in the file's order.
    package var controlPresets: [ControlPreset] = []
    /// The custom layouts of the `layouts` section, in the file's order.
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

    /// The first microphone of the recording; `nil` if no sound is recorded. Assigning a value replaces all
    /// microphones.
    package var microphone: Microphone? {
        get { microphones.first }
        set { microphones = newValue.map { [$0] } ?? [] }
    }

    /// The outputs to record, in the order of the setting `recording.outputs`. By default, these are all cameras and
    /// the combined picture.
    package var outputs: [OutputName] {
        let all = recording.outputs ?? cameras.map { OutputName($0.name) } + (combined == nil ? [] : [.combined])
        return isComposedLater ? all.filter { $0 != .combined } : all
    }

    /// True when the combined file is rendered after the recording instead of during it.
    package var isComposedLater: Bool { combined?.when == .later }

    /// True when commands can change the combined picture during the recording, including a picture that is rendered
    /// only afterwards.
    package var decidesPicture: Bool { combined != nil && (isComposedLater || outputs.contains(.combined)) }
}

/// The name of an output: the name of a camera, or `combined`.
package struct OutputName: Sendable, Hashable, CustomStringConvertible {
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }

    package static let combined = OutputName("combined")

    package var description: String { rawValue }
}

/// The settings of one camera, from an entry of the `cameras` section.
package struct Camera: Sendable, Equatable {
    package var name: String
    package var device = CameraDevice.auto
    package var size = FrameSize(width: 1920, height: 1080)
    package var rate = FrameRate(30)
    /// The setting `mode`, `auto | exact | nearest`: whether the device may be opened in a mode that differs from the
    /// request. `nil` (`auto`) means `nearest` for capture cards and `exact` for other cameras.
    package var mode: ModeMatch?
    package var format = CaptureFormat.auto
    package var rotate = Rotation.none
    /// The setting `fit` for this camera (`cover` or `contain`) in the combined picture; `nil` (`auto`) to use
    /// `combined.fit`.
    package var fit: Fit?
    /// The zoom factor of the camera, within `zooms`, centred on `zoomCentre`. Factors below 1 require `wide`, whose
    /// `zoom` is the minimum.
    package var zoom = 1.0
    /// The setting `zoom-centre`: the point in the picture on which the zoom is centred, such as `{x: 50%, y: 50%}`.
    package var zoomCentre = Point(x: .percent(50), y: .percent(50))
    /// The named zooms of the camera, from `zoom-presets`, in the file's order.
    package var zoomPresets: [ZoomPreset] = []
    /// The setting `zoom-applies-to`, `combined | both`: whether the zoom affects only the combined picture, or the
    /// camera's own file as well.
    package var zoomAppliesTo = PictureScope.combined
    /// The setting `wide`: the camera with a wider view whose picture is shown for zoom factors below 1; `nil` if there
    /// is none.
    package var wide: WideView?
    /// The camera's controls, by V4L2 names or dualcam's own names. The controls of a preset come first, followed by
    /// the camera's own. If a control occurs more than once, the last value is used.
    package var controls: [CameraControl] = []
    package var look = Look()
    package var adjust = Adjustment()
    /// The setting `look-applies-to`, `combined | both`: whether the look and the adjustment affect only the combined
    /// picture, or the camera's own file as well.
    package var lookAppliesTo = PictureScope.combined
    /// The setting `expect`: the picture faults that are intended for this camera, so that dualcam does not warn about
    /// them.
    package var expect: [PictureFault] = []
    /// The setting `damaged`, `drop | keep`: whether the camera's damaged pictures are recorded.
    package var damaged = DamagedPictures.drop
    /// The setting `delay`: the time by which the camera's pictures are delayed, within `InputDelay.range`.
    package var delay = InputDelay.none

    package static let zooms = 0.5...10.0

    package init(name: String) { self.name = name }
}

package enum CameraDevice: Sendable, Hashable {
    case auto
    /// A V4L2 camera, given by its device node: `/dev/videoN`.
    case path(String)
    /// A camera, given by the stable name that `dualcam devices` prints.
    case stable(String)
    /// A generated, moving test picture with a frame counter: `test` or `test:PATTERN`.
    case test(pattern: TestPattern)
    /// A clip that is played in a loop like a live camera: `file:CLIP`.
    case file(String)
    /// A network camera, given by its address: `rtsp://...`, `srt://...`.
    case network(String)
    /// A Raspberry Pi camera whose raw sensor data is processed on this machine: `libcamera` or `libcamera:ID`.
    case libcamera(String?)
    /// A video source of the PipeWire server: `pipewire` or `pipewire:NODE`.
    case pipewire(String?)
    /// The screen of an X server, recorded as if it were a camera: `screen` or `screen:DISPLAY`.
    case screen(String?)
    /// A capture card from Blackmagic Design: `decklink:N`.
    case decklink(Int)
}

/// The test patterns that `test:PATTERN` accepts. The raw values are the words in the pipeline file. All except `scene`
/// are also names of videotestsrc's patterns.
package enum TestPattern: String, Sendable, Hashable, CaseIterable {
    /// A coloured sky with moving discs, the camera's name and the time.
    case scene
    case smpte, ball, snow, black, white, red, green, blue, gradient, bar, circular, pinwheel, spokes, colors
    case checkers = "checkers-8"
    case smpte100, smpte75, gamut
    case zonePlate = "zone-plate"
}

/// The setting `format`: the format in which the camera's device must deliver pictures.
package enum CaptureFormat: String, Sendable, Hashable, CaseIterable {
    case auto, mjpeg, h264, yuy2, uyvy, nv12, i420, yv12, yvyu, bgr, rgb, gray8
}

/// The setting `mode`: the way in which dualcam handles a device that does not offer the requested size and rate.
package enum ModeMatch: String, Sendable, Hashable, CaseIterable {
    /// The device is used only if it offers exactly the requested size and rate.
    case exact
    /// The device is opened in the mode that is nearest to the request. Its pictures are converted to the requested
    /// size and rate.
    case nearest
}

package enum Rotation: String, Sendable, Hashable, CaseIterable {
    case none, clockwise90 = "90", upsideDown = "180", clockwise270 = "270", mirror
}

/// A position on the canvas, as fractions of its width and height.
package struct Point: Sendable, Hashable {
    package var x: Share
    package var y: Share

    package init(x: Share, y: Share) {
        self.x = x
        self.y = y
    }
}

/// The settings of a microphone, from the `microphone` section or an entry of `microphones`.
package struct Microphone: Sendable, Equatable {
    /// The name of a microphone from the `microphone` section, where no name can be given.
    package static let unnamed = "microphone"
    /// The maximum number of microphones in one recording.
    package static let most = 8
    package static let gains = Decibel(-12)...Decibel(12)

    /// The name of the microphone in the `microphones` section; `unnamed` for the `microphone` section.
    package var name: String
    package var device = MicrophoneDevice.auto
    /// The setting `of`: the camera whose built-in microphone is used if the device is `auto`; `nil` for any
    /// microphone.
    package var camera: String?
    /// The sample rate of the microphone in samples per second, 8000 ... 192000.
    package var rate = 48000
    /// The setting `channels`, `left | right | mix | stereo | 1 ... 8`: the channels to record from the microphone.
    package var picked = SoundChannels.number(2)
    /// The gain that is applied to the microphone's sound, within `gains`.
    package var gain = Decibel(0)
    package var windFilter = false
    package var mode = SoundMode.natural
    /// The setting `bits`: the size of a recorded sample in bits, for the codecs that can store either size (`flac`,
    /// `pcm`).
    package var bits = SampleBits.sixteen
    /// The setting `expect`: the sound faults that are intended for this microphone, so that dualcam does not warn
    /// about them.
    package var expect: [AudioFault] = []
    /// The setting `delay`: the time by which the microphone's sound is delayed, within `InputDelay.range`.
    package var delay = InputDelay.none

    package init(name: String = Self.unnamed) { self.name = name }

    /// The number of channels that are recorded from the microphone, 1 ... 8.
    package var channels: Int {
        get { picked.count }
        set { picked = .number(newValue) }
    }

    /// True when the microphone has its own name, because it is an entry of the `microphones` section.
    package var isNamed: Bool { name != Self.unnamed }

    /// The key path of the section with the microphone's settings: `microphone` or `microphones.room`.
    package var keyPath: String { isNamed ? "microphones.\(name)" : "microphone" }
}

/// The setting `mode` of a microphone: whether noise is removed from its sound, and how strongly.
package enum SoundMode: String, Sendable, Hashable, CaseIterable {
    /// The microphone's sound is recorded unchanged.
    case natural
    /// Constant noise, and frequencies below those of speech, are removed from the microphone's sound.
    case studio
    /// Everything except a nearby voice is suppressed, and frequencies outside the range of a voice are removed.
    case inFrame = "in-frame"
}

/// The size of an audio sample in bits. The raw values are the words of the pipeline file.
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
    /// The sound of a clip that is played in a loop like live sound: `file:CLIP`.
    case file(String)
}
