import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamSession

/// A session that another worker continues.
@Suite struct HandOverTests {
    private func end(_ bench: inout Bench) {
        bench.finish(back, at: .seconds(5))
        bench.finish(front, at: .seconds(5))
        bench.feed(.graphClosed(nil), at: .seconds(5))
        bench.feed(.inspected, at: .seconds(6))
        bench.digestAll(at: .seconds(6))
        bench.feed(.saved(nil), at: .seconds(6))
    }

    private static let fault = GraphFailure(.fault, message: "An element hangs.")

    @Test func `a hand-over finishes the files and leaves the session open`() throws {
        var bench = try Bench.running()
        bench.feed(.stop(.handOver), at: .seconds(5))
        end(&bench)
        #expect(bench.deeds.contains("complete recording"))
        #expect(!bench.entries.contains { $0.kind == .finished })
        #expect(bench.state.outcome.isHandedOn)
        #expect(bench.state.outcome.exit == .finished)
    }

    @Test(arguments: [true, false]) func `a fault leaves it open for a supervisor only`(isSupervised: Bool) throws {
        var settings = SessionSettings(outputs: [back, front])
        settings.isSupervised = isSupervised
        var bench = try Bench.running(settings)
        bench.feed(.graph(.failed(Self.fault)), at: .seconds(5))
        end(&bench)
        #expect(bench.deeds.contains(isSupervised ? "complete recording" : "complete finished"))
        #expect(bench.entries.contains { $0.kind == .finished } == !isSupervised)
        #expect(bench.state.outcome.isHandedOn == isSupervised)
        #expect(bench.state.outcome.exit == .fault)
    }

    @Test func `a session that has recorded nothing is not handed on`() throws {
        var bench = try Bench()
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.stop(.handOver), at: .seconds(1))
        bench.feed(.graphClosed(nil), at: .seconds(1))
        bench.feed(.saved(nil), at: .seconds(1))
        #expect(bench.deeds.contains("discard 2"))
        #expect(!bench.state.outcome.isHandedOn)
    }
}
