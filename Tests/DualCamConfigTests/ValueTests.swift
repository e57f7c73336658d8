@testable import DualCamConfig
import Testing

@Suite struct ValueTests {
    /// Every key with a value that is not its default, so that a key that is read into the wrong property is found.
    private static let everything = """
        name: all of it
        controls: {indoor: {power-line: 50, white-balance: 3200, gain: 4}}
        cameras:
          back: {device: /dev/video0, size: 640x480, rate: 30000/1001, format: mjpeg, rotate: 90, zoom: 2,
                 zoom-centre: {x: 25%, y: 75%}, controls: {exposure_time_absolute: 150, focus: lock, auto_focus: off}}
          front: {device: test:ball, controls: {preset: indoor, gain: auto}, expect: [frozen]}
        microphone: {device: "alsa:hw:1,0", rate: 44100, channels: 1, gain: -6dB, wind-filter: yes,
                     mode: in-frame, bits: 24, expect: [silent, dead-channel]}
        combined:
          layout: desk
          main: front
          mixer: dualcam
          inset: {camera: back, position: {x: 60%, y: 10%}, size: 30%, margin: 4, radius: 24, border: 3, shadow: 16, opacity: 80%}
          size: 1280x720
          rate: 25
          fit: contain
          background: checker
          motion: {duration: 1s, easing: spring}
          transition: {kind: wipe, duration: 2s, direction: up, easing: linear}
          switch: {every: 10s, cameras: [front, back]}
        layouts: {desk: {front: {width: 70%}, back: {x: 70%, y: 10%, width: 30%, height: 40%}}}
        encoders:
          default: {use: x265, preset: fast, quality: social, bitrate: 4Mbps, keyframes: 1s}
          back: {use: passthrough}
          combined: {preset: veryfast, bitrate: 10Mbps, keyframes: 500ms}
          audio: {use: opus, bitrate: 96kbps}
        recording: {directory: ~/Takes, fallback: ~/Spare, outputs: [combined, back], name: "{output}", container: mkv, segment: off,
                    max-loss: 500ms, duration: 1h, missing-camera: continue,
                    missing-microphone: wait, group: video}
        storage: {keep-free: 2GiB, warn-at: [], when-full: delete-oldest, retain: 500GB}
        budget: {limit: 0.5, enforce: false, shed: [combined]}
        thermal: {fair: 60C, serious: 65C, critical: 66.5C, shutdown: 120C, zones: [cpu-thermal, k10temp Tctl]}
        battery: {warn: 30%, stop: off}
        machine: {sysfs: /tmp/sys, proc: ~/proc}
        """

