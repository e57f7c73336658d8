import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The automatic change of the main camera.
@Suite struct SwitchingTests {
    @Test(arguments: [
        ("back", [], "front"), ("front", [], "side"), ("side", [], "back"), ("back", ["front"], "side"),
        ("side", ["back"], "front"), ("back", ["front", "side"], nil), ("other", [], "back"),
    ])
    func theNext(_ main: String, _ away: [String], _ expected: String?) {
        #expect(MainSwitching.next(after: main, of: ["back", "front", "side"], away: Set(away)) == expected)
    }

    private func bench(_ overrides: [String]) throws -> Bench {
        var bench = try DirectedPictureTests.bench(overrides)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(
            .graph(.recording(at: .seconds(1), wallClock: Bench.wallStart, clock: "test")), at: .seconds(2))
        return bench
    }

    /// Answers the last direction of the graph with success, or with `result`.
    private func obey(_ bench: inout Bench, at now: Duration, _ result: Result<RunningTime?, GraphFailure>? = nil) {
        guard let pending = bench.state.direction.current, let pipeline = pending.pipeline,
            let picture = PictureDirection(pipeline)
        else { return }
        let time = RunningTime(nanoseconds: Int64(now / .nanoseconds(1)))
        bench.feed(.directed(.picture(picture), result ?? .success(time)), at: now)
    }

    private func main(_ bench: Bench) -> String? { bench.state.direction.pipeline?.combined?.main }

    private func arms(_ bench: Bench) -> [String] {
        bench.deeds.filter { $0.contains("arm switching") }
    }

    @Test func oneCameraAfterTheOther() throws {
        var bench = try bench([
            "combined.switch.every=5s", "combined.transition.kind=dissolve", "combined.transition.duration=1s",
        ])
        #expect(arms(bench) == ["arm switching 7.0"])
        bench.feed(.deadline(.switching), at: .seconds(7))
        #expect(bench.deeds.last?.contains("kind: DualCamConfig.Transition.Kind.dissolve") == true)
        obey(&bench, at: .seconds(7))
        #expect(main(bench) == "front")
        let members: [JSONValue.Member] = [
            .init("camera", "front"), .init("over", "1s"), .init("easing", "ease-in-out"),
            .init("transition", "dissolve"), .init("by", "switch"),
        ]
        #expect(bench.events.last?.kind == .directed(.main, members))
        #expect(bench.entries.last?.fields == [.init("command", "main")] + members)
        #expect(!bench.deeds.contains { $0.hasPrefix("remember") })
        #expect(arms(bench).last == "arm switching 12.0")
        bench.feed(.deadline(.switching), at: .seconds(12))
        obey(&bench, at: .seconds(12))
        #expect(main(bench) == "side")
    }

    /// A user's choice of a camera restarts the interval; other changes of the picture do not.
    @Test func aChoiceRestartsTheInterval() throws {
        var bench = try bench(["combined.switch.every=5s"])
        bench.feed(
            .command(CommandNumber(value: 1), try ControlCommand(.inset, [.init("size", "30%")])), at: .seconds(4))
        obey(&bench, at: .seconds(4))
        #expect(arms(bench).last == "arm switching 7.0")
        bench.feed(
            .command(CommandNumber(value: 2), try ControlCommand(.main, [.init("camera", "side")])), at: .seconds(5))
        obey(&bench, at: .seconds(5))
        #expect(arms(bench).last == "arm switching 10.0")
        bench.feed(.deadline(.switching), at: .seconds(10))
        obey(&bench, at: .seconds(10))
        #expect(main(bench) == "back")
    }

    @Test func itCanBeSetAndStopped() throws {
        var bench = try bench([])
        #expect(arms(bench).isEmpty)
        #expect(bench.state.switchSettings.map(\.value) == ["off"])
        let set = { (every: String) in try ControlCommand(named: "switch", ["every": .string(every)]) }
        bench.feed(.command(CommandNumber(value: 1), try set("3s")), at: .seconds(4))
        #expect(bench.answers[1] == .success(ControlAnswer(at: .seconds(3), [.init("every", "3s")])))
        #expect(bench.deeds.suffix(2) == ["remember [\"combined.switch.every=3s\"]", "arm switching 7.0"])
        #expect(bench.entries.last?.fields == [.init("command", "switch"), .init("every", "3s")])
        #expect(bench.state.switchSettings.map(\.value) == ["3s"])
        bench.feed(.command(CommandNumber(value: 2), try set("off")), at: .seconds(5))
        #expect(arms(bench).last == "disarm switching")
        try bench.ask(3, set("10ms"), at: .seconds(5))
        #expect(
            bench.answers[3]
                == .failure(
                    ControlRefusal(
                        .badValue, "'10ms' is out of range.", advice: "Accepted: 1s ... 1d, or off.")))
    }

    /// During a pause, and in layouts without a main camera, nothing changes.
    @Test func itRests() throws {
        var bench = try bench(["combined.switch.every=5s"])
        bench.feed(.command(CommandNumber(value: 1), try ControlCommand(.pause)), at: .seconds(4))
        bench.feed(.directed(.pause, .success(.seconds(3))), at: .seconds(4))
        #expect(arms(bench).last == "disarm switching")
        bench.feed(.command(CommandNumber(value: 2), try ControlCommand(.resume)), at: .seconds(9))
        bench.feed(.directed(.resume, .success(.seconds(8))), at: .seconds(9))
        #expect(arms(bench).last == "arm switching 14.0")
        bench.feed(
            .command(CommandNumber(value: 3), try ControlCommand(.layout, [.init("layout", "grid")])), at: .seconds(10))
        obey(&bench, at: .seconds(10))
        #expect(arms(bench).last == "disarm switching")
    }

    /// A change that fails is reported once, and tried again after the interval.
    @Test func aFailureIsSaidOnce() throws {
        var bench = try bench(["combined.switch.every=5s"])
        let failure = GraphFailure(.timeout, message: "no frame", advice: "Wait.")
        for time in [7, 12] {
            bench.feed(.deadline(.switching), at: .seconds(time))
            obey(&bench, at: .seconds(time), .failure(failure))
        }
        let warnings = bench.events.compactMap { event in
            if case .warning(.switching, _, let text) = event.kind { text } else { nil }
        }
        #expect(warnings == ["The main camera does not change by itself: No frame. Wait."])
        #expect(arms(bench).last == "arm switching 17.0")
        #expect(main(bench) == nil)
    }

    /// The layouts front-primary and back-primary have the cameras that their names say.
    @Test func namedLayoutsTakeTurns() throws {
        var bench = try bench(["combined.switch.every=5s", "combined.layout=front-primary"])
        bench.feed(.deadline(.switching), at: .seconds(7))
        obey(&bench, at: .seconds(7))
        #expect(bench.state.direction.pipeline?.combined?.layout == .backPrimary)
    }
}
