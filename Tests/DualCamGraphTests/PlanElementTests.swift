@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// Creates each element of plans of every kind with its properties. This finds properties that the installed GStreamer
/// does not have, without any device.
@Suite(.tags(.process)) struct PlanElementTests {
    init() throws { try MachineProbe.prepare() }

    @Test(arguments: ["pulsesrc", "pipewiresrc", "alsasrc"])
    func microphonesCanBeMade(element: String) throws {
        for device in [nil, "mic"] {
            try expectMade { _, inputs in inputs.microphones = ["microphone": .device(element: element, device: device)]
            }
        }
    }

    @Test(arguments: AudioCodec.allCases) func soundCanBeMade(codec: AudioCodec) throws {
        for mode in SoundMode.allCases {
            try expectMade { pipeline, _ in
                pipeline.recording.container = .mkv
                pipeline.encoders.audio.use = codec
                pipeline.microphone?.mode = mode
            }
        }
    }

    @Test func severalMicrophonesCanBeMade() throws {
        for sound in [SoundTracks.tracks, .mix] {
            try expectMade { pipeline, inputs in
                pipeline.recording.sound = sound
                pipeline.microphones = ["room", "desk"].map { Microphone(name: $0) }
                inputs.microphones = ["room": .test, "desk": .voice]
            }
        }
    }

    @Test(arguments: EncoderCatalog.implementations.map(\.word)) func encodersCanBeMade(word: String) throws {
        let implementation = try #require(EncoderCatalog.implementation(word))
        guard implementation.element(on: MachineProbe.untriedFacts) != nil else { return }
        for preset in [nil] + implementation.presets.map(Optional.some) {
            try expectMade { pipeline, _ in
                pipeline.recording.container = implementation.codec.containers.first ?? .mkv
                (pipeline.encoders.standard.use, pipeline.encoders.standard.preset) = (word, preset)
            }
        }
    }

    @Test(arguments: Container.allCases) func filesCanBeMade(container: Container) throws {
        try expectMade { pipeline, _ in pipeline.recording.container = container }
    }

    @Test(arguments: [PixelFormat.mjpeg, .h264, .raw("YUY2"), .raw("NV12"), .raw("RGB")], ["auto", "passthrough"])
    func camerasCanBeMade(format: PixelFormat, use: String) throws {
        let isCoded = [.mjpeg, .h264].contains(format)
        guard isCoded || use == "auto" else { return }
        let mode = CaptureMode(format: format, size: FrameSize(width: 1280, height: 720), rates: [FrameRate(30)])
        let device = DeviceFacts(
            path: "/dev/video0", stableName: "usb-cam", card: "Cam", driver: "uvcvideo", busName: "usb-1", modes: [mode]
        )
        try expectMade { pipeline, inputs in
            pipeline.recording.segment = nil
            pipeline.cameras[0].size = mode.size
            pipeline.encoders.outputs[OutputName("back")] = EncoderOverride()
            pipeline.encoders.outputs[OutputName("back")]?.use = use
            inputs.cameras[0].source = .device(device, mode: mode, rate: FrameRate(30))
        }
    }

    /// A device whose plug-in is not installed is refused by the plan, which names the plug-in.
    @Test(arguments: [
        CameraDevice.libcamera("cam"), .libcamera(nil), .pipewire("42"), .pipewire(nil), .screen(":1"), .screen(nil),
        .decklink(1),
    ])
    func otherSourcesCanBeMade(device: CameraDevice) throws {
        try expectMade { pipeline, inputs in
            pipeline.cameras[0].device = device
            pipeline.cameras[0].rotate = .clockwise90
            inputs.cameras[0].source = .element(try #require(ElementSource(device)))
        }
    }

    @Test(arguments: Mixer.allCases) func combinedPicturesCanBeMade(mixer: Mixer) throws {
        for rotation in [Rotation.none, .clockwise90, .mirror] {
            try expectMade { pipeline, _ in
                pipeline.combined?.mixer = mixer
                pipeline.cameras[0].rotate = rotation
            }
        }
    }

    @Test func clipsCanBeMade() throws {
        let video = ClipFacts.Video(
            decoders: ["h264parse", "avdec_h264"], size: FrameSize(width: 1280, height: 720), rate: FrameRate(25),
            format: "I420", colorimetry: "bt709", pad: "video_%u")
        let clip = ClipFacts(
            path: "/clips/bunny.mp4", demuxer: "qtdemux", length: 9_999_000_000, video: video,
            audio: ClipFacts.Audio(decoders: ["aacparse", "avdec_aac"], pad: "audio_%u"))
        try expectMade { _, inputs in
            inputs.cameras[0].source = .clip(clip)
            inputs.microphones = ["microphone": .clip(clip)]
        }
    }

    /// Plans a recording, creates all elements that it may need, and links those that are linked at its start. An issue
    /// names each property that is refused.
    private func expectMade(_ change: (inout Pipeline, inout PlannedInputs) throws -> Void) throws {
        var pipeline = Pipeline(cameras: ["back", "front"].map { Camera(name: $0) })
        pipeline.combined = Combined()
        var inputs = PlannedInputs(
            pipeline: pipeline,
            cameras: pipeline.cameras.map { CameraFacts(name: $0.name, source: .test(.smpte)) },
            microphones: ["microphone": .test], machine: MachineProbe.untriedFacts)
        try change(&pipeline, &inputs)
        inputs.pipeline = pipeline
        let plan: GraphPlan
        do throws(PlanIssues) { plan = try Planner.plan(inputs) } catch {
            // A plan may need elements that are not installed; their properties cannot be checked.
            #expect(error.issues.contains { $0.code == .elementMissing }, "\(error.issues.map(\.message))")
            return
        }
        var builder = GraphBuilder(pipeline: try MediaPipeline(name: "plan"))
        try builder.make(plan.elements, plan.links)
        var others: [ElementPlan] = plan.outputs.flatMap(\.elements) + plan.outputs.flatMap(\.spareEncoding)
        others += plan.inputs.flatMap { $0.slate?.elements ?? [] }
        others += plan.sounds.flatMap(\.silence) + plan.sounds.flatMap(\.cleanings.values).flatMap(\.elements)
        // The writer of each output has a part of the pipeline of its own, with its own names.
        for element in others {
            #expect(throws: Never.self) {
                try Element.make(element.factory, name: "other", properties: element.settings)
            }
        }
    }
}

extension ElementPlan {
    fileprivate var settings: [Setting.Field] { properties.map(Setting.Field.init) }
}