    @Test func everyKeyReachesItsProperty() throws {
        let pipeline = try load(Self.everything).pipeline
        #expect(pipeline.name == "all of it")
        #expect(pipeline.cameras == Self.cameras)
        #expect(pipeline.controlPresets == [Self.indoor])
        #expect(pipeline.microphone == Self.microphone)
        #expect(pipeline.combined == Self.combined)
        #expect(pipeline.layouts == [Self.controller])
        #expect(pipeline.encoders == Self.encoders)
        #expect(pipeline.recording == Self.recording)
        #expect(pipeline.storage == Self.storage)
        #expect(pipeline.budget == Self.budget)
        #expect(
            [pipeline.thermal.fair, pipeline.thermal.serious, pipeline.thermal.critical, pipeline.thermal.shutdown]
                == [60, 65, 66.5, 120].map(Temperature.init(celsius:)))
        #expect(pipeline.thermal.zones == ["cpu-thermal", "k10temp Tctl"])
        #expect(pipeline.battery.warn == .percent(30) && pipeline.battery.stop == nil)
        #expect([pipeline.machine.sysfs, pipeline.machine.proc] == ["/tmp/sys", "/home/ada/proc"])
    }

    private static let indoor = ControlPreset(
        name: "indoor",
        controls: [
            CameraControl(name: "power-line", value: .whole(50), preset: "indoor"),
            CameraControl(name: "white-balance", value: .whole(3200), preset: "indoor"),
            CameraControl(name: "gain", value: .whole(4), preset: "indoor"),
        ])

    private static var cameras: [Camera] {
        var (back, front) = (Camera(name: "back"), Camera(name: "front"))
        (back.device, back.size, back.rate) = (
            .path("/dev/video0"), FrameSize(width: 640, height: 480), FrameRate(30_000, 1001)
        )
        (back.format, back.rotate, back.zoom) = (.mjpeg, .clockwise90, 2)
        back.zoomCentre = Point(x: .percent(25), y: .percent(75))
        back.controls = [
            CameraControl(name: "exposure_time_absolute", value: .whole(150)),
            CameraControl(name: "focus", value: .word("lock")), CameraControl(name: "auto_focus", value: .flag(false)),
        ]
        // A camera's own control replaces that of its preset.
        front.controls = Self.indoor.controls.dropLast() + [CameraControl(name: "gain", value: .word("auto"))]
        (front.device, front.expect) = (.test(pattern: .ball), [.frozen])
        return [back, front]
    }

    private static var microphone: Microphone {
        var microphone = Microphone()
        (microphone.device, microphone.rate, microphone.channels) = (.alsa("hw:1,0"), 44_100, 1)
        (microphone.gain, microphone.windFilter) = (Decibel(-6), true)
        (microphone.mode, microphone.bits) = (.inFrame, .twentyFour)
        microphone.expect = [.silent, .deadChannel]
        return microphone
    }

    private static var combined: Combined {
        var combined = Combined()
        (combined.layout, combined.main) = (.custom("desk"), "front")
        (combined.inset.camera, combined.inset.size, combined.inset.margin) = ("back", .percent(30), 4)
        combined.inset.position = .free(Point(x: .percent(60), y: .percent(10)))
        (combined.inset.radius, combined.inset.border, combined.inset.shadow) = (24, 3, 16)
        combined.inset.opacity = .percent(80)
        (combined.size, combined.rate) = (FrameSize(width: 1280, height: 720), FrameRate(25))
        (combined.fit, combined.background) = (.contain, .checker)
        combined.motion = Motion(duration: .seconds(1), easing: .spring)
        combined.transition = Transition(.wipe, duration: .seconds(2), direction: .up, easing: .linear)
        combined.switching = Switching(every: .seconds(10), cameras: ["front", "back"])
        return combined
    }

    private static let controller = CustomLayout(
        name: "desk",
        rectangles: [
            LayoutRectangle(
                camera: "front", x: .percent(0), y: .percent(0), width: .percent(70), height: .percent(100)),
            LayoutRectangle(
                camera: "back", x: .percent(70), y: .percent(10), width: .percent(30), height: .percent(40)),
        ])

    private static var encoders: Encoders {
        var encoders = Encoders()
        (encoders.standard.use, encoders.standard.preset, encoders.standard.quality) = ("x265", "fast", .social)
        (encoders.standard.bitrate, encoders.standard.keyframes) = (Bitrate(bitsPerSecond: 4_000_000), .seconds(1))
        var (back, combined) = (EncoderOverride(), EncoderOverride())
        back.use = "passthrough"
        (combined.preset, combined.bitrate) = ("veryfast", Bitrate(bitsPerSecond: 10_000_000))
        combined.keyframes = .milliseconds(500)
        encoders.outputs = [OutputName("back"): back, .combined: combined]
        (encoders.audio.use, encoders.audio.bitrate) = (.opus, Bitrate(bitsPerSecond: 96_000))
        return encoders
    }

    private static var recording: Recording {
        var recording = Recording()
        recording.fallback = "/home/ada/Spare"
        (recording.directory, recording.outputs) = ("/home/ada/Takes", [.combined, OutputName("back")])
        (recording.name, recording.container, recording.segment) = ("{output}", .mkv, nil)
        (recording.maxLoss, recording.duration) = (.milliseconds(500), .seconds(3600))
        recording.missingCamera = .continue
        recording.missingMicrophone = .wait
        recording.group = "video"
        return recording
    }

    private static var storage: Storage {
        var storage = Storage()
        (storage.keepFree, storage.warnAt) = (ByteCount(bytes: 2_147_483_648), [])
        (storage.whenFull, storage.retain) = (.deleteOldest, .size(ByteCount(bytes: 500_000_000_000)))
        return storage
    }

    private static var budget: Budget {
        var budget = Budget()
        (budget.limit, budget.enforce, budget.shed) = (0.5, false, [.combined])
        return budget
    }
}

