import DualCamRecordings
import Testing

@testable import DualCamCommands

/// Command lines that name a shipped pipeline by a path that does not exist.
@Suite struct ReplacedPathTests {
    private static let announcement =
        "dualcam: 'pipelines/pip.yaml' does not exist; using the shipped pipeline 'pip' (/src/Pipelines/pip.yaml)\n"
    private static let problem =
        "--set recording.container=avi: error: recording.container: unknown value 'avi'; accepted: mov, mp4, mkv\n"

    private func run(_ line: String) async -> TestRun {
        var files = FakeFiles(["/src/Package.swift"])
        files.contents["/src/Pipelines/pip.yaml"] = Array("cameras: {back: {device: test}}\n".utf8)
        return await TestRun.of(line.split(separator: " ").map(String.init), files: files)
    }

    /// The shipped file is read and announced in the first line. The options are invalid, so nothing is recorded.
    @Test(arguments: [
        ("run", announcement), ("run --json", announcement), ("run --quiet", ""), ("serve", announcement),
        ("serve --json", announcement), ("serve --quiet", ""), ("open", announcement), ("check", announcement),
        ("check --json", announcement), ("plan", announcement), ("plan --json", announcement),
        ("plan --launch", announcement), ("plan --dot", announcement), ("plan --fresh", announcement),
    ])
    func theFirstLineSaysWhichFileIsUsed(command: String, first: String) async {
        let run = await run(command + " pipelines/pip.yaml --set recording.container=avi")
        #expect(run.exitCode == .pipelineFile)
        #expect(run.errors.text == first + Self.problem)
        let lines = run.output.text.split(separator: "\n")
        #expect(command.hasSuffix("--json") || lines.isEmpty)
        for line in lines { #expect(JSONValue(ifJSON: String(line)) != nil, "\(line)") }
    }

    @Test func checkTellsTheFileThatItHasRead() async {
        let run = await run("check pipelines/pip.yaml --json")
        #expect(run.exitCode == .finished)
        #expect(run.errors.text == Self.announcement)
        #expect(
            run.output.text
                == #"{"file":"/src/Pipelines/pip.yaml","problems":[],"notices":[],"machine":[],"exit-code":0}"# + "\n")
    }

    @Test func whatWasSetIsForgottenOfTheShippedOne() async {
        let run = await run("forget pipelines/pip.yaml")
        #expect(run.exitCode == .finished)
        #expect(run.errors.text == Self.announcement)
        #expect(run.output.text == "no settings are saved for /src/Pipelines/pip.yaml\n")
    }

    /// On a busy machine there may also be a message that plugins are being read.
    @Test(arguments: ["", " --json"]) func aRehearsalSaysItFirst(option: String) async {
        let run = await run("calibrate pipelines/pip.yaml --set recording.container=avi" + option)
        #expect(run.exitCode == .pipelineFile)
        #expect(run.errors.text.hasPrefix(Self.announcement) && run.errors.text.hasSuffix(Self.problem))
        #expect(run.output.text == "")
    }
}
