import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

private func plan(_ change: (inout Pipeline) -> Void, sources: [CameraSource]? = nil, sound: MicrophoneFacts = .test)
    throws -> GraphPlan
{
    var pipeline = Fixture.pip()
    change(&pipeline)
    var inputs = Fixture.simulated(pipeline)
    if let sources { inputs.cameras = zip(pipeline.cameras, sources).map { CameraFacts(name: $0.name, source: $1) } }
    if pipeline.microphone != nil { inputs.microphones = ["microphone": sound] }
    return try Planner.plan(inputs)
}

private func device(_ format: PixelFormat, _ width: Int, _ height: Int, colorimetry: String? = nil) -> CameraSource {
    var mode = Fixture.mode(format, width, height, [FrameRate(30)])
    mode.colorimetry = colorimetry
    return .device(Fixture.device(0, [mode]), mode: mode, rate: FrameRate(30))
}

extension GraphPlan {
    fileprivate func factories(_ branch: String) -> [String] {
        elements.filter { $0.branch.rawValue == branch }.map(\.factory)
    }

    fileprivate func caps(_ name: String) -> String? {
        guard case .caps(let caps)? = elements.first(where: { $0.name == name })?.properties.first?.value else {
            return nil
        }
        return caps.text
    }
}

@Suite struct PlannerTests {
    /// A scene has its own sky for each camera, its name, and the time to the right of its frame counter. Other
    /// patterns have only the counter; a picture that is too small has nothing.
    @Test func scenesAreNamedAndCounted() throws {
        var inputs = Fixture.simulated(Fixture.pip())
        #expect(try Planner.plan(inputs).counters.map { $0.scene == nil } == [true, true])
        for index in inputs.cameras.indices { inputs.cameras[index].source = .test(.scene) }
        let plan = try Planner.plan(inputs)
        let scenes = try plan.counters.map { try #require($0.scene) }
        #expect(
            scenes.map { $0.overlays.map(\.overlay.content) } == [
                [.text("back"), .timecode], [.text("front"), .timecode],
            ])
        #expect(scenes.map { $0.overlays[1].corner(of: FrameSize(width: 200, height: 40)).x } == [320, 320])
        #expect(scenes.map { $0.overlays[1].corner(of: FrameSize(width: 200, height: 40)).y } == [1040, 680])
        let skies = plan.elements.filter { $0.factory == "videotestsrc" }.map(\.properties)
        #expect(skies.count == 2 && skies[0] != skies[1])
        inputs.pipeline.cameras[0].size = FrameSize(width: 32, height: 32)
        #expect(try Planner.plan(inputs).counters.map(\.element) == ["front.counter"])
    }

    /// The elements between a camera and its tee, and the resulting format.
    @Test(arguments: [
        (device(.raw("NV12"), 1920, 1080), device(.raw("NV12"), 1280, 720), "v4l2src capsfilter tee", "NV12"),
        (
            device(.raw("NV12"), 1920, 1080), device(.raw("I420"), 1280, 720),
            "v4l2src capsfilter dualcamintake capsfilter tee", "I420"
        ),
        (
            device(.raw("YUY2"), 1920, 1080), device(.mjpeg, 1280, 720),
            "v4l2src capsfilter dualcamintake capsfilter tee", "I420"
        ),
        (
            device(.raw("BGRx"), 1920, 1080), device(.mjpeg, 1280, 720),
            "v4l2src capsfilter dualcamintake capsfilter tee", "I420"
        ),
        (
            device(.raw("GRAY8"), 1920, 1080), device(.mjpeg, 1280, 720),
            "v4l2src capsfilter dualcamintake capsfilter tee", "I420"
        ),
        (
            device(.raw("NV12_64Z32"), 1920, 1080), device(.mjpeg, 1280, 720),
            "v4l2src capsfilter videoconvert capsfilter tee", "I420"
        ),
        (
            device(.mjpeg, 1920, 1080), device(.mjpeg, 1280, 720),
            "v4l2src capsfilter jpegdec dualcamview capsfilter tee", "I420"
        ),
        (
            device(.h264, 1920, 1080), device(.mjpeg, 1280, 720),
            "v4l2src capsfilter h264parse avdec_h264 capsfilter tee", "I420"
        ),
    ])
    func convertsOnceAndOnlyWhereNeeded(_ back: CameraSource, _ front: CameraSource, _ road: String, _ format: String)
        throws
    {
        let made = try plan({ $0.encoders.standard.use = "x264" }, sources: [back, front])
        #expect(made.factories("back.source").joined(separator: " ") == road)
        #expect(made.caps("combined.caps")?.contains("format=(string)\(format)") == true)
    }

    @Test func nv12IsGivenUpForAnEncoderThatCannotTakeIt() throws {
        let made = try plan(
            { $0.encoders.standard.use = "x265" },
            sources: [device(.raw("NV12"), 1920, 1080), device(.raw("NV12"), 1280, 720)])
        #expect(made.factories("back.source") == ["v4l2src", "capsfilter", "dualcamintake", "capsfilter", "tee"])
        #expect(!made.factories("back.encoder").contains("videoconvert"))
    }