@Suite struct WordTests {
    @Test(arguments: [
        ("auto", CameraDevice.auto), ("/dev/video3", .path("/dev/video3")),
        ("/dev/v4l/by-id/usb-cam", .path("/dev/v4l/by-id/usb-cam")),
        ("usb-0000:00:14.0-1", .stable("usb-0000:00:14.0-1")),
        ("test", .test(pattern: .smpte)), ("test:zone-plate", .test(pattern: .zonePlate)),
        ("file:clips/a.mp4", .file("clips/a.mp4")), ("file:~/a.mp4", .file("/home/ada/a.mp4")),
        ("rtsp://cam/1", .network("rtsp://cam/1")), ("srt://cam:9000", .network("srt://cam:9000")),
        ("screen", .screen(nil)), ("screen::1", .screen(":1")), ("pipewire", .pipewire(nil)),
        ("pipewire:webcam", .pipewire("webcam")), ("libcamera", .libcamera(nil)),
        ("libcamera:/base/soc/i2c0mux", .libcamera("/base/soc/i2c0mux")), ("decklink:1", .decklink(1)),
        ("${DEVICE}", .path("/dev/video7")), ("${NONE:-test}", .test(pattern: .smpte)), ("${EMPTY:-auto}", .auto),
    ])
    func cameraDevices(text: String, device: CameraDevice) throws {
        #expect(try load("cameras: {back: \"\(text)\"}").pipeline.cameras.map(\.device) == [device])
    }

    @Test(arguments: [
        ("auto", MicrophoneDevice.auto), ("none", nil), ("test", .test), ("pulse", .pulse(nil)),
        ("pulse:null.monitor", .pulse("null.monitor")), ("pipewire", .pipewire(nil)), ("pipewire:42", .pipewire("42")),
        ("alsa", .alsa(nil)), ("alsa:hw:1,0", .alsa("hw:1,0")), ("file:a.mp4", .file("a.mp4")),
    ])
    func microphoneDevices(text: String, device: MicrophoneDevice?) throws {
        #expect(try load(twoCameras + "microphone: \(text)").pipeline.microphone?.device == device)
        #expect(try load(twoCameras + "microphone: {device: \"\(text)\"}").pipeline.microphone?.device == device)
    }

    @Test(arguments: [
        ("bottom-right", InsetPosition.corner(.bottomRight)), ("center", .corner(.center)),
        ("centre", .corner(.center)),
        ("{x: 60%}", .free(Point(x: .percent(60), y: .percent(0)))),
    ])
    func insetPositions(text: String, position: InsetPosition) throws {
        let pipeline = try load(twoCameras + "combined: {inset: {position: \(text)}}").pipeline
        #expect(pipeline.combined?.inset.position == position)
    }

    @Test(arguments: [
        ("off", Retention.off), ("30d", .age(.seconds(2_592_000))), ("2GB", .size(ByteCount(bytes: 2_000_000_000))),
    ])
    func retentions(text: String, retention: Retention) throws {
        #expect(try load(twoCameras + "storage: {retain: \(text)}").pipeline.storage.retain == retention)
    }

    /// A quality preset in place of an encoder.
    @Test func qualityInUse() throws {
        let text = twoCameras + "encoders: {default: {use: balanced}, back: {use: maximum, bitrate: 1Mbps}}"
        let encoders = try load(text).pipeline.encoders
        let back = encoders.settings(for: OutputName("back"))
        #expect(encoders.standard.use == "auto" && encoders.standard.quality == .balanced)
        #expect(back.use == "auto" && back.quality == .maximum)
    }

    @Test(arguments: LayoutName.builtInWords) func layoutsPrintTheirWord(word: String) throws {
        let pipeline = try load(twoCameras + "combined: {layout: \(word)}").pipeline
        #expect(pipeline.combined?.layout.description == word)
    }

    /// A key without a value counts as an empty section.
    @Test func emptySections() throws {
        let pipeline = try load("cameras:\n  back:\n  front:\ncombined:\nmicrophone:\n").pipeline
        #expect(pipeline.cameras == [Camera(name: "back"), Camera(name: "front")])
        #expect(pipeline.combined == Combined())
        #expect(pipeline.microphone == Microphone())
    }
}
