import Dispatch
import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// Expects consecutive frame numbers, except for `lost` missing ones that were reported.
func expectConsecutive(
    _ numbers: [Int?], _ what: Comment, lost: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
) {
    let known = numbers.compactMap { $0 }
    #expect(known.count == numbers.count && !known.isEmpty, what, sourceLocation: sourceLocation)
    let steps = zip(known, known.dropFirst()).map { $1 - $0 }
    let isInOrder = steps.allSatisfy { $0 >= 1 }
    let lacking = steps.reduce(0) { $0 + $1 - 1 }
    #expect(isInOrder && lacking <= lost, "\(what): \(known)", sourceLocation: sourceLocation)
}

/// Expects that the other camera's files have every frame across all cuts, and that the combined picture has a frame
/// for each of its times. Losses that `events` reports are allowed.
func expectUnharmed(
    _ files: [FileSummary], told events: [GraphEvent] = [], sourceLocation: SourceLocation = #_sourceLocation
) {
    let front = files.filter { $0.output == OutputName("front") && $0.frames > 0 }
    if !front.isEmpty {
        expectConsecutive(
            front.flatMap { Frames(of: $0).numbers() }, "front", lost: events.dropped(by: OutputName("front")),
            sourceLocation: sourceLocation)
    }
    for file in files where file.output == .combined {
        let expected = Int(((file.end - file.start) / .nanoseconds(33_333_333)).rounded())
        let fewest = expected - 1 - events.dropped(by: .combined)
        #expect((fewest...expected + 1).contains(file.frames), "\(file)", sourceLocation: sourceLocation)
    }
}

@Suite(.serialized) struct CameraLossTests {
    /// Expects that the first camera's place in the combined picture shows the camera, the slate and the camera again.
    private func expectSlate(_ files: [FileSummary], of show: Rehearsal, from first: Bool = false) throws {
        let combined = Frames(of: try #require(files.first { $0.output == .combined }), width: 640)
        let numbers = combined.numbers(left: 0)
        let slate = numbers.indices.filter { numbers[$0] == nil }
        #expect(slate.count > 10)
        #expect(slate == Array(try #require(slate.first)...(try #require(slate.last))))
        #expect(first == (slate.first == 0))
        #expect(try #require(slate.last) < numbers.count - 10)
        let middle = slate[slate.count / 2]
        #expect(combined.brightest(middle, left: 0) > 200, "the slate says something")
        #expect((20...60).contains(combined.level(middle, x: 8, y: 8)), "it is dark, but not black")
        // A busy machine may skip frames, but reports them.
        let told = show.seen.reduce(0) { $0 + ($1.droppedBeforeMixer ?? 0) }
        let runs = [numbers[..<slate[0]], numbers[(slate[slate.count - 1] + 1)...]].map { $0.compactMap { $0 } }
        let steps = runs.flatMap { zip($0, $0.dropFirst()).map { $1 - $0 } }
        #expect(steps.allSatisfy { $0 >= 0 }, "\(steps)")
        #expect(steps.reduce(0) { $0 + max(0, $1 - 1) } <= told + 2, "\(steps)")
    }

    @Test(.tags(.process), .timeLimit(.minutes(1)), arguments: [Mixer.dualcam, .compositor])
    func aLostCameraIsReplacedBySlateAndReturns(_ mixer: Mixer) async throws {
        let show = try Rehearsal(try Planner.plan(try Rehearsal.inputs { $0.combined?.mixer = mixer }))
        try await show.start()
        try await show.pass(.milliseconds(800))
        try await show.graph.apply(.loseInput(Rehearsal.back))
        let end = try #require(await show.event(\.lost))
        #expect(await show.graph.statistics().inputs.map(\.isLost) == [false, true, false])
        try await show.pass(.milliseconds(600))
        try await show.graph.apply(.reopenInput(Rehearsal.back))
        let again = try #require(await show.event(\.returned))
        #expect(await show.graph.statistics().inputs.map(\.isLost) == [false, false, false])
        #expect(again > end)
        try await show.open("back")
        try await show.pass(.milliseconds(900))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        try expectSlate(files, of: show)
        let back = files.filter { $0.output == OutputName("back") }
        #expect(back.map(\.segment) == [0, 1])
        // The encoder rounds times to its own time base.
        #expect(abs(try #require(back.first).end.nanoseconds - end.nanoseconds) < 1000)
        let told = show.seen.dropped(by: Rehearsal.output)
        for file in back {
            let frames = Frames(of: file)
            #expect(frames.count == file.frames && file.frames + told > 15)
            expectConsecutive(frames.numbers(), "\(file)", lost: told)
            #expect(beginsWithKeyFrame(file.path))
        }
        #expect(!show.seen.contains { $0.failure != nil })
    }

    /// A device that fails is reported once, as a failure of the input, whatever its elements report afterwards.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func aCameraThatFailsIsToldOnceAndReplaced() async throws {
        let sound = try Planner.plan(try Rehearsal.inputs())
        var broken = sound
        broken.insert("identity", named: "back.fault", after: "back.mode", [Property("error-after", .int(75))])
        let show = try Rehearsal(broken) { _ in sound }
        try await show.start()
        let failure = try #require(await show.event(\.failure))
        #expect((failure.input, failure.output) == (Rehearsal.back, nil))
        try await show.graph.apply(.loseInput(Rehearsal.back))
        try await show.pass(.milliseconds(500))
        try await show.graph.apply(.reopenInput(Rehearsal.back))
        try await show.open("back")
        try await show.pass(.milliseconds(900))
        let files = try await show.stop()
        #expect(show.seen.compactMap(\.failure).count == 1)
        expectUnharmed(files, told: show.seen)
        try expectSlate(files, of: show)
        let back = files.filter { $0.output == OutputName("back") }
        #expect(back.map { Frames(of: $0).count } == back.map(\.frames))
        let told = show.seen.dropped(by: Rehearsal.output)
        #expect(back.allSatisfy { $0.frames + told > 15 })
    }