    /// The combined picture has the cameras' colours if they agree, otherwise colours to which no camera would only be
    /// relabelled.
    @Test(arguments: [
        (device(.mjpeg, 1920, 1080), device(.mjpeg, 1280, 720), "colorimetry=(string)1:4:0:0,chroma-site=(string)jpeg"),
        (device(.mjpeg, 1920, 1080), .test(.smpte), "colorimetry=(string)1:4:0:0,chroma-site=(string)jpeg"),
        (.test(.ball), .test(.smpte), "colorimetry=(string)bt709,chroma-site=(string)mpeg2"),
        (
            device(.raw("YUY2"), 1920, 1080, colorimetry: "1:3:5:1"),
            device(.raw("YUY2"), 1280, 720, colorimetry: "bt709"),
            "colorimetry=(string)1:3:5:1"
        ),
        (
            device(.raw("YUY2"), 1920, 1080, colorimetry: "bt601"),
            device(.raw("YUY2"), 1280, 720, colorimetry: "bt709"),
            "colorimetry=(string)bt601"
        ),
    ])
    func combinedTakesTheCamerasColour(_ back: CameraSource, _ front: CameraSource, _ colour: String) throws {
        let made = try plan(
            {
                $0.recording.container = .mkv
                $0.encoders.standard.use = "x264"
            }, sources: [back, front])
        #expect(made.caps("combined.caps")?.contains(colour) == true)
    }

