@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Sessions with a pre-roll, whose takes begin before the record command.
@Suite struct PreRollSessionTests {
    private func bench(_ preRoll: Duration?) throws -> Bench {
        var settings = SessionSettings(outputs: [back, front])
        settings.recording.preRoll = preRoll
        var bench = try Bench(
            settings, template: "take_{time}_{output}", standsBy: true,
            pipeline: Pipeline(cameras: [Camera(name: "back"), Camera(name: "front")]))
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.standing(nil), at: .seconds(1))
        return bench
    }

    private static let record = CommandNumber(value: 7)

    private func begin(_ bench: inout Bench, _ arguments: JSONValue.Member...) throws {
        bench.feed(.command(Self.record, try ControlCommand(.record, arguments)), at: .seconds(62))
        bench.feed(.sessionMade("/r/take", unixNanoseconds: Bench.wallStart, nil), at: .seconds(62))
    }

    /// The session tells the graph how long ago the take begins. Times that a user sets count from the command, which
    /// was at 62 s.
    @Test(arguments: [(nil, "start after -30.0"), ("8s", "start after -8.0")] as [(String?, String)])
    func theTakeBeganLongAgo(last: String?, deed: String) throws {
        var bench = try bench(.seconds(30))
        try begin(&bench, last.map { .init("last", .string($0)) } ?? .init("duration", "5s"))
        #expect(bench.starts == [deed])
        let wall = Bench.wallStart - 30_400_000_000
        let began = GraphEvent.recording(
            at: RunningTime(nanoseconds: 31_600_000_000), wallClock: wall, clock: "test", past: .milliseconds(30_400))
        bench.feed(.graph(began), at: .seconds(62))
        #expect(bench.entries.last { $0.kind == .recording }?.runningTime?.nanoseconds == 31_600_000_000)
        #expect(bench.answers[7]?.line == #"{"at":31.6,"folder":"/r/take"}"#)
        // The running time of the command was 62 s, the same as the session's time.
        #expect(bench.deeds.contains("stop at 67.0") == (last == nil), "\(bench.deeds)")
        #expect(bench.state.phase == (last == nil ? .running : .finishing))
    }

    /// The state reports how much pre-roll is available.
    @Test(arguments: [(nil, "null"), (.seconds(30), "30.0")] as [(Duration?, String)])
    func theStateTellsIt(preRoll: Duration?, told: String) throws {
        #expect(try bench(preRoll).state.controlState.json["pre-roll"]?.line == told)
    }

    @Test(
        arguments: [
            (
                nil, "last", "8s",
                "Nothing of the past is kept. Write a longer recording.pre-roll into the pipeline file."
            ),
            (
                .seconds(5), "last", "8s",
                "Only the last 5 s are kept. Write a longer recording.pre-roll into the pipeline file."
            ),
            (
                .seconds(5), "delay", "3s",
                "A take begins before its button here (recording.pre-roll), and cannot begin after it. Leave the delay out, or recording.pre-roll."
            ),
        ] as [(Duration?, String, JSONValue, String)])
    func whatCannotBeIsRefused(preRoll: Duration?, key: String, value: JSONValue, text: String) throws {
        var bench = try bench(preRoll)
        bench.feed(.command(Self.record, try ControlCommand(.record, [.init(key, value)])), at: .seconds(62))
        #expect(bench.answers[7]?.line == text)
        #expect(bench.state.phase == .standby)
    }
}
