@testable import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import Foundation
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// Complete command lines, run in the test's process on files in memory; no camera is needed.
@Suite struct CommandTests {
    private static let good = """
        name: two
        cameras:
          back: {device: test, size: 640x360}
          front: {device: "test:ball", size: 320x240}
        combined: {layout: pip, size: 640x360}
        microphone: test

        """

    private func run(_ line: String, pipeline: String = good) async -> TestRun {
        var files = FakeFiles([])
        files.contents["p.yaml"] = .some(Array(pipeline.utf8))
        return await TestRun.of(line.split(separator: " ").map(String.init), files: files)
    }

    @Test func checkPraisesAGoodFile() async {
        let run = await run("check p.yaml")
        #expect(run.exitCode == .finished)
        #expect(run.output.text == "p.yaml: no problems\n")
        #expect(run.errors.text == "")
    }

    static let faults: [(pipeline: String, line: String, errors: String)] = [
        (
            good.replacingOccurrences(of: "size: 640x360}\n  front", with: "sise: 640x360}\n  front"), "check p.yaml",
            """
            p.yaml:3:24: error: cameras.back.sise: unknown key; did you mean 'size'?
              back: {device: test, sise: 640x360}
                                   ^

            """
        ),
        (
            good, "run p.yaml --set recording.container=avi",
            "--set recording.container=avi: error: recording.container: unknown value 'avi'; accepted: mov, mp4, mkv\n"
        ),
        (
            "", "plan p.yaml",
            "p.yaml: error: the file is empty; write at least one camera, as in cameras: {back: {device: auto}}\n"
        ),
    ]

    @Test(arguments: faults)
    func aFaultyFileIsShownWithItsPlaces(pipeline: String, line: String, errors: String) async {
        let run = await run(line, pipeline: pipeline)
        #expect(run.exitCode == .pipelineFile)
        #expect(run.errors.text == errors)
        #expect(run.output.text == "")
    }

    /// An unknown encoder is reported together with all other errors.
    @Test func aWrongEncoderIsShownBesideOtherProblems() async {
        let run = await run("check p.yaml", pipeline: Self.good + "encoders:\n  back: {use: x246}\nnmae: x\n")
        #expect(run.exitCode == .pipelineFile)
        #expect(
            run.errors.text
                == "p.yaml:8:15: error: encoders.back.use: unknown encoder 'x246'; did you mean 'x264'?\n"
                + "  back: {use: x246}\n              ^\n"
                + "p.yaml:9:1: error: nmae: unknown key; did you mean 'name'?\nnmae: x\n^\n")
    }

    @Test func whatOnlyThePlannerKnowsIsShownWithItsPlaceToo() async {
        let run = await run(
            "check p.yaml", pipeline: Self.good + "recording: {container: mp4}\nencoders:\n  back: {use: prores}\n")
        #expect(run.exitCode == .pipelineFile)
        #expect(run.errors.text.hasPrefix("p.yaml:9:15: error: encoders.back.use: "))
        #expect(run.errors.text.hasSuffix("\n  back: {use: prores}\n              ^\n"))
        #expect(run.output.text == "")
    }

    @Test func planTellsProgramsWhatTheyRelyOn() async throws {
        let run = await run("plan p.yaml --json")
        #expect(run.exitCode == .finished)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.text.utf8)) as? [String: Any])
        let cost = try #require(object["cost"] as? [String: Any])
        let cores = try #require((cost["cpu"] as? [String: Any])?["cores"] as? Double)
        #expect(cores > 0)
        #expect(try #require(cost["total"] as? Double) > 0)
        #expect(try #require(object["bytes-per-hour"] as? Int) > 1_000_000)
        #expect(try #require(object["branches"] as? [String]).contains("combined.encoder"))
        let elements = try #require(object["elements"] as? [[String: String]])
        #expect(elements.contains { $0["factory"] == "dualcammixer" })
        #expect(run.output.text.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: [
        ("--launch", "gst-launch-1.0 -e"), ("--dot", "digraph recording {"), ("", "two\n\nInputs:\n  back "),
    ])
    func planPrintsItself(option: String, beginning: String) async {
        let run = await run("plan p.yaml \(option)")
        #expect(run.exitCode == .finished)
        #expect(run.output.text.hasPrefix(beginning))
    }

    @Test func aDeviceThatIsNotThereIsExitCode69() async {
        let pipeline = "cameras:\n  back: {device: /dev/video987}\nmicrophone: none\n"
        let run = await run("worker p.yaml", pipeline: pipeline)
        #expect(run.exitCode == .unavailable)
        #expect(run.errors.text.hasPrefix("dualcam: error: camera back: "))
        #expect(run.errors.text.filter { $0 == "\n" }.count == 1)
    }

    @Test func aFolderThatCannotBeMadeIsExitCode73() async {
        let run = await run(
            "worker p.yaml --set recording.directory=/proc/no/such/folder --set recording.duration=1s --json")
        #expect(run.exitCode == .outputNotCreated)
        #expect(
            run.errors.text.hasPrefix("dualcam: error: The output folder '/proc/no/such/folder' cannot be created: "))
        let events = run.output.text.split(separator: "\n")
        #expect(events.count == 2)
        #expect(events.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) != nil })
    }

    @Test func simulationReplacesDevicesButKeepsPatterns() {
        var pipeline = Pipeline(cameras: [Camera(name: "a"), Camera(name: "b"), Camera(name: "c")])
        pipeline.cameras[1].device = .test(pattern: .ball)
        pipeline.cameras[2].device = .file("x.mp4")
        let simulated = pipeline.simulated()
        #expect(
            simulated.cameras.map(\.device) == [
                .test(pattern: .scene), .test(pattern: .ball), .test(pattern: .scene),
            ])
        #expect(simulated.microphone?.device == .voice)
        pipeline.microphone?.device = .test
        #expect(pipeline.simulated().microphone?.device == .test)
        pipeline.microphone = nil
        #expect(pipeline.simulated().microphone == nil)
    }

    @Test func jsonKeysAreHyphenatedAndSlashesPlain() throws {
        struct Sample: Encodable {
            var bytesPerHour = 1
            var path = "/dev/video0"
        }
        #expect(try JSONText.line(Sample()) == #"{"bytes-per-hour":1,"path":"/dev/video0"}"# + "\n")
    }

    @Test func everyGraphFailureHasAnExitCodeAndOneLine() {
        let failure = CommandFailure(
            GraphFailure(.deviceBusy, message: "the camera is in use", advice: "End that program."))
        #expect(
            failure == CommandFailure(.unavailable, verbatim: "dualcam: error: the camera is in use. End that program.")
        )
    }
}
