import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// Returns the encoder and its settings for one output of a machine, such as `x264enc bitrate=8000 ...`.
private func element(
    _ use: String, preset: String? = nil, bitrate: Int? = 8_000_000, machine: MachineFacts = Fixture.machine
) throws -> String {
    var pipeline = Pipeline(cameras: [Fixture.camera("back")])
    pipeline.recording.container = .mkv
    pipeline.encoders.standard.use = use
    pipeline.encoders.standard.preset = preset
    pipeline.encoders.standard.bitrate = bitrate.map { Bitrate(bitsPerSecond: $0) }
    let plan = try Planner.plan(Fixture.simulated(pipeline, on: machine))
    let encoder = try #require(plan.elements.first { $0.name == "back.encoder" })
    return ([encoder.factory] + encoder.properties.map { "\($0.name)=\($0.value.text)" }).joined(separator: " ")
}

@Suite struct EncoderCatalogTests {
    /// The same bitrate in each element's unit, a key frame every two seconds, and one thread if that is enough.
    @Test(arguments: [
        (
            "x264", "ultrafast",
            "x264enc bitrate=8000 speed-preset=ultrafast key-int-max=60 bframes=0 rc-lookahead=0 threads=1"
        ),
        (
            "x264", "veryfast",
            "x264enc bitrate=8000 speed-preset=veryfast key-int-max=60 bframes=0 rc-lookahead=10 threads=2"
        ),
        (
            "openh264", "low",
            "openh264enc bitrate=8000000 rate-control=bitrate complexity=low gop-size=60 multi-thread=1 slice-mode=n-slices"
        ),
        (
            "x265", "ultrafast",
            "x265enc bitrate=8000 speed-preset=ultrafast key-int-max=60 "
                + "option-string=bframes=0:rc-lookahead=5:frame-threads=2:pools=2:log-level=none"
        ),
        (
            "vp9", "8",
            "vp9enc target-bitrate=8000000 end-usage=cbr deadline=1 cpu-used=8 lag-in-frames=0 keyframe-max-dist=60 threads=2 "
                + "row-mt=true"
        ),
        (
            "aom-av1", "10",
            "av1enc target-bitrate=8000 usage-profile=realtime end-usage=cbr min-quantizer=2 max-quantizer=58 cpu-used=10 "
                + "lag-in-frames=0 keyframe-max-dist=60 threads=2"
        ),
        ("prores", "lt", "avenc_prores_ks profile=lt threads=auto bits-per-mb=128"),
    ])
    func speaksEachElementsUnits(_ use: String, _ preset: String, _ expected: String) throws {
        #expect(try element(use, preset: preset) == expected)
    }

    @Test(arguments: [
        ("vah264enc", "va-h264", "vah264enc bitrate=8000 rate-control=cbr target-usage=4 key-int-max=60 b-frames=0"),
        (
            "vah264lpenc", "va-h264",
            "vah264lpenc bitrate=8000 rate-control=cbr target-usage=4 key-int-max=60 b-frames=0"
        ),
        ("nvh264enc", "nv-h264", "nvh264enc bitrate=8000 rc-mode=cbr preset=low-latency-hq gop-size=60"),
        ("qsvh264enc", "auto", "qsvh264enc bitrate=8000 rate-control=cbr target-usage=4 gop-size=60 low-latency=true"),
        (
            "v4l2h264enc", "h264",
            "v4l2h264enc extra-controls=controls,video_bitrate=(int)8000000,video_gop_size=(int)60"
        ),
    ])
    func usesTheChipThatIsThere(_ factory: String, _ use: String, _ expected: String) throws {
        let machine = MachineFacts(cores: 2, elements: Fixture.elements.union([factory]), host: "box")
        #expect(try element(use, machine: machine) == expected)
    }

    @Test func jpegQualityFollowsTheBitrate() throws {
        #expect(try element("mjpeg", bitrate: nil) == "jpegenc quality=85")
        #expect(try element("mjpeg", bitrate: 20_000_000) == "jpegenc quality=60")
    }

    @Test func listsWhatIsAtHandFirst() {
        let list = EncoderCatalog.list(on: Fixture.machine)
        #expect(
            list.filter(\.available).map(\.word) == [
                "x264", "openh264", "x265", "vpx-vp9", "aom-av1", "prores-ks", "jpeg",
            ])
        #expect(list.firstIndex { !$0.available } == 7)
        #expect(list.first { $0.word == "prores-ks" }?.containers == [.mov, .mkv])
    }

    @Test func everyWordIsUniqueAndEveryLadderIsMadeOfPresets() {
        #expect(Set(EncoderCatalog.words).count == EncoderCatalog.words.count)
        for implementation in EncoderCatalog.implementations {
            #expect(implementation.speeds.allSatisfy(implementation.presets.contains), "\(implementation.word)")
            let count = EncoderSpeed.allCases.count
            #expect(implementation.speeds.isEmpty || implementation.speeds.count == count, "\(implementation.word)")
        }
    }

    @Test(arguments: [
        (VideoCodec.h264, 1920, 1080, 30, 8_000_000), (.h264, 1280, 720, 30, 4_400_000),
        (.h264, 3840, 2160, 30, 22_600_000),
        (.h264, 1920, 1080, 60, 13_500_000), (.h265, 1920, 1080, 30, 5_200_000), (.h264, 16, 16, 1, 100_000),
        (.prores, 1920, 1080, 30, 147_000_000),
    ])
    func bitrateFollowsThePicture(_ codec: VideoCodec, _ width: Int, _ height: Int, _ rate: Int, _ expected: Int) {
        let size = FrameSize(width: width, height: height)
        #expect(codec.bitrate(size, FrameRate(rate), preset: nil, factor: 1) == expected)
    }

    @Test(arguments: [
        (2, 3, 0.3, 1), (2, 3, 0.7, 1), (2, 2, 0.61, 2), (1, 1, 3, 1), (8, 3, 0.6, 1), (8, 3, 0.7, 2), (8, 3, 2.5, 5),
        (4, 3, 9, 4),
    ])
    func oneThreadWhereOneIsEnough(_ cores: Int, _ encoders: Int, _ cost: Double, _ expected: Int) {
        #expect(EncoderJob.threads(cores: cores, encoders: encoders, cost: cost) == expected)
    }

    /// The three encoders of the pip pipeline on machines of different size: the best presets that fit, the cameras'
    /// own first.
    @Test(arguments: [
        (1, "x264 ultrafast, x264 ultrafast, x264 ultrafast"), (2, "x264 ultrafast, x264 ultrafast, x264 ultrafast"),
        (4, "x264 veryfast, x264 superfast, x264 superfast"), (8, "x264 faster, x264 faster, x264 faster"),
        (16, "x264 medium, x264 medium, x264 medium"),
    ])
    func presetIsWhatTheMachineBears(_ cores: Int, _ expected: String) throws {
        let machine = MachineFacts(cores: cores, elements: Fixture.elements, host: "box")
        let summary = try Planner.summary(Fixture.simulated(Fixture.pip(), on: machine))
        #expect(summary.outputs.map { "\($0.encoder) \($0.preset ?? "")" }.joined(separator: ", ") == expected)
    }
}
