import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamGraph

@Suite(.serialized, .onceMore, .tags(.realTime)) struct LossReportTests {
    /// Frames that never reach the mixer make it repeat the previous picture once for each. If the mixer began one
    /// frame late, the first gap has one repetition less.
    @Test(.timeLimit(.minutes(1))) func everyRepeatedPictureIsTold() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        let counter = Lock(0)
        try await show.graph.live.pad(PadReference("combined.input-back", "src")).addProbe(.buffers) { _ in
            counter.with { number in
                number += 1
                return (10..<15).contains(number) || number == 30 ? .drop : .pass
            }
        }
        try await show.pass(.seconds(2))
        let files = try await show.stop()
        let combined = try #require(files.first { $0.output == .combined })
        let frames = Frames(of: combined, width: 640)
        for (index, camera) in ["back", "front"].enumerated() {
            let shown = try ShownCamera(
                camera, frames.numbers(left: index * 320), in: combined,
                own: try #require(files.first { $0.output.rawValue == camera }))
            shown.expectInTime(told: show.seen)
            if camera == "back" { #expect(shown.older.count >= 5 && shown.longestStand >= 4) }
        }
    }
}
