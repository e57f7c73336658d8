import DualCamConfig
import DualCamPlan
import DualCamPlanKit
import Testing

struct IssueCase: Sendable {
    var change: @Sendable (inout Pipeline) -> Void
    /// The expected issues as `keyPath: message (hint)`; they begin with `69 ` if the machine lacks something.
    var expected: [String]

    init(_ expected: String..., change: @escaping @Sendable (inout Pipeline) -> Void) {
        (self.change, self.expected) = (change, expected)
    }
}

private let atHand = "at hand: x264, openh264, x265, vpx-vp9, aom-av1, prores-ks, jpeg"

private let issueCases: [IssueCase] = [
    IssueCase(
        "recording.delay: a take that begins before its button (recording.pre-roll) cannot begin after it (leave one of them out)",
        "recording.pre-roll: 30s are too much for files of 39s (recording.segment) (write 10s less than that at most, or a longer "
            + "segment)",
        "combined.when: what was directed before a take began is not written down, so that the combined file of the pre-roll could "
            + "not be drawn again as it was (write `live` or `later`, or leave recording.pre-roll out)",
        change: {
            ($0.recording.preRoll, $0.recording.delay, $0.recording.segment) = (.seconds(30), .seconds(3), .seconds(39))
            $0.combined?.when = .both
        }),
    IssueCase(change: { ($0.recording.preRoll, $0.recording.segment) = (.seconds(30), .seconds(40)) }),
    IssueCase(
        "combined.when: a combined file is drawn of the cameras' own, and recording.outputs leaves out front (add it there, or "
            + "write `when: live`)",
        change: {
            $0.combined?.when = .later
            $0.recording.outputs = [OutputName("back"), .combined]
        }),
    IssueCase(
        "combined.when: the combined picture is not recorded: recording.outputs leaves it out (add it there, or write `when: "
            + "later`)",
        change: {
            $0.combined?.when = .both
            $0.recording.outputs = [OutputName("back"), OutputName("front")]
        }),
    IssueCase(change: {
        $0.combined?.when = .later
        $0.encoders.outputs[.combined] = override { $0.use = "nv-h264" }
    }),
    IssueCase(
        "encoders.combined.use: the combined picture has no encoded stream to pass through (write `use: auto` for it)",
        change: {
            $0.combined?.when = .later
            $0.encoders.outputs[.combined] = override { $0.use = "passthrough" }
        }),
    IssueCase(change: { _ in }),
    IssueCase(
        "encoders.default.use: there is no encoder called `x246` (did you mean `x264`? `use` takes "
            + EncoderCatalog.words.joined(separator: ", ") + ")",
        change: { $0.encoders.standard.use = "x246" }),
    IssueCase(
        "69 encoders.combined.use: this machine has no encoder `nv-h264` (output combined) (\(atHand))",
        change: { $0.encoders.outputs[.combined] = override { $0.use = "nv-h264" } }),
    IssueCase(
        "encoders.combined.use: mp4 files cannot hold prores (`prores`) (write `mov` or `mkv` for recording.container, or choose "
            + "another codec)",
        change: {
            $0.recording.container = .mp4
            $0.encoders.outputs[.combined] = override { $0.use = "prores" }
        }),
    IssueCase(
        "encoders.default.quality: quality `professional` needs prores, which mp4 files cannot hold (write `mov` or `mkv` for "
            + "recording.container, or choose another codec)",
        "encoders.audio.use: mp4 files cannot hold pcm sound here (write `aac` or `opus`)",
        change: {
            $0.recording.container = .mp4
            $0.encoders.standard.quality = .professional
            $0.encoders.audio.use = .pcm
        }),
    IssueCase(
        "encoders.default.preset: encoder `x264` (output back) has no preset `verifast` (did you mean `veryfast`? it has "
            + "ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo; `speed` is the same for all)",
        change: {
            $0.recording.outputs = [OutputName("back"), OutputName("front")]
            $0.encoders.standard.preset = "verifast"
            $0.encoders.outputs[OutputName("front")] = override { $0.use = "mjpeg" }
        }),
    IssueCase(
        "encoders.back.bitrate: encoder `x265` (output back) makes at most 102.4Mbps (write 102.4Mbps or less, or choose another "
            + "encoder)",
        change: {
            $0.encoders.outputs[OutputName("back")] = override {
                ($0.use, $0.bitrate) = ("x265", Bitrate(bitsPerSecond: 200_000_000))
            }
        }),
    IssueCase(
        "encoders.combined.use: the combined picture has no encoded stream to pass through (write `use: auto` for it)",
        change: { $0.encoders.outputs[.combined] = override { $0.use = "passthrough" } }),
    IssueCase(
        "cameras.back.rotate: an encoded stream that is passed through cannot be rotated (write `rotate: none`, or another encoder "
            + "than `passthrough`)",
        change: {
            $0.cameras[0].rotate = .clockwise90
            $0.encoders.outputs[OutputName("back")] = override { $0.use = "passthrough" }
        }),
    IssueCase(
        "encoders.back.use: camera back is a test pattern and has no encoded stream to pass through (write another encoder, or a "
            + "device that delivers H.264 or MJPG)",
        change: {
            $0.cameras[0].device = .test(pattern: .smpte)
            $0.encoders.outputs[OutputName("back")] = override { $0.use = "passthrough" }
        }),
    IssueCase(
        "cameras.back.device: network cameras (rtsp://a/b) cannot be recorded in this version (write `auto`, a device, `test` or "
            + "`file:CLIP`)",
        "cameras.front.controls: the camera is a test pattern, which has no controls (leave `controls` out, or write the device of "
            + "a camera)",
        change: {
            $0.cameras[0].device = .network("rtsp://a/b")
            $0.cameras[1].device = .test(pattern: .smpte)
            $0.cameras[1].controls = [CameraControl(name: "gain", value: .whole(3))]
        }),
    IssueCase(
        "microphone.rate: opus cannot be made at 44100 samples a second (it takes 8000, 12000, 16000, 24000, 48000)",
        change: {
            $0.encoders.audio.use = .opus
            $0.microphone?.rate = 44100
        }),
    IssueCase(
        "encoders.audio.bitrate: the encoder of opus makes at most 650kbps (write that, or less)",
        change: {
            $0.encoders.audio.use = .opus
            $0.encoders.audio.bitrate = Bitrate(bitsPerSecond: 650_001)
        }),
    IssueCase(
        "encoders.back.bitrate: encoder `openh264` (output back) makes at most 288.0Mbps (write 288.0Mbps or less, or choose "
            + "another encoder)",
        "encoders.back.use: encoder `openh264` takes no pictures of 4098x2304 (output back) (choose another encoder, or a "
            + "smaller size; 4096x2304 is the largest of that shape)",
        change: {
            $0.cameras[0].size = FrameSize(width: 4098, height: 2304)
            $0.encoders.outputs[OutputName("back")] = override {
                $0.use = "openh264"
                $0.bitrate = Bitrate(bitsPerSecond: 288_000_001)
            }
        }),
    IssueCase(
        "microphone.channels: aac cannot be made with 8 channels (it takes 1 to 6)",
        change: { $0.microphone?.channels = 8 }),
    IssueCase(
        "microphone.bits: aac has no samples of 24 bits (write `flac` or `pcm` for encoders.audio.use, or leave bits out)",
        change: { $0.microphone?.bits = .twentyFour }),
    IssueCase(
        "microphone.mode: `studio` sound cannot be made at 44100 samples a second (it takes 16000, 32000, 48000; write one "
            + "for microphone.rate, or `natural`)",
        "microphone.mode: `studio` sound cannot be made with 3 channels (it takes 1 or 2; write one for microphone.channels, "
            + "or `natural`)",
        change: {
            $0.microphone?.mode = .studio
            $0.microphone?.rate = 44100
            $0.microphone?.channels = 3
        }),
]

