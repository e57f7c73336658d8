import DualCamPlanKit
import FoundationEssentials
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// A machine with every encoder.
private let everything = MachineFacts(
    cores: 2, elements: Fixture.elements.union(EncoderCatalog.implementations.flatMap(\.elements)), host: "box")

/// Returns `Pipelines/pip.yaml` with one changed value.
private func pip(_ overrides: String...) throws -> Pipeline {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let bytes = Array(try Data(contentsOf: root.appending(path: "Pipelines/pip.yaml")))
    let context = LoadContext(environment: [:], home: "/home/ada", encoders: EncoderCatalog.words)
    return try PipelineLoader.load(bytes, named: "pip.yaml", overrides: overrides, context: context).pipeline
}

/// Returns the plan for `use: x264, preset: veryfast` in the file with another encoder given on the command line.
private func translated(_ use: String, _ preset: String, to other: String, of machine: MachineFacts = everything) throws
    -> PlanSummary
{
    var pipeline = Fixture.pip()
    (pipeline.encoders.standard.use, pipeline.encoders.standard.preset) = (other, preset)
    pipeline.encoders.standard.presetUse = use
    return try Planner.summary(Fixture.simulated(pipeline, on: machine))
}

@Suite struct EncoderSpeedTests {
    /// The first and the last preset of every encoder, and those in between.
    @Test(arguments: [
        ("x264", "ultrafast superfast veryfast faster medium slow veryslow"),
        ("openh264", "low low medium medium high high high"),
        ("x265", "ultrafast superfast veryfast faster fast slow slower"), ("vpx-vp9", "9 8 8 8 4 4 3"),
        ("aom-av1", "10 9 8 7 6 5 5"), ("svt-av1", "12 11 10 9 8 6 4"), ("rav1e", "10 9 8 7 6 5 4"),
        ("va-h264", "7 6 5 4 3 2 1"), ("qsv-av1", "7 6 5 4 3 2 1"),
        (
            "nv-h264",
            "low-latency-hp low-latency-hp low-latency low-latency-hq low-latency-hq low-latency-hq low-latency-hq"
        ),
        ("v4l2-h264", "- - - - - - -"), ("jpeg", "- - - - - - -"), ("va-jpeg", "- - - - - - -"),
        ("prores-ks", "standard standard standard standard standard standard standard"),
    ])
    func everySpeedIsAPreset(_ word: String, _ expected: String) throws {
        let found = try EncoderSpeed.allCases.map { speed in
            let pipeline = try pip("encoders.default.use=\(word)", "encoders.default.speed=\(speed.rawValue)")
            let summary = try Planner.summary(Fixture.simulated(pipeline, on: everything))
            return summary.outputs[0].preset ?? "-"
        }
        #expect(found.joined(separator: " ") == expected)
    }

    /// By the built-in table, no slower preset takes less CPU time than a faster one.
    @Test func stepsNeverCostLess() {
        for implementation in EncoderCatalog.implementations where !implementation.isHardware {
            let costs = implementation.speeds.compactMap { implementation.cost[$0] ?? implementation.cost[""] }
            #expect(costs == costs.sorted(), "\(implementation.word)")
        }
    }

    /// The shipped file works with every encoder by changing one value.
    @Test(arguments: EncoderCatalog.words.filter { $0 != "passthrough" })
    func theShippedFileTakesIt(_ word: String) throws {
        let summary = try Planner.summary(Fixture.simulated(try pip("encoders.default.use=\(word)"), on: everything))
        let implementation = try #require(EncoderCatalog.implementation(summary.outputs[0].encoder))
        #expect([word, "auto"].contains { [implementation.word, implementation.codec.rawValue, "auto"].contains($0) })
        let note =
            "Outputs back, front and combined: \(implementation.word) has one speed only; speed fastest changes nothing."
        #expect(summary.outputs.allSatisfy { $0.speed == (implementation.hasSpeeds ? .fastest : nil) })
        #expect(summary.notes.contains(note) == !implementation.hasSpeeds)
    }

    @Test(arguments: [
        ("x264", "veryfast", "vpx-vp9", "8", "as speed fast, preset 8"),
        ("x264", "placebo", "openh264", "high", "as speed best, preset high"),
        ("x264", "fast", "aom-av1", "7", "as speed medium, preset 7"),
        ("openh264", "high", "x264", "medium", "as speed slow, preset medium"),
        ("auto", "ultrafast", "vpx-vp9", "9", "as speed fastest, preset 9"),
        // A number means something different for each encoder.
        ("svt-av1", "8", "vpx-vp9", "4", "as speed slow, preset 4"),
        ("x264", "veryfast", "jpeg", "-", "at its only speed"),
        ("x264", "veryfast", "prores-ks", "standard", "at its only speed"),
    ])
    func aPresetOfAnotherEncoderIsTranslated(
        _ use: String, _ preset: String, _ other: String, _ expected: String, _ words: String
    ) throws {
        let summary = try translated(use, preset, to: other)
        #expect(summary.outputs.map { $0.preset ?? "-" } == [expected, expected, expected])
        let writer = use == "auto" ? "x264" : use
        #expect(
            summary.notes == [
                "Outputs back, front and combined: preset \(preset) is a word of \(writer); \(other) is used, \(words)."
            ])
    }

    /// A preset that both encoders know needs no translation and no message.
    @Test(arguments: [("x264", "fast", "x265"), ("x264", "fast", "x264"), ("vpx-vp9", "6", "vpx-vp9")])
    func aSharedWordIsTakenAsItIs(_ use: String, _ preset: String, _ other: String) throws {
        let summary = try translated(use, preset, to: other)
        #expect(summary.outputs[0].preset == preset)
        #expect(summary.notes == [])
    }

    /// A ProRes profile says nothing about speed.
    @Test func aWordThatIsNoSpeedLeavesTheChoiceOpen() throws {
        let summary = try translated("prores", "hq", to: "x264")
        #expect(summary.outputs.allSatisfy { $0.speed != nil })
        #expect(
            summary.notes == [
                "Outputs back, front and combined: preset hq is a word of prores-ks; x264 is used, preset ultrafast."
            ])
    }

    /// A preset with an encoder that does not know it is an error if both are in the same file.
    @Test func aPresetBesideAnotherEncoderIsRefused() {
        var pipeline = Fixture.pip()
        (pipeline.encoders.standard.use, pipeline.encoders.standard.preset) = ("vp9", "veryfast")
        #expect(
            Planner.issues(pipeline, on: Fixture.machine).first
                == PlanIssue(
                    "encoders.default.preset", "encoder `vpx-vp9` (output back) has no preset `veryfast`",
                    hint: "it has 9, 8, 7, 6, 5, 4, 3, 2, 1, 0; `speed` is the same for all"))
    }
}
