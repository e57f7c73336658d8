import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamEditing
@testable import DualCamPlan

/// The combined picture, frame by frame, as the edit decisions say.
@Suite struct PictureScheduleTests {
    private static let stage = MixerInputs(
        mixer: .dualcam,
        players: ["back", "front"].map { .init(name: $0, size: Shot.size, isFed: true) }, space: Colour.bt709.space)
    private static let cameras = ["back", "front"].map { Camera(name: $0) }

    private static func direction(
        _ layout: LayoutName, main: String = "back", _ change: PictureChange = .atOnce, background: Background = .black
    ) -> PictureDirection {
        var combined = Combined()
        (combined.layout, combined.main, combined.size, combined.background) = (layout, main, Shot.size, background)
        return PictureDirection(combined: combined, layouts: [], cameras: cameras, change: change)
    }

    /// Returns the time of a frame at 30 frames per second.
    private static func time(_ frame: Int) -> Int64 { Int64(frame) * 1_000_000_000 / 30 }

    private static func picture(_ direction: PictureDirection) throws -> PicturePlan {
        try #require(stage.scene(direction).picture)
    }

    /// Returns the numbers of the frames at which the picture changes.
    private static func changes(_ decisions: [PictureDecision], frames: Int = 60) -> [Int] {
        var schedule = PictureSchedule(stage, decisions)
        return (0..<frames).filter { schedule.frame(at: time($0)).picture != nil }
    }

    @Test func aCutIsOneFrame() throws {
        let decisions = [
            PictureDecision(at: 0, Self.direction(.pip)), PictureDecision(at: Self.time(7), Self.direction(.stacked)),
        ]
        #expect(Self.changes(decisions) == [0, 7])
        var schedule = PictureSchedule(Self.stage, decisions)
        let seen = (0..<8).compactMap { schedule.frame(at: Self.time($0)).picture }
        #expect(try seen == [Self.picture(Self.direction(.pip)), Self.picture(Self.direction(.stacked))])
    }

    /// A time may be off by one nanosecond, because different ways of computing it round differently.
    @Test(arguments: [-1, 1]) func aFrameIsFoundByItsTimeAboutRight(_ offset: Int64) {
        let decisions = [
            PictureDecision(at: 0, Self.direction(.pip)),
            PictureDecision(at: Self.time(7) + offset, Self.direction(.stacked)),
        ]
        #expect(Self.changes(decisions) == [0, 7])
    }

    /// A schedule that begins with any frame shows the same as one that began at the start: during motions, between
    /// them and after them.
    @Test(arguments: 0..<50) func itCanBeginWithAnyFrame(_ first: Int) throws {
        let motion = PictureChange.motion(.milliseconds(500), .linear)
        let decisions = [
            PictureDecision(at: 0, Self.direction(.pip)),
            PictureDecision(at: Self.time(10), Self.direction(.stacked, motion)),
            PictureDecision(at: Self.time(15), Self.direction(.grid, main: "front", motion)),
            PictureDecision(at: Self.time(35), Self.direction(.pip, main: "front", motion)),
            PictureDecision(at: Self.time(40), Self.direction(.pip, main: "front", background: .white)),
        ]
        let seen = { (first: Int) in
            var (schedule, last) = (PictureSchedule(Self.stage, decisions), PicturePlan?.none)
            return (first..<60).map { frame in
                last = schedule.frame(at: Self.time(frame)).picture ?? last
                return last
            }
        }
        #expect(seen(first) == Array(seen(0)[first...]))
        #expect(seen(first).first != nil)
    }

    @Test func aMotionLastsAsLongAsItIsAskedFor() throws {
        let motion = PictureChange.motion(.milliseconds(500), .linear)
        let decisions = [
            PictureDecision(at: 0, Self.direction(.pip)),
            PictureDecision(at: Self.time(10), Self.direction(.stacked, motion)),
        ]
        #expect(Self.changes(decisions) == [0] + Array(10..<25))
        var schedule = PictureSchedule(Self.stage, decisions)
        let last = (0..<60).compactMap { schedule.frame(at: Self.time($0)).picture }.last
        #expect(try last == Self.picture(Self.direction(.stacked)))
    }

