@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// Recordings of live cameras by both mixers, checked frame by frame while other programs use the CPU. Only frames that
/// were reported may be missing (`ShownCamera`).
@Suite(.serialized, .onceMore, .tags(.realTime)) struct LiveTruthTests {
    /// The cameras' frame rates, and the possible steps of their counters over two combined frames, of which there are
    /// 30 per second.
    private static let rates: [(camera: String, rate: Int, steps: Set<Int>)] = [
        ("back", 15, [1]), ("front", 30, [2]), ("side", 25, [1, 2]), ("top", 60, [4]),
    ]

    private static func inputs(
        _ mixer: Mixer, absent: Bool = false, _ change: (inout Pipeline) -> Void = { _ in }
    ) throws -> PlannedInputs {
        try Rehearsal.inputs(absent: absent) { pipeline in
            pipeline.combined?.mixer = mixer
            (pipeline.encoders.standard.use, pipeline.encoders.standard.preset) = ("x264", "ultrafast")
            change(&pipeline)
        }
    }

    private static func row(_ mixer: Mixer) throws -> PlannedInputs {
        try inputs(mixer) { pipeline in
            pipeline.cameras = rates.map { camera, rate, _ in
                var camera = Camera(name: camera)
                (camera.size, camera.rate) = (Rehearsal.size, FrameRate(rate))
                camera.device = .test(pattern: .gradient)
                return camera
            }
            let cells = rates.indices.map { index in
                LayoutRectangle(
                    camera: rates[index].camera, x: .percent(Double(index) * 25), y: .percent(0), width: .percent(25),
                    height: .percent(100))
            }
            pipeline.layouts = [CustomLayout(name: "row", rectangles: cells)]
            pipeline.combined?.layout = .custom("row")
            pipeline.combined?.size = FrameSize(width: 1280, height: 180)
        }
    }

    /// Cameras with 15, 25, 30 and 60 frames per second: each frame is shown for its duration, and is in the camera's
    /// file once.
    @Test(.timeLimit(.minutes(1)), arguments: [Mixer.dualcam, .compositor])
    func everyRateIsShownAtItsPace(_ mixer: Mixer) async throws {
        let show = try Rehearsal(try Planner.plan(try Self.row(mixer)))
        let files = try await BusyProcessor.during {
            try await show.start(Self.rates.map(\.camera) + ["combined"])
            try await show.pass(.milliseconds(2000))
            return try await show.stop()
        }
        let combined = try #require(files.first { $0.output == .combined })
        let frames = Frames(of: combined, width: 1280)
        expectEven(combined, lost: show.seen.dropped(by: .combined))
        for (index, (camera, rate, steps)) in Self.rates.enumerated() {
            let numbers = frames.numbers(left: index * 320)
            #expect(numbers.count == frames.count, "\(camera)")
            let own = files.filter { $0.output.rawValue == camera }
            let shown = try ShownCamera(
                camera, numbers, in: combined, own: try #require(own.first), rate: Double(rate))
            shown.expectInTime(told: show.seen)
            let known = numbers.compactMap(\.self)
            let pace = zip(known, known.dropFirst(2)).map { $1 - $0 }
            #expect(pace.count { steps.contains($0) } * 2 > pace.count, "\(camera): \(known)")
            expectWhole(own, camera, show)
        }
        expectNoFailure(show)
    }

    /// One camera is always four frames late. Another one stops for a while; its last picture stays until new ones
    /// arrive, which have their own times.
    @Test(.timeLimit(.minutes(1)), arguments: [Mixer.dualcam, .compositor])
    func aLateCameraIsWaitedForAndAStalledOneStandsStill(_ mixer: Mixer) async throws {
        var plan = try Planner.plan(try Self.inputs(mixer))
        plan.insert("queue", named: "front.late", after: "front.counter", [Property("min-threshold-buffers", .uint(5))])
        plan.insert("valve", named: "back.stall", after: "back.counter", [])
        let show = try Rehearsal(plan)
        let files = try await BusyProcessor.during {
            try await show.start()
            try await show.pass(.milliseconds(700))
            try await show.graph.set("drop", of: "back.stall", .bool(true))
            try await show.pass(.milliseconds(500))
            try await show.graph.set("drop", of: "back.stall", .bool(false))
            try await show.pass(.milliseconds(700))
            return try await show.stop()
        }
        let combined = try #require(files.first { $0.output == .combined })
        let frames = Frames(of: combined, width: 640)
        expectEven(combined, lost: show.seen.dropped(by: .combined))
        for (index, camera) in ["back", "front"].enumerated() {
            let own = files.filter { $0.output.rawValue == camera }
            let shown = try ShownCamera(
                camera, frames.numbers(left: index * 320), in: combined, own: try #require(own.first))
            shown.expectInTime(told: show.seen)
            if camera == "back" { #expect(shown.longestStand > 8) } else { expectWhole(own, camera, show) }
        }
        expectNoFailure(show)
    }

    /// A camera that is lost or absent while its inset moves is shown as a slate, and returns while it becomes the main
    /// picture. The other camera loses nothing, and the combined picture lacks and repeats no frame.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [(Mixer.dualcam, false), (Mixer.dualcam, true), (Mixer.compositor, false)])
    func aCameraGoesInAMotionAndComesInADissolve(_ mixer: Mixer, isAbsent: Bool) async throws {
        let inputs = try Self.inset(mixer, isAbsent)
        let plan = try Planner.plan(inputs)
        let search = CameraSearch(inputs, plan)
        let show = try Rehearsal(plan) { try search.plan(for: $0) }
        var picture = try #require(PictureDirection(inputs.pipeline))
        var begin = RunningTime(nanoseconds: 0)
        let files = try await BusyProcessor.during {
            try await show.start(isAbsent ? ["front", "combined"] : ["back", "front", "combined"])
            try await show.pass(.milliseconds(300))
            picture.change = .motion(.milliseconds(600), .easeInOut)
            picture.combined.inset.position = .free(Point(x: .percent(65), y: .percent(5)))
            _ = try await show.graph.direct(.picture(picture))
            if !isAbsent { try await show.graph.apply(.loseInput(Rehearsal.back)) }
            try await show.pass(.milliseconds(800))
            picture.change = .transition(Transition(.dissolve, duration: .milliseconds(600), easing: .linear))
            (picture.combined.main, picture.combined.inset.camera) = ("back", "front")
            begin = try #require(try await show.graph.direct(.picture(picture)))
            try await show.graph.apply(.reopenInput(Rehearsal.back))
            try await show.open("back")
            try await show.pass(.milliseconds(1000))
            return try await show.stop()
        }
        try expectHandover(files, show, begin: begin, isAbsent: isAbsent)
    }

    /// Expects that the inset's camera replaces the main picture in the combined frame of the time `begin`.
    private func expectHandover(
        _ files: [FileSummary], _ show: Rehearsal, begin: RunningTime, isAbsent: Bool
    ) throws {
        let combined = try #require(files.first { $0.output == .combined })
        let (frames, stamps) = (Frames(of: combined), frameTimes(of: combined.path))
        expectEven(combined, lost: show.seen.dropped(by: .combined))
        let (fronts, backs) = (
            files.filter { $0.output.rawValue == "front" }, files.filter { $0.output == Rehearsal.output }
        )
        expectWhole(fronts, "front", show)
        let behind = (begin - combined.start) / .seconds(1) - 0.01
        let before = stamps.count { $0 - stamps[0] < behind }
        let numbers = frames.numbers()
        try ShownCamera("front", Array(numbers.prefix(before)), in: combined, own: try #require(fronts.first))
            .expectInTime(told: show.seen, isWhole: false)
        try ShownCamera(
            "back", Array(numbers.suffix(10)), from: numbers.count - 10, in: combined, own: try #require(backs.last)
        ).expectInTime(told: show.seen, isWhole: false)
        let place = { (frame: Int, x: Int) in frames.level(frame, x: x, y: 16) }
        #expect(isAbsent ? place(2, 22) < 60 : place(2, 22) > 220)
        #expect(place(before - 1, 214) < 60 && (140..<210).contains(place(before - 1, 22)))
        #expect(place(frames.count - 1, 160) > 220)
        for file in backs { expectWhole([file], "back", show) }
        expectNoFailure(show)
    }

    /// Frames that still wait for the encoder at the end are recorded, however long they wait. Later frames, twice as
    /// many as the queue holds, do not replace them.
    @Test(.timeLimit(.minutes(1))) func whatWaitsAtTheEndIsRecorded() async throws {
        let show = try Rehearsal(try Planner.plan(try Self.inputs(.dualcam)))
        try await show.start()
        try await show.pass(.milliseconds(500))
        // The end is set beforehand, so that no more frames wait than the queue holds even if the test itself is slow.
        try await show.graph.apply(.stop(at: await show.now + .milliseconds(300)))
        let held = try await show.graph.hold("combined.encoder-queue")
        var tenths = 12
        _ = await show.event { event in
            if case .levels = event { tenths -= 1 }
            return tenths == 0 ? true : nil
        }
        #expect(try await show.graph.integer("current-level-buffers", of: "combined.encoder-queue") > 0)
        try await show.graph.release("combined.encoder-queue", held)
        let files = try await show.stop()
        let combined = try #require(files.first { $0.output == .combined })
        let stops = show.seen.compactMap { if case .stopping(let at) = $0 { at } else { nil } }
        expectEven(combined, lost: show.seen.dropped(by: .combined))
        #expect(combined.end >= (try #require(stops.first)), "\(combined)")
        expectNoFailure(show)
    }

    /// Returns a pipeline with a green camera and an inset of a white one.
    private static func inset(_ mixer: Mixer, _ isAbsent: Bool) throws -> PlannedInputs {
        try inputs(mixer, absent: isAbsent) { pipeline in
            for (index, pattern) in [TestPattern.white, .green].enumerated() {
                pipeline.cameras[index].device = .test(pattern: pattern)
            }
            pipeline.combined?.layout = .pip
            pipeline.combined?.size = Rehearsal.size
            pipeline.combined?.main = "front"
            pipeline.combined?.inset.camera = "back"
            pipeline.combined?.inset.position = .free(Point(x: .percent(5), y: .percent(5)))
        }
    }

    /// Expects that a camera's own files have all its pictures, except those that were reported lost before the
    /// encoder, which must be fewer than half.
    private func expectWhole(
        _ files: [FileSummary], _ camera: String, _ show: Rehearsal, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (numbers, lost) = (files.flatMap { Frames(of: $0).numbers() }, show.seen.dropped(by: OutputName(camera)))
        expectConsecutive(numbers, "\(camera)", lost: min(lost, numbers.count), sourceLocation: sourceLocation)
    }

    private func expectNoFailure(_ show: Rehearsal, sourceLocation: SourceLocation = #_sourceLocation) {
        let wrong = show.seen.filter { event in
            switch event {
            case .warning, .failed: true
            default: false
            }
        }
        #expect(wrong.isEmpty, "\(wrong)", sourceLocation: sourceLocation)
    }
}
