import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

@Suite("Graph: a camera's cadences on their way to its encoder") struct CadenceRelayTests {
    /// If the rate changes twice within a moment, the encoder must end up with the later one.
    @Test func theLastOneHolds() async {
        for _ in 0..<200 {
            let (seen, last) = (Lock([Int64]()), Promise<Void>())
            let relay = CadenceRelay { frame in
                seen.with { $0.append(frame) }
                if frame == 20 { last.keep(()) }
            }
            for frame: Int64 in 1...20 { relay.send(frame) }
            #expect(await waited(for: last))
            let frames = seen.with { $0 }
            #expect(frames == frames.sorted() && frames.last == 20, "\(frames)")
        }
    }

    private func waited(for promise: Promise<Void>) async -> Bool {
        (try? await blocking("waiting", within: .seconds(60)) { promise.wait(within: 50) != nil }) ?? false
    }
}