    /// A second decision during a motion begins with the picture that is visible then.
    @Test func aMotionGivesWayToAnother() throws {
        let motion = PictureChange.motion(.milliseconds(500), .linear)
        let (first, second) = (Self.direction(.stacked, motion), Self.direction(.grid, main: "front", motion))
        let decisions = [
            PictureDecision(at: 0, Self.direction(.pip)), PictureDecision(at: Self.time(10), first),
            PictureDecision(at: Self.time(15), second),
        ]
        let before = PictureAnimation(
            motion, from: try Self.picture(Self.direction(.pip)), to: try Self.picture(first), canvas: Shot.size,
            sizes: Self.stage.sizes, rate: FrameRate(30))
        let after = PictureAnimation(
            motion, from: before.plan(ofFrame: 4), to: try Self.picture(second), canvas: Shot.size,
            sizes: Self.stage.sizes, rate: FrameRate(30))
        var schedule = PictureSchedule(Self.stage, decisions)
        let seen = (0..<30).map { schedule.frame(at: Self.time($0)).picture }
        #expect(seen[14] == before.plan(ofFrame: 4))
        #expect(seen[15] == after.plan(ofFrame: 0) && seen[20] == after.plan(ofFrame: 5))
    }

    /// If only the background changes, the motion continues.
    @Test func aMotionGoesOnInOtherColours() throws {
        let motion = PictureChange.motion(.milliseconds(500), .linear)
        let decisions = [
            PictureDecision(at: 0, Self.direction(.pip)),
            PictureDecision(at: Self.time(10), Self.direction(.stacked, motion)),
            PictureDecision(at: Self.time(15), Self.direction(.stacked, background: .white)),
        ]
        #expect(Self.changes(decisions) == [0] + Array(10..<25))
    }

    /// Frames of a pause are not requested; a motion has continued after it.
    @Test func aMotionGoesOnInAPause() throws {
        let decisions = [
            PictureDecision(at: 0, Self.direction(.pip)),
            PictureDecision(at: Self.time(10), Self.direction(.stacked, .motion(.milliseconds(500), .linear))),
        ]
        var schedule = PictureSchedule(Self.stage, decisions)
        let seen = [9, 10, 30].map { schedule.frame(at: Self.time($0)).picture }
        #expect(try seen[2] == Self.picture(Self.direction(.stacked)))
    }

    /// A time and that of the first frame from then on, in nanoseconds.
    @Test(arguments: [
        (FrameRate(30), 0, 0), (FrameRate(30), 1, 33_333_333), (FrameRate(30), 33_333_333, 33_333_333),
        (FrameRate(30), 33_333_334, 66_666_666), (FrameRate(25), 999_999_999, 1_000_000_000),
        (FrameRate(30000, 1001), 1_001_000_000_001, 1_001_033_366_666), (FrameRate(30), -5, 0),
    ]) func theNextFrameIsFound(_ rate: FrameRate, _ time: Int64, _ frame: Int64) {
        #expect(rate.frame(from: time) == frame)
    }
}

/// A camera's files and slates on the timeline.
@Suite struct RowPieceTests {
    private static func file(_ start: Int64, _ end: Int64) -> CompositionSources.File {
        .init(path: "\(start).mov", first: 0, start: start, end: end)
    }

    /// Frames last 10; the recording lasts from 0 to 100.
    @Test(arguments: [
        ([file(0, 100)], [RowPiece.files([file(0, 100)])]),
        ([file(5, 52), file(55, 100)], [.files([file(5, 52), file(55, 100)])]),
        ([file(0, 40), file(70, 100)], [.files([file(0, 40)]), .slate(from: 40, to: 70), .files([file(70, 100)])]),
        ([file(50, 100)], [.slate(from: 0, to: 50), .files([file(50, 100)])]),
        ([file(0, 30)], [.files([file(0, 30)]), .slate(from: 30, to: 100)]),
        ([], [.slate(from: 0, to: 100)]),
    ]) func gapsAreSlates(_ files: [CompositionSources.File], _ pieces: [RowPiece]) {
        #expect(RowPiece.row(files, from: 0, to: 100, frame: 10) == pieces)
    }
}

