@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Settings for a take that could not begin do not apply to any other take.
@Suite struct RefusedTakeTests {
    private static let closed = SessionFailure(
        .outputNotCreated, exit: .outputNotCreated, message: "The folder is closed.", advice: "Open it.")

    private static func standing(_ duration: Duration? = nil) throws -> Bench {
        var settings = SessionSettings(outputs: [back, front])
        var pipeline = Pipeline(cameras: [Camera(name: "back"), Camera(name: "front")])
        settings.recording.duration = duration
        pipeline.recording.duration = duration
        var bench = try Bench(settings, template: "take_{time}_{output}", standsBy: true, pipeline: pipeline)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.standing(nil), at: .seconds(1))
        return bench
    }

    private static func record(_ bench: inout Bench, _ number: Int, _ arguments: [JSONValue.Member]) throws {
        bench.feed(.command(CommandNumber(value: number), try ControlCommand(.record, arguments)), at: .seconds(2))
    }

    private static let settings: [JSONValue.Member] = [
        .init("duration", "5s"), .init("delay", "3s"), .init("until", "23:59"),
    ]

    /// The first take is refused because its folder cannot be created; the second one has no settings of its own.
    @Test(arguments: settings) func itsSettingsAreForgotten(setting: JSONValue.Member) throws {
        var bench = try Self.standing()
        let before = bench.state.order.settings.recording
        try Self.record(&bench, 1, [setting])
        #expect(bench.state.order.settings.recording != before)
        bench.feed(.sessionMade("/r", unixNanoseconds: 0, Self.closed), at: .seconds(2))
        #expect(bench.answers[1]?.line == "The folder is closed. Open it.")
        try Self.record(&bench, 2, [])
        bench.feed(.sessionMade("/r/take", unixNanoseconds: Bench.wallStart, nil), at: .seconds(3))
        bench.feed(.graph(.recording(at: .seconds(4), wallClock: Bench.wallStart, clock: "test")), at: .seconds(4))
        #expect(!bench.deeds.contains { $0.hasPrefix("stop at") }, "\(bench.deeds)")
        #expect(bench.state.order.settings.recording == before)
    }

    /// Settings in the pipeline file apply to every take.
    @Test func thoseOfTheFileStay() throws {
        var bench = try Self.standing(.seconds(60))
        try Self.record(&bench, 1, [.init("duration", "5s")])
        bench.feed(.sessionMade("/r", unixNanoseconds: 0, Self.closed), at: .seconds(2))
        try Self.record(&bench, 2, [])
        bench.feed(.sessionMade("/r/take", unixNanoseconds: Bench.wallStart, nil), at: .seconds(3))
        bench.feed(.graph(.recording(at: .seconds(4), wallClock: Bench.wallStart, clock: "test")), at: .seconds(4))
        #expect(bench.deeds.contains("stop at 64.0"), "\(bench.deeds)")
    }
}
