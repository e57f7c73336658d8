import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamGraph

@Suite(.serialized) struct EncoderLossTests {
    /// An encoder that dies takes neither its camera nor the mixer with it, and is made anew while they run.
    @Test(.timeLimit(.minutes(1)), arguments: ["back", "combined"])
    func aFailedEncoderIsMadeAnew(output: String) async throws {
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
        expectUnharmed(files)
        let own = files.filter { $0.output == OutputName(output) }
        #expect(own.map(\.segment) == [0, 1])
        for file in own {
            #expect(beginsWithKeyFrame(file.path))
            #expect(file.frames > 15)
            let frames = Frames(of: file, width: output == "back" ? 320 : 640)
            #expect(frames.count == file.frames)
            if output == "back" { expectConsecutive(frames.numbers(), "\(file)") }
        }
    }

    /// Where only the file has failed the encoder goes on as it is.
    @Test(.timeLimit(.minutes(1))) func aHealthyEncoderIsLeftAlone() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        try await show.pass(.milliseconds(300))
        let before = try await show.graph.builder.element("back.encoder")
        try await show.graph.apply(.dropOutput(OutputName("back")))
        try await show.graph.apply(.restoreOutput(OutputName("back")))
        #expect(try await show.graph.builder.element("back.encoder") === before)
        try await show.open("back")
        try await show.pass(.milliseconds(600))
        expectUnharmed(try await show.stop())
    }
}
