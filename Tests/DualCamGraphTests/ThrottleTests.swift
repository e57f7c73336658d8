import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamGraph

@Suite(.serialized) struct ThrottleTests {
    private static let all = ["back", "front", "combined"]

    private static func throttle(_ isolated: RateShare, _ combined: RateShare) -> Throttle {
        var throttle = Throttle()
        (throttle.isolated, throttle.combined) = (isolated, combined)
        return throttle
    }

    /// Frame rates change from full to 2/3, 1/2 and back while boundaries come in between. Each file has the frames of
    /// its rate, all files of a boundary begin together, and frames left out are not reported as lost.
    @Test(.onceMore, .tags(.realTime), .timeLimit(.minutes(1)), arguments: [Container.mov, .mkv])
    func everyFrameOfAShareIsThereAndNoOther(container: Container) async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs { $0.recording.container = container }))
        try await show.start()
        let steps =
            [(RateShare.full, .full), (.twoThirds, .half), (.half, .full), (.full, .full)] as [(RateShare, RateShare)]
        for (isolated, combined) in steps {
            try await show.graph.apply(.throttle(Self.throttle(isolated, combined)))
            try await show.pass(.milliseconds(1100), cutting: Self.all)
            // The same throttle again changes nothing.
            try await show.graph.apply(.throttle(Self.throttle(isolated, combined)))
        }
        try await show.pass(.milliseconds(400))
        let files = try await show.stop()
        var lacking = 0
        for name in Self.all {
            let output = Thinned(name, files, show.seen)
            #expect(output.changes.map(\.share) == (name == "combined" ? [.half, .full] : [.twoThirds, .half, .full]))
            lacking += try output.expectExact(width: name == "combined" ? 640 : 320)
            #expect(output.files.allSatisfy { beginsWithKeyFrame($0.path) })
        }
        for segment in 1..<5 { try expectCommonStart(files.filter { $0.segment == segment }) }
        show.seen.expectToldOnly(lacking, in: files, of: Self.all)
        #expect(!show.seen.contains { $0.failure != nil })
    }

    /// Expects that the files begin within one frame, because the cameras and the combined picture are not synchronous.
    private func expectCommonStart(_ files: [FileSummary]) throws {
        let starts = files.map(\.start.nanoseconds)
        #expect(try #require(starts.max()) - #require(starts.min()) < 33_400_000, "\(files)")
    }

    /// The branches count only frames that reached their queues, without those that the throttle left out.
    @Test(.onceMore, .tags(.realTime), .timeLimit(.minutes(1))) func theBranchesTellWhatCameAndWent() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        try await show.graph.apply(.throttle(Self.throttle(.half, .half)))
        try await show.pass(.seconds(1))
        let branches = await show.graph.statistics().branches
        #expect(branches.map(\.output.rawValue) == Self.all)
        // Every second frame, and for a moment all of them.
        let most = Int(await show.now.nanoseconds / 66_000_000) + 15
        for branch in branches {
            #expect((12...most).contains(branch.framesIn), "\(branch)")
            #expect((0...20).contains(branch.framesIn - branch.framesOut), "\(branch)")
            #expect((0...0.5).contains(branch.queue), "\(branch)")
        }
        _ = try await show.stop()
    }

    /// A limitation of an encoder is reported once.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func whatAnEncoderCannotDoIsSaidOnce() async throws {
        var plan = try Planner.plan(try Rehearsal.inputs())
        // As with a camera's own H.264.
        let valve = try #require(plan.valves.firstIndex { $0.branch == BranchID.encoder(OutputName("back")) })
        plan.valves[valve].needsKeyFrame = true
        let combined = try #require(plan.outputs.firstIndex { $0.name == .combined })
        plan.outputs[combined].liveBitrate = nil
        let show = try Rehearsal(plan)
        try await show.start()
        for share in [RateShare.twoThirds, .half, .full, .half] {
            var throttle = Self.throttle(share, .full)
            throttle.combinedBitrate = share.fraction
            try await show.graph.apply(.throttle(throttle))
            try await show.pass(.milliseconds(1100))
        }
        let files = try await show.stop()
        let warnings = show.seen.compactMap { if case .warning(_, let text) = $0 { text } else { nil } }
        #expect(
            Set(warnings) == [
                "back is passed through as its camera delivers it: its frames need each other, so that none is left out",
                "the bitrate of the encoder of combined cannot be changed while it runs",
            ])
        #expect(warnings.count == 2)
        let back = Thinned("back", files, show.seen)
        #expect(back.changes.isEmpty)
        try back.expectExact()
        try Thinned("front", files, show.seen).expectExact()
    }

    @Test(.tags(.process), .timeLimit(.minutes(1))) func theCombinedBitrateFollowsWhileItRuns() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        let whole = try await show.graph.integer("bitrate", of: "combined.encoder")
        for share in [0.5, 0.1, 1] {
            var throttle = Throttle()
            throttle.combinedBitrate = share
            try await show.graph.apply(.throttle(throttle))
            let now = try await show.graph.integer("bitrate", of: "combined.encoder")
            #expect(now == Int64((Double(whole) * share).rounded()))
        }
        _ = try await show.stop()
    }
}
