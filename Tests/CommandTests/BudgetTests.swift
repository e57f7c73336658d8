import DualCamRecordings
import Foundation
import Testing

@testable import DualCamCommands

/// Costs in `plan` and in the worker, by the built-in table; the machine has 2 cores or more.
@Suite struct BudgetTests {
    private static let small = """
        name: one
        cameras: {back: {device: test, size: 640x360, rate: 15}}
        microphone: none
        encoders: {default: {use: x264, preset: ultrafast}}
        recording: {directory: /data/video}

        """

    /// A pipeline that no machine with fewer than 900 cores can record.
    private static let huge = small.replacingOccurrences(of: "ultrafast", with: "placebo")
        .replacingOccurrences(of: "640x360, rate: 15", with: "7680x4320, rate: 60")

    private func run(_ line: String, _ pipeline: String) async -> TestRun {
        var files = FakeFiles([])
        files.contents["p.yaml"] = .some(Array(pipeline.utf8))
        return await TestRun.of(line.split(separator: " ").map(String.init), files: files)
    }

    @Test func planShowsWhatEveryResourceCosts() async {
        let run = await run("plan p.yaml", Self.small)
        #expect(run.exitCode == .finished)
        let text = run.output.text
        #expect(text.hasPrefix("one\n\nInputs:\n  back  test:smpte\n\nOutputs:\n"))
        for part in [
            "\nCost:\n  cpu     ", "\n  memory  not measured\n  disk    ",
            " to /data/video, whose disk is not measured\n",
            "\nBranches:\n  back.source   0.01 cores\n  back.encoder ", "\nIt fits: ", "'dualcam calibrate' measures",
        ] { #expect(text.contains(part), "\(part)\n\(text)") }
    }

    @Test func programsFindTheCostUnderStableKeys() async throws {
        let run = await run("plan p.yaml --json", Self.small)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.text.utf8)) as? [String: Any])
        let cost = try #require(object["cost"] as? [String: Any])
        #expect(
            Set(cost.keys)
                == ["binding", "branches", "cpu", "fits", "limit", "margin", "measured", "refused", "total"])
        let cpu = try #require(cost["cpu"] as? [String: Double])
        #expect(Set(cpu.keys) == ["by-table", "composing", "cores", "decoding", "encoding", "other", "share"])
        #expect(cost["total"] as? Double == cpu["share"])
        #expect(cost["fits"] as? Bool == true && cost["limit"] as? Double == 0.9)
        // The values of the built-in table.
        #expect(cost["margin"] as? Double == 0.5 && cost["measured"] as? Bool == false)
        let branches = try #require(cost["branches"] as? [[String: Any]])
        #expect(branches.contains { $0["name"] as? String == "back.file" && $0["bytes-per-second"] is Int })
    }

    /// The plan is printed even if the recording would be refused, in each of its formats; the exit code is that of the
    /// start.
    @Test(arguments: ["", " --json", " --launch", " --dot"])
    func planEndsAsTheStartWould(_ form: String) async {
        let (planned, started) = (
            await run("plan p.yaml" + form, Self.huge), await run("worker p.yaml", Self.huge)
        )
        #expect(planned.exitCode == .pipelineFile && planned.exitCode == started.exitCode)
        #expect(planned.errors.text == started.errors.text)
        #expect(!planned.output.text.isEmpty)
        let pardoned = await run("plan p.yaml --set budget.enforce=off" + form, Self.huge)
        #expect(pardoned.exitCode == .finished && pardoned.errors.text == "")
    }

    @Test func whatCannotFitIsRefusedWithChangesThatAreEnough() async throws {
        let refused = await run("worker p.yaml", Self.huge)
        #expect(refused.exitCode == .pipelineFile)
        #expect(refused.output.text == "")
        let lines = refused.errors.text.split(separator: "\n").map(String.init)
        let first = try #require(lines.first)
        #expect(first.hasPrefix("dualcam: error: p.yaml does not fit this machine: the cpu would be used at "))
        #expect(
            first.hasSuffix(
                ", where 90 % may be used (budget.limit), even if the built-in table is 50 % too high. Each of these makes it fit, "
                    + "the least harmful first; '--set budget.enforce=off' records it anyway."))
        // Each suggestion alone is enough: the plan with it fits.
        let options = try #require(lines.dropFirst().first?.split(separator: "(").first)
        let planned = await run("plan p.yaml --json \(options)", Self.huge)
        #expect(planned.output.text.contains(#""fits":true"#), "\(options)")
    }

    /// The recording itself fails at once, because the folder cannot be created.
    @Test(arguments: [
        (
            "--set budget.enforce=off --set cameras.back.rate=1000",
            #""message":"budget.enforce is off: this recording does not fit, and pictures will be lost: the cpu would be used at "#
        ),
        ("--set encoders.default.preset=ultrafast --set budget.limit=1", ""),
    ])
    func whatIsRecordedAllTheSameIsSaid(_ options: String, _ message: String) async {
        let folder = FileManager.default.temporaryDirectory.path + "/dualcam-budget-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let run = await run(
            "worker p.yaml --json --set recording.directory=\(folder) --set recording.duration=1ms \(options) "
                + "--set cameras.back.size=320x180", Self.huge)
        let warnings = run.output.text.split(separator: "\n").filter { $0.contains(#""code":"budget""#) }
        #expect(warnings.count == (message.isEmpty ? 0 : 1), "\(run.output.text)\(run.errors.text)")
        #expect(warnings.allSatisfy { $0.contains(message) })
    }

    @Test func checkEndsAsTheStartWould() async throws {
        let (checked, started) = (await run("check p.yaml", Self.huge), await run("worker p.yaml", Self.huge))
        #expect(checked.exitCode == .pipelineFile && checked.output.text == "")
        #expect(checked.errors.text.contains(started.errors.text))
        let pardoned = await run("check p.yaml --set budget.enforce=off", Self.huge)
        #expect(pardoned.exitCode == .finished && pardoned.output.text == "p.yaml: no problems\n")
        let problems = await run("check p.yaml --json", Self.huge).output.text
        let message = "the recording does not fit this machine: the cpu "
        #expect(problems.contains("\"key\":\"budget.limit\",\"message\":\"\(message)"))
    }

    /// With small cameras, two kinds of changes lead to the same smaller combined picture, which must be suggested
    /// once.
    @Test func noChangeIsNamedTwice() async {
        let large = """
            cameras: {a: {device: test, size: 640x360}, b: {device: test, size: 640x360}}
            microphone: none
            combined: {layout: grid, size: 16384x16384}
            recording: {directory: /data/video}

            """
        let refused = await run("worker p.yaml", large)
        let lines = refused.errors.text.split(separator: "\n").dropFirst()
        let changes = lines.compactMap { $0.split(separator: "(").first }
        #expect(!changes.isEmpty && Set(changes).count == changes.count, "\(refused.errors.text)")
    }
}
