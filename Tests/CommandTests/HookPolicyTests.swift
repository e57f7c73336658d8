import DualCamConfig
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamSupervisor

/// The choice and order of hooks, with a clock that the test moves.
@Suite struct HookPolicyTests {
    private struct Bench {
        var policy = HookPolicy()
        var now = Duration.zero
        var deeds: [String] = []

        init(_ actions: [EventName: [HookAction]], limit: Duration = .seconds(60)) {
            var hooks = Hooks()
            (hooks.actions, hooks.limit) = (actions, limit)
            take(.begin(hooks))
        }

        mutating func take(_ inputs: HookPolicy.Input..., at seconds: Double? = nil) {
            if let seconds { now = .seconds(seconds) }
            for input in inputs { deeds += policy.observe(input, at: now).map(Self.words) }
        }

        mutating func tell(_ events: (EventName, Int)...) {
            for (name, number) in events { take(.told(HookEvent(name: name, line: "\(number)"))) }
        }

        mutating func expect(_ expected: String..., location: SourceLocation = #_sourceLocation) {
            #expect(deeds == expected, sourceLocation: location)
            deeds = []
        }

        private static func words(_ action: HookPolicy.Action) -> String {
            switch action {
            case .run(let lane, let event): "run \(lane.place)" + (event.map { " " + $0.line } ?? "")
            case .keep(let lane, let event): "keep \(lane.place) \(event.line)"
            case .send(let lane, let signal): "send \(lane.place) \(signal)"
            case .tell(let trouble): trouble.message
            }
        }
    }

    private static let upload = HookAction.program(path: "/upload", arguments: [])
    private static let server = HookAction.address("https://me:word@a.example/secret")

    private static func lane(_ event: EventName, _ path: String = "/upload") -> HookLane {
        .program(event, path: path, arguments: [])
    }

    private static let address = HookLane.address("https://me:word@a.example/secret")

    @Test func oneAfterTheOther() {
        var bench = Bench([.segment: [Self.upload], .finished: [Self.upload]])
        bench.tell((.segment, 1), (.segment, 2), (.marked, 3), (.finished, 4))
        bench.expect("run /upload 1", "run /upload 4")
        bench.take(.ended(Self.lane(.segment), .ended(0)))
        bench.expect("run /upload 2")
        bench.take(.ended(Self.lane(.segment), .ended(0)), .ended(Self.lane(.finished), .ended(0)))
        bench.expect()
        #expect(bench.policy.isOver)
    }

    /// Four programs run at once; then those that have waited longest.
    @Test func fourAtOnce() {
        let paths = (0..<6).map { "/\($0)" }
        var bench = Bench([.gap: paths.map { .program(path: $0, arguments: []) }])
        bench.tell((.gap, 1), (.gap, 2))
        bench.expect("run /0 1", "run /1 1", "run /2 1", "run /3 1")
        bench.take(.ended(Self.lane(.gap, "/3"), .ended(0)))
        bench.expect("run /4 1")
        bench.take(.ended(Self.lane(.gap, "/0"), .ended(0)), .ended(Self.lane(.gap, "/1"), .ended(0)))
        bench.expect("run /5 1", "run /0 2")
    }

    @Test func tooManyWaiting() {
        var bench = Bench([.marked: [Self.upload]])
        for number in 0..<40 { bench.tell((.marked, number)) }
        bench.expect(
            "run /upload 0", "/upload (hooks.marked) is too slow, so events are skipped: more than 32 are waiting.")
        bench.take(.ended(Self.lane(.marked), .ended(0)))
        bench.expect("run /upload 1")
        bench.take(.close)
        bench.expect("/upload (hooks.marked) is too slow, so events are skipped: 7 in total.")
    }

    @Test func aLimitThenTheDeadlySignal() {
        var bench = Bench([.marked: [Self.upload]], limit: .seconds(10))
        bench.take(.tick, at: 100)
        bench.tell((.marked, 1), (.marked, 2))
        bench.take(.tick, at: 109.5)
        bench.expect("run /upload 1")
        bench.take(.tick, at: 110)
        bench.take(.tick, at: 111.5)
        bench.expect("send /upload 15")
        bench.take(.tick, at: 112)
        bench.expect("send /upload 9")
        bench.take(.ended(Self.lane(.marked), .ended(-9)))
        bench.expect("/upload (hooks.marked) took longer than hooks.limit and was stopped.", "run /upload 2")
    }

    /// A failure is reported once until a success.
    @Test(
        arguments: [
            (.ended(3, words: "no route"), "/upload (hooks.marked) ended with exit code 3: no route."),
            (.ended(-11), "/upload (hooks.marked) ended with signal 11 (SIGSEGV)."),
            (.notStarted("Permission denied"), "/upload (hooks.marked) cannot be started: Permission denied."),
        ] as [(HookEnding, String)])
    func troublesAreToldOnce(ending: HookEnding, message: String) {
        var bench = Bench([.marked: [Self.upload]])
        let ended = HookPolicy.Input.ended(Self.lane(.marked), ending)
        bench.tell((.marked, 1), (.marked, 2), (.marked, 3), (.marked, 4))
        bench.take(ended, ended)
        bench.expect("run /upload 1", message, "run /upload 2", "run /upload 3")
        bench.take(.ended(Self.lane(.marked), .ended(0, words: "done")), ended)
        bench.expect("run /upload 4", message)
    }

