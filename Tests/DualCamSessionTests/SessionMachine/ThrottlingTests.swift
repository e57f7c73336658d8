import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: what is left out")
struct ThrottlingTests {
    private static let recording = LoadPolicy.Ground(active: [back, .combined])

    private static var warm: Throttle {
        var throttle = Throttle.none
        (throttle.isolated, throttle.combined) = (.twoThirds, .twoThirds)
        return throttle
    }

    private static var hot: Throttle {
        var throttle = Throttle.none
        (throttle.isolated, throttle.combined) = (.half, .half)
        return throttle
    }

    private static func budget(_ shed: ShedStep...) -> Budget {
        var budget = Budget()
        budget.shed = shed
        return budget
    }

    /// Returns the actions while 1.9 of two cores are in use, second by second.
    private static func overload(
        _ throttling: inout Throttling, _ seconds: ClosedRange<Int>, on outputs: LoadPolicy.Ground = recording,
        heat: Throttle = .none
    ) -> [String] {
        seconds.flatMap { second in
            let work = Duration.seconds(1.9 * Double(second))
            let reading = MachineReading(processTime: work, busyTime: work, cores: 2)
            let effects = throttling.observe(.machine(reading), on: outputs, heat: heat, in: .at(second))
            return (effects + throttling.apply(heat: heat, in: .at(second))).words.map { String($0.prefix(30)) }
        }
    }

    @Test func `the graph is asked once, after people were told`() {
        var throttling = Throttling(Self.budget(.combinedRate))
        #expect(
            Self.overload(&throttling, 3...6) == [
                #"record shed {"step":"combined-"#, "emit shed", "throttle 1 2/3",
            ])
        #expect(throttling.sheds == [Shed(.combinedRate, share: .twoThirds, reason: .load)])
        #expect(throttling.omissions.shed.map(\.from) == [.seconds(5)])
    }

    @Test func `a combined output that rests is shed by the load`() {
        var throttling = Throttling(Self.budget(.combined))
        #expect(
            Self.overload(&throttling, 3...6).suffix(2) == ["shed by load", "throttle 1 1 rests"])
    }

    @Test func `a load that is not watched asks for nothing`() {
        var throttling = Throttling(nil)
        #expect(Self.overload(&throttling, 3...20) == [])
    }

    @Test func `cameras whose own encoding is recorded have no frames to leave out`() {
        var throttling = Throttling(Self.budget(.isolatedRate))
        let outputs = LoadPolicy.Ground(active: [back, .combined], passedThrough: [back])
        #expect(!Self.overload(&throttling, 3...8, on: outputs).contains { $0.hasPrefix("throttle") })
    }

    @Test(arguments: [
        (Throttle.none, Throttle.none, [] as [String]),
        (.none, warm, ["shed", "shed", "throttle 2/3 2/3"]),
        (warm, hot, ["shed", "shed", "throttle 1/2 1/2"]),
        (hot, warm, ["restored", "restored", "throttle 2/3 2/3"]),
        (warm, .none, ["restored", "restored", "throttle 1 1"]),
        (warm, warm, []),
    ])
    func `what heat asks for is told when it changes`(before: Throttle, after: Throttle, expected: [String]) {
        var throttling = Throttling(nil)
        _ = throttling.apply(heat: before, in: .at(3))
        let words = throttling.apply(heat: after, in: .at(4)).words.filter { !$0.hasPrefix("record") }
        #expect(words.map { $0.replacing("emit ", with: "") } == expected)
    }

    @Test func `load and heat ask for the lower of each, and the graph hears of both only while it records`() {
        var throttling = Throttling(Self.budget(.combinedRate))
        #expect(Self.overload(&throttling, 3...6, heat: Self.warm).last == "throttle 2/3 1/2")
        var early = Throttling(nil)
        #expect(!early.apply(heat: Self.warm, in: .at(3, .preparing)).words.contains { $0.hasPrefix("throttle") })
        #expect(early.apply(heat: Self.warm, in: .at(4)).words == ["throttle 2/3 2/3"])
    }

    @Test func `the rate that is recorded is what the graph says, not what it was asked for`() {
        var throttling = Throttling(nil)
        _ = throttling.apply(heat: Self.warm, in: .at(3))
        #expect(throttling.share(of: back, part: 0) == .full)
        #expect(
            throttling.rateChanged(back, .twoThirds, at: .seconds(4), part: 0).words == [
                #"record rate-changed at 4.0 {"output":"back","share":"2/3","at":4.0}"#
            ])
        #expect(throttling.share(of: back, part: 0) == .twoThirds)
        #expect(throttling.share(of: back, part: 1) == .full && throttling.share(of: front, part: 0) == .full)
        _ = throttling.rateChanged(back, .full, at: .seconds(9), part: 0)
        #expect(throttling.share(of: back, part: 0) == .full)
    }
}