/// Main cameras that change by a rule.
@Suite struct MainRotationTests {
    private func pipeline(_ layout: LayoutName, _ names: [String], _ kind: Transition.Kind = .cut) -> Pipeline {
        var pipeline = Pipeline(cameras: names.map { Camera(name: $0) })
        pipeline.combined = Combined()
        pipeline.combined?.layout = layout
        pipeline.combined?.transition.kind = kind
        return pipeline
    }

    /// The inset keeps its camera, unless that becomes the main picture.
    @Test(arguments: [
        (["a", "b"], ["b a", "a b", "b a"]), (["a", "b", "c"], ["b a", "c a", "a c"]),
    ]) func camerasTakeTurns(_ names: [String], _ casts: [String]) throws {
        let edits = try #require(pipeline(.pip, names).edits(MainChange.every(.seconds(5), until: .seconds(18))))
        #expect(edits.map(\.at) == [.seconds(5), .seconds(10), .seconds(15)])
        let wanted = casts.map { cast in
            let words = cast.split(separator: " ")
            return ["combined.main=\(words[0])", "combined.inset.camera=\(words[1])"]
        }
        #expect(edits.map(\.settings) == wanted)
        #expect(edits.allSatisfy { $0.transition == nil })
    }

    /// The cameras that take turns are those named in the pipeline file, in its order. No change comes at the end.
    @Test func theCamerasThatTakeTurnsAreNamed() throws {
        var pipeline = pipeline(.pip, ["a", "b", "c"])
        pipeline.combined?.switching.cameras = ["a", "c"]
        let edits = try #require(pipeline.edits(MainChange.every(.seconds(5), until: .seconds(15))))
        #expect(edits.map(\.at) == [.seconds(5), .seconds(10)])
        #expect(edits.map { $0.settings[0] } == ["combined.main=c", "combined.main=a"])
    }

    @Test func theyComeAsTheFileSays() throws {
        let edits = try #require(
            pipeline(.pip, ["a", "b"], .dissolve).edits(MainChange.every(.seconds(5), until: .seconds(6))))
        #expect(edits.map(\.transition) == [.dissolve] && edits.map(\.over) == [.milliseconds(500)])
    }

    @Test(arguments: [(LayoutName.grid, ["a", "b"]), (.dominant, ["a"]), (.frontPrimary, ["back", "front"])])
    func whereThereIsNoMainCameraNothingChanges(_ layout: LayoutName, _ names: [String]) {
        #expect(pipeline(layout, names).edits(MainChange.every(.seconds(5), until: .seconds(18))) == nil)
    }
}

/// Pictures that the mixer drew late during the recording.
@Suite struct LatePicturesTests {
    private static let millisecond: Int64 = 1_000_000

    /// Returns where frames of a camera are drawn, in milliseconds; `nil` if not at all. There are ten frames per
    /// second, and those of the camera begin half way through the combined ones.
    private func drawn(_ changes: [LatePictures.Change], _ times: [Int64]) -> [Int64?] {
        let late = LatePictures(changes, FrameRate(10))
        return times.map { time in late.delay(of: time * Self.millisecond).map { time + $0 / Self.millisecond } }
    }

    private func change(_ kind: LatePictures.Change.Kind, at time: Int64, count: Int = 1) -> LatePictures.Change {
        .init(kind, at: time * Self.millisecond, count: count)
    }

    /// A ledger's counts may be larger than any time can hold.
    @Test(arguments: [LatePictures.Change.Kind.repeated, .lost]) func countsThatCannotBeEndNothing(
        _ kind: LatePictures.Change.Kind
    ) {
        for time in [Int64.min, 0, .max] {
            let late = LatePictures([.init(kind, at: time, count: 1 << 40)], FrameRate(1, 1000))
            for frame in [Int64.min, 0, .max] { _ = late.delay(of: frame) }
        }
    }