    @Test func rotationSwapsTheSides() throws {
        let made = try plan { $0.cameras[1].rotate = .clockwise90 }
        #expect(
            made.factories("front.source") == [
                "videotestsrc", "capsfilter", "simplevideomark", "videoflip", "capsfilter", "tee",
            ])
        #expect(made.caps("front.caps")?.contains("width=(int)720,height=(int)1280") == true)
    }

    @Test func aClipThatDiffersIsConvertedWithANote() throws {
        let made = try plan(
            { $0.cameras[0].size = FrameSize(width: 640, height: 360) }, sources: [.clip(Fixture.clip), .test(.ball)])
        #expect(
            made.factories("back.source") == [
                "filesrc", "qtdemux", "h264parse", "avdec_h264", "clocksync", "capssetter", "videoconvertscale",
                "capsfilter", "videorate", "videoconvertscale", "capsfilter", "tee",
            ])
        #expect(made.notes == ["Clip /clips/bunny.mp4 is 1280x720 at 25; it is converted to 640x360 at 30."])
    }

    /// RGB and grey are converted to the plan's colours first, so that the scaler after that converts nothing.
    @Test(arguments: [("RGB", "bt709"), ("GRAY8", "bt709"), ("YUY2", "bt601")])
    func aClipIsConvertedBeforeItIsScaled(_ format: String, _ colorimetry: String) throws {
        var clip = Fixture.clip
        clip.video?.decoders = []
        clip.video?.format = format
        clip.video?.colorimetry = format == "YUY2" ? "bt601" : "sRGB"
        let made = try plan(
            { $0.cameras[0].size = FrameSize(width: 640, height: 360) }, sources: [.clip(clip), .test(.ball)])
        #expect(
            made.factories("back.source") == [
                "filesrc", "qtdemux", "clocksync", "videorate", "dualcamintake", "capsfilter", "videoconvertscale",
                "capsfilter", "tee",
            ])
        let converted = try #require(made.caps("back.converted"))
        #expect(converted.contains("format=(string)I420,width=(int)1280,height=(int)720"))
        #expect(converted.contains("colorimetry") == (format != "YUY2"))
        #expect(made.caps("back.caps")?.contains("colorimetry=(string)\(colorimetry)") == true)
    }

    @Test func clipsLoopTogether() throws {
        let made = try plan({ _ in }, sources: [.clip(Fixture.clip), .test(.ball)], sound: .clip(Fixture.clip))
        #expect(
            made.loops == [
                LoopPlan(
                    demuxer: "audio.demuxer", length: 9_999_000_000, pad: PadReference("audio.clock", "sink")),
                LoopPlan(
                    demuxer: "back.demuxer", length: 9_999_000_000, pad: PadReference("back.clock", "sink"),
                    picture: .init(input: InputName("back"), frame: 40_000_000)),
            ])
        #expect(made.links.filter(\.whenPadAppears).map(\.from.pad) == ["audio_%u", "video_%u"])
    }

    @Test func camerasAndMicrophoneDecideTheStart() throws {
        let valves = try plan { _ in }.valves
        #expect(
            valves.map(\.pad.element) == [
                "audio.level", "back.encoder-queue", "front.encoder-queue", "combined.encoder-queue",
            ])
        #expect(valves.map(\.decidesStart) == [true, true, true, false])
        #expect(valves.map(\.bufferNanoseconds) == [21_333_333, 33_333_333, 33_333_333, 33_333_333])
    }

    @Test func aCameraThatIsOnlySeenDecidesTheStartWithoutACut() throws {
        let made = try plan { $0.recording.outputs = [OutputName("back"), .combined] }
        #expect(
            made.valves.map(\.pad.element) == [
                "audio.level", "back.encoder-queue", "combined.input-front", "combined.encoder-queue",
            ])
        #expect(made.valves.map(\.cuts) == [true, true, false, true])
        #expect(made.factories("front.encoder").isEmpty)
    }

    @Test func aPictureThatIsDrawnLaterCostsNothing() throws {
        let made = try plan { $0.combined?.when = .later }
        #expect(!made.elements.contains { $0.branch.isOfCombinedPicture })
        #expect(made.outputs.map(\.name) == [OutputName("back"), OutputName("front")])
        #expect(made.laterRate == FrameRate(30) && made.stage == nil)
        #expect(made.notes == ["The combined picture is drawn later: 'dualcam compose SESSION' makes its file."])
    }

    @Test func whatNothingNeedsIsNotOpened() throws {
        let made = try plan { $0.recording.outputs = [OutputName("back")] }
        #expect(!made.elements.contains { $0.name.hasPrefix("front.") || $0.factory == "compositor" })
        #expect(
            made.notes == [
                "Camera front is not opened: no output and no layout needs it.",
                "The combined picture is not made: recording.outputs leaves it out.",
            ])
    }

    @Test(arguments: [(PixelFormat.h264, true), (.mjpeg, false)])
    func passthroughSplitsBeforeTheDecoder(_ format: PixelFormat, _ needsKeyFrame: Bool) throws {
        let made = try plan(
            { pipeline in
                var encoder = EncoderOverride()
                encoder.use = "passthrough"
                pipeline.encoders.outputs[OutputName("back")] = encoder
            }, sources: [device(format, 1920, 1080), .test(.ball)])
        let valve = try #require(made.valves.first { $0.pad.element == "back.encoder-queue" })
        #expect(valve.needsKeyFrame == needsKeyFrame)
        let keyed = made.inputs.first { $0.name == InputName("back") }?.keyed
        #expect(keyed == (needsKeyFrame ? PadReference("back.delivered", "sink") : nil))
        #expect(made.outputs.first?.videoEncoder == nil)
        #expect(!made.elements.contains { $0.name == "back.encoder" })
        let decoder = try #require(made.links.first { $0.to.element == "back.decoder" })
        #expect(decoder.from.element == "back.decoder-queue")
        #expect(
            made.links.contains {
                $0.from == PadReference("back.delivered", "src_%u") && $0.to.element == "back.decoder-queue"
            })
    }

    @Test func rawPicturesCannotBePassedThrough() {
        let error = #expect(throws: PlanIssues.self) {
            try plan(
                { $0.encoders.outputs[OutputName("back")] = passthrough },
                sources: [device(.raw("YUY2"), 1920, 1080), .test(.ball)])
        }
        #expect(error?.issues.map(\.keyPath) == ["encoders.back.use"])
    }

    private var passthrough: EncoderOverride {
        var encoder = EncoderOverride()
        encoder.use = "passthrough"
        return encoder
    }

    /// The reserved space for the index by segment, duration and container, and the longest file that fits.
    @Test(
        arguments: [
            (Container.mov, 600, nil, 660, 630), (.mp4, nil, 60, 120, 90), (.mov, nil, nil, 10800, 10770),
            (.mov, 20000, nil, 10800, 10770),
        ] as [(Container, Int?, Int?, Int64, Int)])
    func reservesRoomForTheIndex(
        _ container: Container, _ segment: Int?, _ duration: Int?, _ reserved: Int64, _ longest: Int
    ) throws {
        let made = try plan {
            $0.recording.container = container
            $0.recording.segment = segment.map { .seconds($0) }
            $0.recording.duration = duration.map { .seconds($0) }
        }
        let output = try #require(made.outputs.first)
        let muxer = try #require(output.elements.first { $0.name == output.muxer })
        #expect(muxer.properties.first == Property("reserved-max-duration", .int(reserved * 1_000_000_000)))
        #expect(output.longestFile == .seconds(longest))
        #expect(made.notes.isEmpty == (reserved < 10800))
    }

    @Test func matroskaHasNoLimit() throws {
        let made = try plan { $0.recording.container = .mkv }
        #expect(made.outputs.map(\.longestFile) == [nil, nil, nil])
        #expect(made.outputs.map(\.muxer) == ["back.muxer", "front.muxer", "combined.muxer"])
    }

    @Test func proResSaysItsLeast() throws {
        let made = try plan {
            $0.encoders.standard.use = "prores"
            $0.encoders.standard.bitrate = Bitrate(bitsPerSecond: 8_000_000)
            $0.recording.outputs = [OutputName("back")]
        }
        #expect(made.notes.last == "Output back will have about 31 Mbps: prores-ks makes no fewer of this picture.")
    }
}
