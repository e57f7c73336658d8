/// Everything a pipeline file says, after every check that needs no device: the configuration of one recording.
///
/// The initial values of the stored properties are the defaults of the file's keys; `Pipelines/reference.yaml` lists
/// them and a test holds the two equal.
package struct Pipeline: Sendable, Equatable {
    /// `name`: what the recording is called in titles and `session.json`.
    package var name = "dualcam"
    /// `cameras`: one or more, in drawing order.
    package var cameras: [Camera]
    /// The one of `microphone`, or those of `microphones` in the order of their tracks; none records no sound.
    package var microphones: [Microphone] = [Microphone()]
    /// `combined`; `nil` when the section is left out.
    package var combined: Combined?
    /// `controls`: named sets of camera controls, in the file's order.
    package var controlPresets: [ControlPreset] = []
    /// `layouts`: own layouts by name, in the file's order.
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

    /// The first microphone, or the only one; `nil`: no sound is recorded. What is set takes the place of all of them.
    package var microphone: Microphone? {
        get { microphones.first }
        set { microphones = newValue.map { [$0] } ?? [] }
    }

    /// The outputs to record, in the order they are written: `recording.outputs`, or every camera and the combined picture.
    package var outputs: [OutputName] {
        let all = recording.outputs ?? cameras.map { OutputName($0.name) } + (combined == nil ? [] : [.combined])
        return isComposedLater ? all.filter { $0 != .combined } : all
    }

    /// True when the combined file is drawn after the recording.
    package var isComposedLater: Bool { combined?.when == .later }

    /// True when the combined picture is decided while it is recorded, whether it is drawn then or later.
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
    /// `mode: auto | exact | nearest`; `nil` (`auto`): `nearest` for grabbers, `exact` for others.
    package var mode: ModeMatch?
    package var format = CaptureFormat.auto
    package var rotate = Rotation.none
    /// The fit in the combined picture; `nil` (`auto`): `combined.fit`.
    package var fit: Fit?
    /// The zoom, within `zooms`, about `zoomCentre`; below 1 only as far as `wide` goes.
    package var zoom = 1.0
    /// `zoom-centre: { x: 50%, y: 50% }`
    package var zoomCentre = Point(x: .percent(50), y: .percent(50))
    /// `zoom-presets`, in the file's order.
    package var zoomPresets: [ZoomPreset] = []
    /// `zoom-applies-to: combined | both`
    package var zoomAppliesTo = PictureScope.combined
    /// `wide`; `nil`: no other camera sees more.
    package var wide: WideView?
    /// V4L2 controls and plain words, the later counting where two disagree. A preset's stand before the camera's own.
    package var controls: [CameraControl] = []
    package var look = Look()
    package var adjust = Adjustment()
    /// `look-applies-to`: where the look and the adjustment are seen.
    package var lookAppliesTo = PictureScope.combined
    /// `expect`: faults of its pictures that are meant, and of which nobody is warned.
    package var expect: [PictureFault] = []
    /// `damaged: drop | keep`
    package var damaged = DamagedPictures.drop
    /// `delay`: its pictures are made later by so much, within `InputDelay.range`.
    package var delay = InputDelay.none

    package static let zooms = 0.5...10.0

    package init(name: String) { self.name = name }
}

package enum CameraDevice: Sendable, Hashable {
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
    /// `libcamera` or `libcamera:ID`: a camera whose pictures this machine makes of the sensor's (Raspberry Pi).
    case libcamera(String?)
    /// `pipewire` or `pipewire:NODE`: a source of pictures of the PipeWire server.
    case pipewire(String?)
    /// `screen` or `screen:DISPLAY`: what an X server shows.
    case screen(String?)
    /// `decklink:N`: a capture card of Blackmagic Design.
    case decklink(Int)
}

/// The patterns `test:PATTERN` accepts; raw values are the words of the file and, but for the first, videotestsrc's nicks.
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

/// The treatment of a device that does not list the size and rate that are asked for.
package enum ModeMatch: String, Sendable, Hashable, CaseIterable {
    /// The mode is refused.
    case exact
    /// The mode that comes nearest is taken, and its pictures are scaled and brought to the rate.
    case nearest
}

package enum Rotation: String, Sendable, Hashable, CaseIterable {
    case none, clockwise90 = "90", upsideDown = "180", clockwise270 = "270", mirror
}

/// A place on the canvas, in shares of its width and height.
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
    /// The name of the one that has a section of its own.
    package static let unnamed = "microphone"
    /// The number of microphones that one recording takes.
    package static let most = 8
    package static let gains = Decibel(-12)...Decibel(12)

    /// The name under `microphones`.
    package var name: String
    package var device = MicrophoneDevice.auto
    /// `of`: the camera whose own sound `auto` takes; `nil`: any microphone's.
    package var camera: String?
    /// Samples a second: 8000 ... 192000.
    package var rate = 48000
    /// `channels: left | right | mix | stereo | 1 ... 8`
    package var picked = SoundChannels.number(2)
    /// The gain, within `gains`.
    package var gain = Decibel(0)
    package var windFilter = false
    package var mode = SoundMode.natural
    /// `bits`: of a sample, where the codec keeps them (`flac`, `pcm`).
    package var bits = SampleBits.sixteen
    /// `expect`: faults of its sound that are meant, and of which nobody is warned.
    package var expect: [AudioFault] = []
    /// `delay`: its sound is made later by so much, within `InputDelay.range`.
    package var delay = InputDelay.none

    package init(name: String = Self.unnamed) { self.name = name }

    /// The number of channels that are recorded: 1 ... 8.
    package var channels: Int {
        get { picked.count }
        set { picked = .number(newValue) }
    }

    /// True when it is one of `microphones`.
    package var isNamed: Bool { name != Self.unnamed }

    /// The section that holds its keys: `microphone` or `microphones.room`.
    package var keyPath: String { isNamed ? "microphones.\(name)" : "microphone" }
}

/// The way in which the microphone's sound is cleaned.
package enum SoundMode: String, Sendable, Hashable, CaseIterable {
    /// The sound is recorded as it comes.
    case natural
    /// Steady noise is taken out, and everything below speech.
    case studio
    /// All but a near voice is taken out as far as it goes, and what lies outside a voice's band.
    case inFrame = "in-frame"
}

/// The raw values are the words of the file.
package enum SampleBits: String, Sendable, Hashable, CaseIterable { case sixteen = "16", twentyFour = "24" }

package enum MicrophoneDevice: Sendable, Hashable {
    case auto
    /// `pulse` or `pulse:SOURCE`
    case pulse(String?)
    /// `pipewire` or `pipewire:NODE`
    case pipewire(String?)
    /// `alsa` or `alsa:hw:1,0`
    case alsa(String?)
    /// A tick every second.
    case test
    /// `test:voice`: a tone with the rhythm and the pauses of somebody who speaks.
    case voice
    /// `file:CLIP`: the clip's sound, looped, played as if live.
    case file(String)
}