private func override(_ change: (inout EncoderOverride) -> Void) -> EncoderOverride {
    var override = EncoderOverride()
    change(&override)
    return override
}

@Suite struct IssueTests {
    @Test(arguments: issueCases)
    func saysWhatCannotBeRecorded(_ row: IssueCase) {
        var pipeline = Fixture.pip()
        row.change(&pipeline)
        let found = Planner.issues(pipeline, on: Fixture.machine).map { issue in
            (issue.code == .elementMissing ? "69 " : "") + "\(issue.keyPath): \(issue.message) (\(issue.hint))"
        }
        #expect(found == row.expected)
    }

    @Test func planningRefusesWhatTheChecksRefuse() {
        var pipeline = Fixture.pip()
        pipeline.encoders.standard.use = "nonsense"
        let error = #expect(throws: PlanIssues.self) { try Planner.plan(Fixture.simulated(pipeline)) }
        #expect(error?.issues == Planner.issues(pipeline, on: Fixture.machine))
        #expect(throws: PlanIssues.self) { try Planner.summary(Fixture.simulated(pipeline)) }
    }

    @Test func namesAnElementThatIsNotInstalled() {
        let machine = MachineFacts(cores: 2, elements: Fixture.elements.subtracting(["qtmux"]), host: "box")
        let error = #expect(throws: PlanIssues.self) { try Planner.plan(Fixture.simulated(Fixture.pip(), on: machine)) }
        #expect(
            error?.issues.map(\.message) == ["this machine has no GStreamer element `qtmux`, which back.muxer needs"])
        #expect(error?.issues.first?.code == .elementMissing)
    }
}
