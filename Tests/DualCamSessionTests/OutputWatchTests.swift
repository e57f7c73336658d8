import DualCamConfig
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Policy: outputs are restarted")
struct OutputWatchTests {
    private static func watch(fallback: Bool = false, _ outputs: [OutputName] = [back, front]) -> OutputWatch {
        OutputWatch(outputs, hasFallback: fallback, limit: .seconds(60))
    }

    private static func tick(_ away: Bool = false) -> OutputWatch.Reading { .tick(inputsAreAway: away) }

    /// Returns at which full second, and in which folder, `back` is tried again if every attempt fails at once.
    private func attempts(_ watch: inout OutputWatch, to end: Int, onDisk: Bool = true) -> [String] {
        var log: [String] = []
        for second in 0...end {
            for action in watch.observe(Self.tick(), at: .seconds(second)) {
                switch action {
                case .restore(let output, let place):
                    log.append("\(second) \(output) \(place)")
                    _ = watch.observe(.failed(output, onDisk: onDisk), at: .seconds(second))
                case .drop(let output): log.append("\(second) drop \(output)")
                case .giveUp: log.append("\(second) give up")
                }
            }
        }
        return log
    }

    @Test func `a failed output is taken out once and tried after longer and longer pauses`() {
        var watch = Self.watch()
        #expect(watch.observe(.failed(back, onDisk: false), at: .zero) == [.drop(back)])
        #expect(watch.observe(.failed(back, onDisk: false), at: .zero) == [])
        #expect(watch.isOut(back) && !watch.isOut(front))
        #expect(
            attempts(&watch, to: 50) == [
                "1 back own", "3 back own", "8 back own", "18 back own", "28 back own", "38 back own", "48 back own",
            ])
    }

    @Test(arguments: [
        (true, true, ["1 back fallback", "3 back own", "8 back fallback"]),
        (true, false, ["1 back own", "3 back own", "8 back own"]),
        (false, true, ["1 back own", "3 back own", "8 back own"]),
    ])
    func `after a failure of the disk the other place is tried`(fallback: Bool, onDisk: Bool, expected: [String]) {
        var watch = Self.watch(fallback: fallback)
        _ = watch.observe(.failed(back, onDisk: onDisk), at: .zero)
        #expect(attempts(&watch, to: 10, onDisk: onDisk) == expected)
    }

    @Test func `an output that records again stays where it is`() {
        var watch = Self.watch(fallback: true)
        _ = watch.observe(.failed(back, onDisk: true), at: .zero)
        #expect(watch.observe(Self.tick(), at: .seconds(1)) == [.restore(back, .fallback)])
        _ = watch.observe(.opened(back), at: .seconds(1))
        #expect(!watch.isOut(back))
        #expect(watch.observe(.failed(back, onDisk: false), at: .seconds(30)) == [.drop(back)])
        #expect(watch.observe(Self.tick(), at: .seconds(31)) == [.restore(back, .fallback)])
    }

    @Test(arguments: [(9, 2), (10, 1)])
    func `an output that fails again at once is tried less often`(recorded: Int, pause: Int) {
        var watch = Self.watch()
        _ = watch.observe(.failed(back, onDisk: false), at: .zero)
        _ = watch.observe(Self.tick(), at: .seconds(1))
        _ = watch.observe(.opened(back), at: .seconds(1))
        _ = watch.observe(.failed(back, onDisk: false), at: .seconds(1 + recorded))
        #expect(watch.observe(Self.tick(), at: .seconds(recorded + pause)) == [])
        #expect(watch.observe(Self.tick(), at: .seconds(1 + recorded + pause)) == [.restore(back, .own)])
    }

    @Test func `a minute in which no output can record is the end, unless inputs are out`() {
        var watch = Self.watch()
        for output in [back, front] { _ = watch.observe(.failed(output, onDisk: true), at: .zero) }
        let log = attempts(&watch, to: 60)
        #expect(log.last == "60 give up")
        #expect(log.filter { $0.hasSuffix("give up") }.count == 1)
        #expect(!watch.observe(Self.tick(true), at: .seconds(61)).contains(.giveUp))
    }

    @Test func `one output that records keeps the session`() {
        var watch = Self.watch()
        _ = watch.observe(.failed(back, onDisk: true), at: .zero)
        #expect(!attempts(&watch, to: 300).contains { $0.hasSuffix("give up") })
    }

    @Test func `an attempt that never answers is a failed one`() {
        var watch = Self.watch()
        _ = watch.observe(.failed(back, onDisk: false), at: .zero)
        let due = (0...20).filter { !watch.observe(Self.tick(), at: .seconds($0)).isEmpty }
        #expect(due == [1, 13])
    }

    @Test func `what was shed stays out until it is asked for`() {
        var watch = Self.watch(outputsWithCombined)
        #expect(watch.observe(.shed(.combined, by: .space), at: .zero) == [.drop(.combined)])
        #expect(watch.observe(.failed(.combined, onDisk: true), at: .zero) == [])
        #expect(watch.observe(Self.tick(), at: .seconds(100)) == [])
        _ = watch.observe(.restore(.combined, by: .space), at: .seconds(100))
        #expect(watch.observe(Self.tick(), at: .seconds(100)) == [.restore(.combined, .own)])
    }

    private var outputsWithCombined: [OutputName] { [back, .combined] }
    private static func watch(_ outputs: [OutputName]) -> OutputWatch { watch(fallback: false, outputs) }
}
