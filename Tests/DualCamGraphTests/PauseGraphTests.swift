import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamGraph

@Suite(.serialized, .tags(.process)) struct PauseGraphTests {
    /// As after a crash in a pause: devices run and files are open, but nothing is recorded until `resume`.
    @Test func aRecordingThatBeginsPausedHasOnlyWhatFollowsThePause() async throws {
        let rehearsal = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        #expect(try await rehearsal.graph.direct(.pause) == nil)
        try await rehearsal.start()
        #expect(await rehearsal.graph.statistics().outputs.allSatisfy { $0.frames == 0 })
        let resumed = try #require(try await rehearsal.graph.direct(.resume))
        await #expect(throws: GraphFailure.self) { try await rehearsal.graph.direct(.resume) }
        try await rehearsal.pass(.milliseconds(1000))
        let files = try await rehearsal.stop()
        #expect(files.count == 4)
        for file in files where file.segment == 0 {
            let told = rehearsal.seen.dropped(by: file.output)
            #expect(file.frames + told > 20, "\(file)")
            // The first frame of 33 ms after the pause, or a later one if frames were reported lost.
            let latest = resumed + Duration.milliseconds(40) * (told + 1)
            #expect(file.start >= resumed && file.start < latest, "\(file)")
            #expect(file.paused == 0)
        }
    }
}