    @Test func nothingIsMovedWithoutAWord() { #expect(drawn([], [50, 150]) == [50, 150]) }

    @Test func whatIsRepeatedOnceIsLateFromThenOn() {
        #expect(drawn([change(.repeated, at: 1000)], [850, 950, 1050, 1150]) == [850, 950, 1150, 1250])
        #expect(drawn([change(.repeated, at: 1000, count: 2)], [850, 950, 1050]) == [850, 1050, 1150])
    }

    @Test func aLossMakesUpForIt() {
        let changes = [change(.repeated, at: 1000), change(.lost, at: 3050)]
        #expect(drawn(changes, [1050, 2950, 3050, 3150]) == [1150, 3050, nil, 3150])
    }

    private func jumped(_ jumps: [(at: Int64, last: Int64, next: Int64)], _ times: [Int64]) -> [Int64?] {
        let late = LatePictures(
            // The counts of a second add nothing to the jumps.
            [change(.repeated, at: 2000, count: 7), change(.lost, at: 2900, count: 3)],
            jumps: jumps.map {
                .init(at: $0.at * Self.millisecond, last: $0.last * Self.millisecond, next: $0.next * Self.millisecond)
            }, FrameRate(10))
        return times.map { time in late.delay(of: time * Self.millisecond).map { time + $0 / Self.millisecond } }
    }

    /// The mixer stood still for a moment: its queue lost three frames, and it continues in time with the next one. The
    /// queue reported the loss half a second later.
    @Test func picturesThatWereLostAreThoseOfTheJump() {
        let jumps: [(at: Int64, last: Int64, next: Int64)] = [(at: 2300, last: 1950, next: 2350)]
        #expect(
            jumped(jumps, [1850, 1950, 2050, 2250, 2350, 2450, 2850, 2950])
                == [1850, 1950, nil, nil, 2350, 2450, 2850, 2950])
    }

    @Test func picturesAreLateFromOneJumpToTheNext() {
        let jumps: [(at: Int64, last: Int64, next: Int64)] = [
            (at: 2100, last: 1950, next: 2050), (at: 2400, last: 2250, next: 2450),
        ]
        #expect(jumped(jumps, [1950, 2050, 2250, 2350, 2450]) == [1950, 2150, 2350, nil, 2450])
    }

    /// The camera's pictures begin together with the combined frames, so their times may be rounded in either
    /// direction.
    @Test func aPictureOnTheFramesIsLateByAWholeOne() {
        let jump = LatePictures.Jump(at: 2_100_000_000, last: 1_899_999_999, next: 1_999_999_999)
        let late = LatePictures([], jumps: [jump], FrameRate(10))
        #expect(late.delay(of: 1_999_999_999) == 150_000_001 && late.delay(of: 2_100_000_000) == 150_000_000)
    }

    @Test func aNewPartBeginsInTime() {
        let jump = LatePictures.Jump(at: 2_100_000_000, last: 1_950_000_000, next: 2_050_000_000)
        let late = LatePictures([], jumps: [jump, .inTime(from: 3_000_000_000)], FrameRate(10))
        #expect(late.delay(of: 2_950_000_000) == 100_000_000 && late.delay(of: 3_000_000_000) == 0)
    }

    @Test(arguments: [Int64.min, 0, .max]) func jumpsThatCannotBeEndNothing(time: Int64) {
        for next in [Int64.min, 0, .max] {
            let jumps = [LatePictures.Jump(at: time, last: next, next: time), .inTime(from: time)]
            let late = LatePictures([], jumps: jumps, FrameRate(1, 1000))
            for frame in [Int64.min, 0, .max] { _ = late.delay(of: frame) }
        }
    }

    /// A queue that overflows reports its newest frame when it loses its oldest.
    @Test func aQueueThatRunsOverLosesWhatWasDue() {
        let changes = [change(.repeated, at: 1000), change(.lost, at: 1450)]
        #expect(drawn(changes, [950, 1050, 1150, 1450]) == [950, nil, 1150, 1450])
    }
}
