import DualCamConfig
import DualCamTestKit
@testable import DualCamPlan
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Policy: cameras come and go")
struct CameraWatchTests {
    private static let front = InputName("front")

    /// Returns the statistics of one input.
    private static func reading(_ idle: Duration?, isLost: Bool = false, recording: Bool = true) -> CameraWatch.Reading
    {
        .statistics([.init(name: front, isLost: isLost, idle: idle)], isRecording: recording)
    }

    /// Returns the actions with their times; readings come every quarter of a second.
    private func attempts(
        _ watch: inout CameraWatch, from start: Duration, to end: Duration,
        answer: (Duration) -> CameraWatch.Reading
    ) -> [String] {
        var log: [String] = []
        var now = start
        while now <= end {
            for action in watch.observe(Self.reading(nil, isLost: true), at: now) {
                let word = action == .reopenInput(Self.front) ? "reopen" : "lose"
                log.append("\(word) \(JSONValue.length(now).line)")
                _ = watch.observe(answer(now), at: now)
            }
            now += .milliseconds(250)
        }
        return log
    }

    @Test func `a lost input is looked for after longer and longer pauses, and for ever`() {
        var watch = CameraWatch()
        #expect(watch.observe(.failed(Self.front), at: .seconds(10)) == [.loseInput(Self.front)])
        #expect(watch.observe(.lost(Self.front), at: .seconds(10)) == [])
        let log = attempts(&watch, from: .seconds(10), to: .seconds(21)) { _ in .reopenRefused(Self.front) }
        #expect(
            log == [
                "reopen 10.25", "reopen 10.75", "reopen 11.75", "reopen 13.75", "reopen 15.75", "reopen 17.75",
                "reopen 19.75",
            ])
        #expect(watch.absence(of: Self.front) == .init(reason: .failed, since: .seconds(10), attempts: 7))
    }

    @Test(arguments: [
        (Duration?.some(.milliseconds(999)), true, []), (.seconds(1), true, [GraphChange.loseInput(front)]),
        (.seconds(5), false, []), (nil, true, []),
    ])
    func `an input is stalled when nothing has come for a second of recording`(
        idle: Duration?, recording: Bool, expected: [GraphChange]
    ) {
        var watch = CameraWatch()
        _ = watch.observe(Self.reading(.zero), at: .zero)
        #expect(watch.observe(Self.reading(idle, recording: recording), at: .seconds(9)) == expected)
        #expect(watch.isAway(Self.front) == !expected.isEmpty)
    }

    /// A camera with one frame in two seconds must not count as stalled. Previously, it was removed after one second,
    /// again and again.
    @Test(arguments: [(FrameRate(1, 2), 16), (FrameRate(1, 60), 480), (FrameRate(1, 1000), 8000)])
    func `a slow camera that delivers for a day is never taken out, and one that stops is`(
        rate: FrameRate, stall: Double
    ) {
        var watch = CameraWatch()
        let timeouts = FrameTimeouts(slowest: [rate])
        let frame = timeouts.frame / .seconds(1)
        let look = { (watch: inout CameraWatch, idle: Double, at: Double) in
            let input = GraphStatistics.Input(name: Self.front, isLost: false, idle: .seconds(idle), timeouts: timeouts)
            return watch.observe(.statistics([input], isRecording: true), at: .seconds(at))
        }
        var taken: [GraphChange] = []
        for second in 0...86_400 {
            taken += look(&watch, Double(second).truncatingRemainder(dividingBy: frame), Double(second))
        }
        #expect(taken == [])
        #expect(look(&watch, stall - 0.1, 90_000) == [])
        #expect(look(&watch, stall, 90_000.1) == [.loseInput(Self.front)])
    }

    @Test(arguments: [(false, 1.0), (true, 3.0)])
    func `a grabber has more time than a camera`(isGrabber: Bool, stall: Double) {
        var watch = CameraWatch()
        let timeouts = FrameTimeouts(slowest: [FrameRate(30)], isGrabber: isGrabber)
        let look = { (watch: inout CameraWatch, idle: Double) in
            let input = GraphStatistics.Input(name: Self.front, isLost: false, idle: .seconds(idle), timeouts: timeouts)
            return watch.observe(.statistics([input], isRecording: true), at: .seconds(100 + idle))
        }
        #expect(look(&watch, stall - 0.01) == [])
        #expect(look(&watch, stall) == [.loseInput(Self.front)])
    }

    /// The graph itself waits up to 30 s for the first frames.
    @Test func `a camera that takes 40 s to open is not opened a second time meanwhile`() {
        var watch = CameraWatch(absent: [Self.front])
        let actions = (0...160).flatMap { watch.observe(Self.reading(nil, isLost: true), at: .milliseconds($0 * 250)) }
        #expect(actions == [.reopenInput(Self.front)])
        #expect(watch.observe(.returned(Self.front), at: .seconds(40)) == [])
        #expect(!watch.isAway(Self.front))
    }

    @Test func `the answer of a slow camera is waited for`() {
        var watch = CameraWatch(absent: [Self.front])
        let timeouts = FrameTimeouts(slowest: [FrameRate(1, 60)])
        let input = GraphStatistics.Input(name: Self.front, isLost: true, idle: nil, timeouts: timeouts)
        let actions = (0...180).flatMap {
            watch.observe(.statistics([input], isRecording: true), at: .seconds($0))
        }
        #expect(actions == [.reopenInput(Self.front)], "it was asked again and again while it was being opened")
        #expect(watch.observe(.returned(Self.front), at: .seconds(181)) == [])
        #expect(!watch.isAway(Self.front))
    }

    @Test func `it is taken out once, and again when the graph refuses`() {
        var watch = CameraWatch()
        _ = watch.observe(.failed(Self.front), at: .zero)
        #expect(watch.observe(.failed(Self.front), at: .zero) == [])
        #expect(watch.observe(Self.reading(.seconds(3)), at: .milliseconds(250)) == [])
        #expect(watch.observe(.loseRefused(Self.front), at: .milliseconds(500)) == [])
        #expect(watch.observe(Self.reading(.seconds(3)), at: .milliseconds(1250)) == [])
        #expect(watch.observe(Self.reading(.seconds(3)), at: .milliseconds(1500)) == [.loseInput(Self.front)])
    }

    @Test func `figures from before a return do not take it out again`() {
        var watch = CameraWatch()
        _ = watch.observe(.lost(Self.front), at: .zero)
        _ = watch.observe(.returned(Self.front), at: .seconds(3))
        #expect(watch.observe(Self.reading(.seconds(3), isLost: true), at: .milliseconds(3_250)) == [])
        #expect(watch.observe(Self.reading(.seconds(3)), at: .milliseconds(3_500)) == [])
        #expect(!watch.isAway(Self.front))
        #expect(watch.observe(Self.reading(.seconds(1)), at: .milliseconds(4_000)) == [.loseInput(Self.front)])
    }

    @Test(arguments: [(Duration.seconds(4), Duration.milliseconds(500)), (.seconds(5), .milliseconds(250))])
    func `an input that goes again at once is looked for less often`(present: Duration, pause: Duration) {
        var watch = CameraWatch()
        _ = watch.observe(.lost(Self.front), at: .zero)
        _ = watch.observe(.returned(Self.front), at: .seconds(1))
        _ = watch.observe(.lost(Self.front), at: .seconds(1) + present)
        let log = attempts(&watch, from: .seconds(1) + present, to: .seconds(7)) { _ in .returned(Self.front) }
        #expect(log.first == "reopen \(JSONValue.length(.seconds(1) + present + pause).line)")
    }

    @Test func `an answer that never comes is another failure`() {
        var watch = CameraWatch()
        _ = watch.observe(.lost(Self.front), at: .zero)
        let log = attempts(&watch, from: .zero, to: .seconds(52)) { _ in Self.reading(nil, isLost: true) }
        #expect(log == ["reopen 0.25", "reopen 50.75"])
    }

    @Test func `what is not there from the start is looked for once recording has begun`() {
        for var watch in [CameraWatch(absent: [Self.front]), CameraWatch()] {
            #expect(watch.observe(Self.reading(nil, isLost: true, recording: false), at: .seconds(1)) == [])
            #expect(watch.away == [Self.front])
            #expect(watch.absence(of: Self.front)?.reason == .missing)
            #expect(watch.observe(Self.reading(nil, isLost: true), at: .seconds(2)) == [.reopenInput(Self.front)])
        }
    }
}