    @Test func anAddressIsTriedAgainLaterAndLater() {
        var bench = Bench([.marked: [Self.server]])
        // Events that an earlier run left.
        bench.expect("run https://a.example")
        bench.tell((.marked, 1))
        bench.expect("keep https://a.example 1")
        bench.take(.ended(Self.address, .ended(0)))
        // The event arrived while others were being sent.
        bench.expect("run https://a.example")
        let failure = HookPolicy.Input.ended(Self.address, .ended(69, words: "HTTP status 503", isMore: true))
        bench.take(failure)
        bench.expect("https://a.example (hooks) does not accept events: HTTP status 503. They are kept and sent later.")
        bench.take(.tick, at: 0.5)
        bench.tell((.marked, 2))
        bench.expect("keep https://a.example 2")
        for (tried, next) in [(1.0, 2.5), (3.0, 6.5), (7.0, 14.5)] {
            bench.take(.tick, at: tried)
            bench.expect("run https://a.example")
            bench.take(failure, at: tried)
            bench.take(.tick, at: next)
            bench.expect()
        }
        bench.take(.tick, at: 15)
        bench.take(.ended(Self.address, .ended(0, isMore: true)))
        bench.expect("run https://a.example", "run https://a.example")
        bench.take(.ended(Self.address, .ended(0, words: "2 discarded (HTTP status 404)")))
        bench.expect(
            "Some events were not sent to https://a.example (hooks): 2 discarded (HTTP status 404).")
        #expect(bench.policy.isOver)
    }

    @Test func retriesAreFiveMinutesApartAtMost() {
        var bench = Bench([.marked: [Self.server]])
        for _ in 0..<20 {
            bench.take(.ended(Self.address, .ended(69)))
            bench.now += .seconds(300)
            bench.take(.tick)
        }
        #expect(bench.deeds.count { $0 == "run https://a.example" } == 21)
    }

    /// At the end, running and waiting programs have the time limit of one program. Events for an unreachable address
    /// are left to the next run.
    @Test func theEndWaits() {
        var bench = Bench([.marked: [Self.upload], .gap: [Self.server]], limit: .seconds(10))
        bench.take(.ended(Self.address, .ended(69)))
        bench.tell((.marked, 1), (.marked, 2))
        bench.deeds = []
        bench.take(.close, at: 0.5)
        #expect(!bench.policy.isOver && bench.policy.names == ["/upload (hooks.marked)"])
        bench.take(.ended(Self.lane(.marked), .ended(0)))
        bench.expect("run /upload 2")
        bench.take(.tick, at: 10.5)
        bench.expect("send /upload 15")
        #expect(!bench.policy.isOver)
        bench.take(.ended(Self.lane(.marked), .ended(-15)))
        bench.expect("/upload (hooks.marked) took longer than hooks.limit and was stopped.")
        #expect(bench.policy.isOver)
    }

    @Test func somebodyEndsTheWait() {
        var bench = Bench([.marked: [Self.upload]])
        bench.tell((.marked, 1), (.marked, 2))
        bench.take(.close, at: 1)
        bench.expect("run /upload 1")
        bench.take(.abandon, at: 2)
        bench.expect(
            "/upload (hooks.marked) did not finish in time at the end, so events are skipped.", "send /upload 15")
        bench.take(.tick, at: 4)
        bench.expect("send /upload 9")
        // A process that cannot be killed does not delay the end.
        bench.take(.tick, at: 5.5)
        #expect(!bench.policy.isOver)
        bench.take(.tick, at: 6)
        #expect(bench.policy.isOver)
    }

    @Test func aChangedFileTakesEffectAtOnce() {
        var bench = Bench([.marked: [Self.upload]])
        bench.tell((.marked, 1), (.marked, 2))
        var hooks = Hooks()
        hooks.actions = [.marked: [.program(path: "/other", arguments: [])]]
        bench.take(.begin(hooks))
        bench.tell((.marked, 3))
        bench.expect("run /upload 1", "run /other 3")
        bench.take(.ended(Self.lane(.marked), .ended(0)))
        bench.expect("run /upload 2")
    }

    /// Nothing more is sent to an address that the file no longer names.
    @Test func anAddressThatIsTakenOut() {
        var bench = Bench([.marked: [Self.server]])
        bench.take(.begin(Hooks()), .ended(Self.address, .ended(69)))
        bench.take(.tick, at: 10)
        bench.expect(
            "run https://a.example",
            "https://a.example (hooks) does not accept events: exit code 69. They are kept and sent later.")
    }
}
