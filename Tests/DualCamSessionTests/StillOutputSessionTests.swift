import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// An output that gets no frames although its camera delivers is reported during the recording, in a warning and in the
/// status.
@Suite struct StillOutputSessionTests {
    private static func read(
        _ second: Int, idle: Duration, isHeldUp: Bool = false, frames: Int = 0
    ) -> SessionInput {
        var statistics = GraphStatistics(
            now: .seconds(Int64(second)),
            outputs: [
                .init(name: back, frames: second * 30, dropped: 0, bytes: Int64(second) * 1000),
                .init(name: front, frames: frames, dropped: 0, bytes: 0),
            ],
            inputs: ["back", "front"].map {
                .init(name: InputName($0), isLost: false, idle: $0 == "front" ? idle : .zero)
            })
        statistics.branches = [
            .init(output: front, framesIn: second * 30, framesOut: 0, queue: 0, isHeldUp: isHeldUp)
        ]
        return .reading(statistics, ClockReading(wall: 0, uptime: 0, boottime: 0))
    }

    @Test(arguments: [(Duration.zero, false, true), (.zero, true, false)])
    func itIsWarnedOfOnce(idle: Duration, isHeldUp: Bool, isTold: Bool) throws {
        var bench = try Bench.running()
        for second in 3...30 { bench.feed(Self.read(second, idle: idle, isHeldUp: isHeldUp), at: .seconds(second)) }
        let warnings = bench.entries.filter { $0.kind == .warning && $0["code"]?.text == "output-still" }
        #expect(warnings.count == (isTold ? 1 : 0))
        if isTold {
            #expect(warnings[0]["message"]?.text?.hasPrefix("No frame of front has been written for 10 s") == true)
        }
        let still = bench.events.compactMap { event in
            if case .status(let status) = event.kind { status.still } else { nil }
        }
        #expect(still.last == (isTold ? [front] : []))
    }

    /// In a pause nothing is written, and nothing is missing.
    @Test func nothingIsDueInAPause() throws {
        var bench = try Bench.running()
        bench.feed(.command(CommandNumber(value: 1), try ControlCommand(.pause)), at: .seconds(3))
        bench.feed(.directed(.pause, .success(.seconds(3))), at: .seconds(3))
        for second in 4...30 { bench.feed(Self.read(second, idle: .zero), at: .seconds(second)) }
        #expect(!bench.entries.contains { $0.kind == .warning && $0["code"]?.text == "output-still" })
    }

    /// The ledger, the history and `session.json` have the start and the end of the standstill.
    @Test func itsBeginningAndItsEndAreWritten() throws {
        var bench = try Bench.running()
        for second in 3...20 { bench.feed(Self.read(second, idle: .zero), at: .seconds(second)) }
        bench.feed(Self.read(21, idle: .zero, frames: 30), at: .seconds(21))
        let told = bench.entries.filter { $0.kind == .warning && $0["code"]?.text == "output-still" }
        try #require(told.count == 2)
        #expect(told.allSatisfy { $0["output"]?.text == "front" })
        #expect(told[0]["from"] == told[1]["from"] && told[0]["to"] == nil && told[1]["to"] != nil)
        #expect(told[1]["message"]?.text == "Frames of front are written again.")
        let spell = try #require(bench.state.manifest(.finished)["still"]?["front"]?.list?.first)
        let (start, end) = (spell["start"]?["running-time"]?.number, spell["end"]?["running-time"]?.number)
        #expect(start != nil && start == told[0]["from"]?.number && end == told[1]["to"]?.number)
    }
}
