import DualCamConfig
import DualCamRecordings
import Testing

@testable import DualCamSession
@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// `DUALCAM_CLOCK_RATE`, with which soak tests record days in minutes.
@Suite struct PaceTests {
    private static let usage = "dualcam: error: DUALCAM_CLOCK_RATE="
    private static let inputs =
        " works only with test pictures, and this pipeline has other inputs. Unset it, or add --simulate."

    static let rows: [(rate: String, camera: String, microphone: String, problem: String?)] = [
        ("1", "/dev/video0", "auto", nil),
        ("50", "test", "test", nil),
        ("50", "test", "none", nil),
        ("50", "test", "auto", usage + "50" + inputs),
        ("50", "file:a.mp4", "none", usage + "50" + inputs),
        ("fast", "test", "test", usage + "fast is not a valid rate. Give a whole number from 1 to 1000, or unset it."),
        ("0", "test", "test", usage + "0 is not a valid rate. Give a whole number from 1 to 1000, or unset it."),
        ("1001", "test", "test", usage + "1001 is not a valid rate. Give a whole number from 1 to 1000, or unset it."),
    ]

    @Test(arguments: rows)
    func onlyTestPicturesAreHurried(rate: String, camera: String, microphone: String, problem: String?) throws {
        let text = "cameras: {back: {device: '\(camera)'}}\nmicrophone: \(microphone)\n"
        let pipeline = try PipelineLoader.load(
            Array(text.utf8), named: "p.yaml", overrides: [],
            context: LoadContext(environment: [:], home: "/", encoders: [])
        ).pipeline
        do throws(CommandFailure) {
            let pace = try ClockRate(["DUALCAM_CLOCK_RATE": rate], for: pipeline)
            #expect("\(pace.rate)" == rate && problem == nil)
        } catch {
            #expect(error.text == problem && error.exitCode == .usage)
        }
    }

    @Test func limitsGrowWithTheClocksAndLengthsStay() throws {
        let text = "cameras: {back: {device: test}}\nmicrophone: none\n"
        let pipeline = try PipelineLoader.load(
            Array(text.utf8), named: "p.yaml", overrides: [],
            context: LoadContext(environment: [:], home: "/", encoders: [])
        ).pipeline
        var settings = SessionSettings(pipeline, longestFile: nil)
        try ClockRate(["DUALCAM_CLOCK_RATE": "20"], for: pipeline).stretch(&settings)
        #expect(settings.startLimit == .seconds(200) && settings.segmentLead == .seconds(60))
        #expect(settings.recording.segment == .seconds(600) && SessionSettings.shortestFile == .seconds(1))
    }

    @Test(.timeLimit(.minutes(10))) func everyClockOfTheSessionRunsAsFast() async throws {
        let clock = ScaledClock(rate: 1000)
        let (began, real) = (clock.now, ContinuousClock.now)
        try await clock.sleep(until: began.advanced(by: .seconds(50)), tolerance: nil)
        #expect(began.duration(to: clock.now) >= .seconds(50))
        #expect(real.duration(to: .now) >= .milliseconds(50))
        #expect(real.duration(to: .now) < .seconds(20))
    }
}
