@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The distance of key frames that a camera creates itself is reported once it has been measured.
@Suite struct KeyFrameSessionTests {
    private static let camera = InputName("back")

    private static func measured(_ seconds: Double, at time: Double) -> SessionInput {
        .graph(.keyFrames(camera, .seconds(seconds), at: RunningTime(nanoseconds: Int64(time * 1e9))))
    }

    private static func reading(at second: Int) -> SessionInput {
        let statistics = GraphStatistics(now: .seconds(Int64(second)), outputs: [])
        return .reading(statistics, ClockReading(wall: 0, uptime: 0, boottime: 0))
    }

    private static func entries(_ bench: Bench) -> [String] {
        bench.entries.filter { $0.kind == .keyFrames }.map { JSONValue.object($0.fields).line }
    }

    @Test func aDistanceIsInLedgerStatusAndManifest() throws {
        var bench = try Bench.running()
        bench.feed(Self.measured(2, at: 3), at: .seconds(5))
        bench.feed(Self.measured(4, at: 9), at: .seconds(14))
        #expect(
            Self.entries(bench) == [
                #"{"input":"back","distance":2.0,"from":3.0}"#, #"{"input":"back","distance":4.0,"from":9.0}"#,
            ])
        bench.feed(Self.reading(at: 15), at: .seconds(16))
        let told = bench.events.compactMap { event in
            if case .status(let status) = event.kind { status.keyFrames } else { nil }
        }
        #expect(told.last?.map(\.distance) == [4_000_000_000])
        let listed = try #require(bench.state.manifest(.finished)["key-frames"]?["back"]?.list)
        #expect(listed.map { $0["distance"]?.number } == [2, 4])
        #expect(listed.map { $0["start"]?["running-time"]?.number } == [3, 9])
    }

    @Test func aDistanceThatWasMeasuredBeforeStandsInTheLedgerFromTheStartOn() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(Self.measured(2, at: 0.5), at: .seconds(1))
        #expect(Self.entries(bench).isEmpty && bench.events.contains { $0.name == "key-frames" })
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "test")), at: .seconds(2))
        #expect(Self.entries(bench) == [#"{"input":"back","distance":2.0,"from":1.0}"#])
    }

    @Test func aCameraThatIsLostHasNoDistanceAnyMore() throws {
        var bench = try Bench.running()
        bench.feed(Self.measured(2, at: 3), at: .seconds(5))
        bench.feed(.graph(.inputLost(Self.camera, at: .seconds(6))), at: .seconds(7))
        #expect(bench.state.inputs.keyFrames.isEmpty)
    }

    @Test func theLengthOfFilesIsToldBesideIt() throws {
        var pipeline = Pipeline(cameras: [Camera(name: "back"), Camera(name: "front")])
        pipeline.recording.segment = .seconds(60)
        var bench = try Bench(pipeline: pipeline)
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.graph(.recording(at: .seconds(1), wallClock: 0, clock: "test")), at: .seconds(2))
        bench.feed(Self.measured(2, at: 3), at: .seconds(5))
        #expect(Self.entries(bench) == [#"{"input":"back","distance":2.0,"from":3.0,"segment-length":60.0}"#])
        let history = SessionHistory(ledger: bench.entries, in: "/r/take")
        #expect(history.keyFrames.map(\.segment) == [.seconds(60)])
    }
}