    /// The reader of the bus must not wait for a file that closes slowly. The camera fails at its 45th frame, while
    /// another camera's file only closes once the failure was reported.
    @Test(.onceMore, .tags(.realTime), .timeLimit(.minutes(1)))
    func aFailureIsToldWhileAFileIsSlowToClose() async throws {
        let sound = try Planner.plan(try Rehearsal.inputs())
        var broken = sound
        broken.insert("identity", named: "back.fault", after: "back.mode", [Property("error-after", .int(45))])
        let show = try Rehearsal(broken) { _ in sound }
        let closings = try #require(await show.graph.closings(of: OutputName("front")))
        closings.suspend()
        var isHeld = true
        func letGo() {
            if isHeld { closings.resume() }
            isHeld = false
        }
        defer { letGo() }
        try await show.start()
        try await show.open("front")
        let failure = try #require(await show.event(\.failure))
        letGo()
        #expect(failure.input == Rehearsal.back)
        #expect(show.seen.allSatisfy { $0.file?.output != OutputName("front") })
        try await show.graph.apply(.loseInput(Rehearsal.back))
        let files = try await show.stop()
        #expect(files.filter { $0.output == OutputName("front") }.count == 2)
        expectUnharmed(files, told: show.seen)
    }

    /// A driver that never returns blocks its element forever. The element is abandoned, and a new one replaces it.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func aCameraThatDoesNotComeDownIsLeftBehind() async throws {
        let sound = try Planner.plan(try Rehearsal.inputs())
        var stuck = sound
        stuck.insert("identity", named: "back.fault", after: "back.mode", [])
        let show = try Rehearsal(stuck) { _ in sound }
        try await show.start()
        try await show.pass(.milliseconds(600))
        try await show.graph.set("sleep-time", of: "back.fault", .uint(6_000_000))
        try await show.pass(.milliseconds(400))
        try await show.graph.apply(.loseInput(Rehearsal.back))
        _ = try #require(await show.event(\.lost))
        let warnings = show.seen.filter {
            if case .warning(.source(InputName("back"))?, _) = $0 { true } else { false }
        }
        #expect(warnings.count == 1)
        try await show.graph.apply(.reopenInput(Rehearsal.back))
        _ = try #require(await show.event(\.returned))
        try await show.open("back")
        try await show.pass(.milliseconds(900))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        let told = show.seen.dropped(by: Rehearsal.output)
        #expect(files.filter { $0.output == Rehearsal.output }.allSatisfy { $0.frames + told > 10 })
    }

    /// While the device is missing the camera stays lost, and reopening it may be tried again.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func aCameraThatIsNotThereStaysLost() async throws {
        let plan = try Planner.plan(try Rehearsal.inputs())
        let gone = GraphFailure(.deviceMissing, message: "camera back: cam at usb-1 is not there")
        let show = try Rehearsal(plan) { _ in throw gone }
        try await show.start()
        try await show.graph.apply(.loseInput(Rehearsal.back))
        for _ in 0..<3 {
            let failure = await #expect(throws: GraphFailure.self) {
                try await show.graph.apply(.reopenInput(Rehearsal.back))
            }
            #expect((failure?.code, failure?.input) == (.deviceMissing, Rehearsal.back))
        }
        #expect(await show.graph.statistics().inputs[1].isLost)
        try await show.pass(.milliseconds(500))
        expectUnharmed(try await show.stop(), told: show.seen)
    }

    /// A camera that returns but delivers nothing is removed again.
    @Test(.tags(.process), .timeLimit(.minutes(1))) func aCameraThatReturnsDumbStaysLost() async throws {
        let plan = try Planner.plan(try Rehearsal.inputs())
        var dumb = plan
        dumb.insert(
            "identity", named: "back.fault", after: "back.mode", [Property("drop-probability", .double(1))])
        let show = try Rehearsal(plan) { [dumb] _ in dumb }
        try await show.start()
        try await show.graph.apply(.loseInput(Rehearsal.back))
        let failure = await #expect(throws: GraphFailure.self) {
            try await show.graph.apply(.reopenInput(Rehearsal.back))
        }
        #expect((failure?.code, failure?.input) == (.timeout, Rehearsal.back))
        #expect(await show.graph.statistics().inputs[1].isLost)
        expectUnharmed(try await show.stop(), told: show.seen)
        #expect(!show.seen.contains { $0.failure != nil })
    }

    /// The connected inputs are recorded from the start; the absent camera joins once it is connected.
    @Test(.tags(.process), .timeLimit(.minutes(1)), arguments: [Mixer.dualcam, .compositor])
    func anAbsentCameraJoinsLater(_ mixer: Mixer) async throws {
        let inputs = try Rehearsal.inputs(absent: true) { $0.combined?.mixer = mixer }
        let plan = try Planner.plan(inputs)
        let search = CameraSearch(inputs, plan)
        let show = try Rehearsal(plan) { try search.plan(for: $0) }
        try await show.start(["front", "combined"])
        #expect(await show.graph.statistics().inputs.map(\.isLost) == [false, true, false])
        try await show.pass(.milliseconds(700))
        try await show.graph.apply(.reopenInput(Rehearsal.back))
        _ = try #require(await show.event(\.returned))
        try await show.open("back")
        try await show.pass(.milliseconds(1100))
        let files = try await show.stop()
        expectUnharmed(files, told: show.seen)
        try expectSlate(files, of: show, from: true)
        let back = try #require(files.first { $0.output == OutputName("back") })
        let told = show.seen.dropped(by: Rehearsal.output)
        expectConsecutive(Frames(of: back).numbers(), "back", lost: told)
        #expect(back.frames + told > 15)
    }
}
