import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamGraph

@Suite(.serialized) struct EncoderLossTests {
    /// An encoder that fails affects neither its camera nor the mixer, and is replaced while they run.
    @Test(.onceMore, .tags(.realTime), .timeLimit(.minutes(1)), arguments: ["back", "combined"])
    func aFailedEncoderIsReplaced(output: String) async throws {
        var plan = try Planner.plan(try Rehearsal.inputs())
        plan.insert(
            "identity", named: "\(output).fault", after: "\(output).encoder-queue", [Property("error-after", .int(60))])
        let show = try Rehearsal(plan)
        try await show.start()
        let failure = try #require(await show.event(\.failure))
        #expect((failure.input, failure.output) == (nil, OutputName(output)))
        try await show.graph.apply(.dropOutput(OutputName(output)))
        try await show.graph.apply(.restoreOutput(OutputName(output)))
        try await show.open(output)
        try await show.pass(.milliseconds(1000))
        let files = try await show.stop()
        #expect(show.seen.compactMap(\.failure).count == 1)
        expectUnharmed(files, told: show.seen)
        let own = files.filter { $0.output == OutputName(output) }
        #expect(own.map(\.segment) == [0, 1])
        for file in own {
            #expect(beginsWithKeyFrame(file.path))
            #expect(file.frames > 15)
            let frames = Frames(of: file, width: output == "back" ? 320 : 640)
            #expect(frames.count == file.frames)
            if output == "back" {
                expectConsecutive(frames.numbers(), "\(file)", lost: show.seen.dropped(by: file.output))
            }
        }
    }

    /// A hung encoder is recognised as such, while its camera continues. The encoder is abandoned and replaced; a
    /// second one cannot be.
    @Test(.onceMore, .tags(.realTime), .timeLimit(.minutes(1))) func aHungEncoderIsFoundAndReplacedOnce() async throws {
        var plan = try Planner.plan(try Rehearsal.inputs())
        plan.insert("identity", named: "back.fault", after: "back.encoder-queue", [])
        let show = try Rehearsal(plan)
        try await show.start()
        try await show.pass(.milliseconds(500))
        try await hang(show)
        try await show.graph.apply(.restoreOutput(OutputName("back")))
        try await show.open("back")
        try await show.pass(.milliseconds(600))
        try await hang(show)
        let failure = await #expect(throws: GraphFailure.self) {
            try await show.graph.apply(.restoreOutput(OutputName("back")))
        }
        #expect((failure?.code, failure?.output) == (.fault, nil))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        #expect(show.seen.compactMap(\.lost).isEmpty)
        #expect(show.seen.compactMap(\.failure).count == 2)
        #expect(files.filter { $0.output == OutputName("back") }.map(\.segment) == [0, 1])
    }

    /// Blocks the encoder's thread for longer than the test lasts, and waits until the graph reports the failure.
    private func hang(_ show: Rehearsal) async throws {
        try await show.graph.set("sleep-time", of: "back.fault", .uint(40_000_000))
        // Each pass reads the graph's statistics once.
        for length in [1300, 300, 300] { try await show.pass(.milliseconds(length)) }
        let failure = try #require(show.seen.last { $0.failure != nil }?.failure)
        #expect((failure.code, failure.output, failure.input) == (.encoderFailed, OutputName("back"), nil))
        try await show.graph.apply(.dropOutput(OutputName("back")))
    }

    /// If only the file has failed, the encoder continues unchanged.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func aHealthyEncoderIsLeftAlone() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        try await show.pass(.milliseconds(300))
        let before = try await show.graph.live.builder.element("back.encoder")
        try await show.graph.apply(.dropOutput(OutputName("back")))
        try await show.graph.apply(.restoreOutput(OutputName("back")))
        #expect(try await show.graph.live.builder.element("back.encoder") === before)
        try await show.open("back")
        try await show.pass(.milliseconds(600))
        expectUnharmed(try await show.stop(), told: show.seen)
    }
}
