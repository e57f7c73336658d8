import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamGraph

@Suite(.serialized, .onceMore, .tags(.realTime)) struct CombinedRestTests {
    private static var resting: GraphChange {
        var throttle = Throttle()
        throttle.combinedRests = true
        return .throttle(throttle)
    }

    /// The orders in which the session may request the changes.
    static let orders: [(rest: [GraphChange], wake: [GraphChange])] = [
        ([.dropOutput(.combined), resting], [.throttle(.none), .restoreOutput(.combined)]),
        ([resting, .dropOutput(.combined)], [.restoreOutput(.combined), .throttle(.none)]),
    ]

    /// The combined picture is dropped and restored. Its files are complete and show the cameras' frames of their own
    /// time, and the cameras' files lack nothing.
    @Test(.timeLimit(.minutes(1)), arguments: 0..<2) func theCombinedPictureRestsAndComesBack(order: Int) async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        try await show.pass(.milliseconds(700))
        for change in Self.orders[order].rest { try await show.graph.apply(change) }
        _ = await show.event { event in event.file.flatMap { $0.output == .combined ? $0 : nil } }
        try await show.pass(.milliseconds(1500))
        #expect(await show.graph.statistics().branches.map(\.output.rawValue) == ["back", "front"])
        #expect(await !show.graph.holds("combined.mixer"))
        for change in Self.orders[order].wake { try await show.graph.apply(change) }
        try await show.open("combined")
        try await show.pass(.milliseconds(1200))
        let files = try await show.stop()
        let lacking = try expectWhole(files, show.seen)
        show.seen.expectToldOnly(lacking, in: files, of: ["back", "front", "combined"])
        #expect(!show.seen.contains { $0.failure != nil })
    }

    /// - Returns: The number of missing frames, all of which were reported.
    private func expectWhole(_ files: [FileSummary], _ events: [GraphEvent]) throws -> Int {
        var lacking = 0
        for name in ["back", "front"] { lacking += try Thinned(name, files, events).expectExact() }
        let combined = files.filter { $0.output == .combined }
        #expect(combined.map(\.segment) == [0, 1])
        let back = try #require(files.first { $0.output == Rehearsal.output })
        let shift = try shift(of: back, width: 320)
        for file in combined {
            let numbers = Frames(of: file, width: 640).numbers()
            expectConsecutive(numbers, "\(file)", lost: events.dropped(by: .combined))
            let known = numbers.compactMap(\.self)
            lacking += (known.last ?? 0) - (known.first ?? 0) + 1 - known.count
            #expect(numbers.count == file.frames)
            #expect(numbers.count >= 15, "\(file)")
            #expect(abs(try self.shift(of: file, width: 640) - shift) <= 1, "\(file)")
            #expect(beginsWithKeyFrame(file.path))
            let lengths = trackLengths(of: file.path)
            #expect(lengths.count == 2)
            // At the start and the end of the rest the sound extends further, by as much as a busy machine is behind
            // with the picture. It must not extend through the rest.
            #expect(abs(lengths[0] - lengths[1]) < 1, "\(lengths)")
        }
        return lacking
    }

    /// Returns the difference between a frame's position in running time and its counter.
    private func shift(of file: FileSummary, width: Int) throws -> Int {
        let number = try #require(Frames(of: file, width: width).numbers().first ?? nil)
        return Int((Double(file.start.nanoseconds) * 30 / 1e9).rounded()) - number
    }

    /// A camera that is lost during the rest appears as a slate afterwards, and returns to the picture.
    @Test(.timeLimit(.minutes(1))) func aCameraLostMeanwhileIsASlateAndReturns() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        try await show.pass(.milliseconds(400))
        try await show.graph.apply(Self.resting)
        try await show.graph.apply(.loseInput(Rehearsal.back))
        try await show.graph.apply(.throttle(.none))
        try await show.open("combined")
        try await show.pass(.milliseconds(900))
        try await show.graph.apply(.reopenInput(Rehearsal.back))
        try await show.pass(.milliseconds(900))
        let files = try await show.stop()
        let last = try #require(files.last { $0.output == .combined })
        let numbers = Frames(of: last, width: 640).numbers()
        #expect(numbers.prefix(10).allSatisfy { $0 == nil })
        #expect(numbers.suffix(10).allSatisfy { $0 != nil })
        try Thinned("front", files, show.seen).expectExact()
        #expect(!show.seen.contains { $0.failure != nil })
    }

    /// A session that ends while the combined picture rests does not wait for it.
    @Test(.timeLimit(.minutes(1))) func aRestingPictureHoldsUpNoEnd() async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs()))
        try await show.start()
        try await show.pass(.milliseconds(400))
        try await show.graph.apply(Self.resting)
        try await show.pass(.milliseconds(1200))
        let files = try await show.stop()
        #expect(files.filter { $0.output == .combined }.count == 1)
        #expect(!show.seen.contains { if case .warning = $0 { true } else { false } })
        #expect(!show.seen.contains { $0.failure != nil })
    }
}
