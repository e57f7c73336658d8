import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamGraph

/// An inset with a white camera that moves over a black one, and a dissolve between both. The recorded frames must
/// follow the formula to half a pixel.
@Suite(.serialized, .onceMore, .tags(.realTime)) struct MotionTests {
    private static let pixels = 0.5

    private static func inputs() throws -> PlannedInputs {
        try Rehearsal.inputs { pipeline in
            for (index, pattern) in [TestPattern.black, .white].enumerated() {
                pipeline.cameras[index].device = .test(pattern: pattern)
            }
            pipeline.combined?.layout = .pip
            pipeline.combined?.size = Rehearsal.size
            pipeline.combined?.inset.position = .free(Point(x: .percent(5), y: .percent(5)))
        }
    }

    /// The first motion is interrupted by a second one; a dissolve follows.
    @Test(.timeLimit(.minutes(1))) func positionsFollowTheEasing() async throws {
        let inputs = try Self.inputs()
        let show = try Rehearsal(try Planner.plan(inputs))
        let stage = try #require(show.plan.stage)
        var picture = try #require(PictureDirection(inputs.pipeline))
        var steps: [(at: RunningTime, change: PictureChange, end: PicturePlan)] = []
        func direct(_ change: PictureChange, _ step: (inout PictureDirection) -> Void) async throws {
            step(&picture)
            picture.change = change
            let time = try await show.graph.direct(.picture(picture))
            steps.append((try #require(time), change, try #require(stage.scene(picture).picture)))
        }
        let start = try #require(show.plan.picture)
        try await show.start(["front", "combined"])
        try await show.pass(.milliseconds(200))
        try await direct(.motion(.seconds(1), .linear)) {
            $0.combined.inset.position = .free(Point(x: .percent(55), y: .percent(40)))
        }
        try await show.pass(.milliseconds(100))
        try await direct(.motion(.milliseconds(400), .easeOut)) {
            $0.combined.inset.position = .free(Point(x: .percent(5), y: .percent(40)))
        }
        try await show.pass(.milliseconds(700))
        try await direct(.transition(Transition(.dissolve, duration: .milliseconds(400), easing: .linear))) {
            ($0.combined.main, $0.combined.inset.camera) = ("front", "back")
        }
        try await show.pass(.milliseconds(600))
        let files = try await show.stop()

        let combined = try #require(files.first { $0.output == .combined })
        let frames = Frames(of: combined)
        let numbers = numbers(of: combined)
        let begins = steps.map { number(of: $0.at, in: combined) }
        let animation = { (change: PictureChange, from: PicturePlan, to: PicturePlan) in
            PictureAnimation(
                change, from: from, to: to, canvas: Rehearsal.size, sizes: stage.sizes, rate: FrameRate(30))
        }
        let first = animation(steps[0].change, start, steps[0].end)
        try #require(begins[1] > begins[0] + 4 && begins[1] < begins[0] + 29, "\(begins)")
        // While the next motion is prepared the inset stands still, however long a busy machine takes for that.
        let followed = numbers.enumerated().last { frame, number in
            number >= begins[0] && number < begins[1]
                && isSeen(first.plan(ofFrame: number - begins[0]), frames, frame)
        }
        let held = try #require(followed).element - begins[0]
        #expect(held >= 4)
        for (frame, number) in numbers.enumerated() where number < begins[1] {
            let plan = number < begins[0] ? start : first.plan(ofFrame: min(number - begins[0], held))
            expect(plan, frames, frame)
        }
        let second = animation(steps[1].change, first.plan(ofFrame: held), steps[1].end)
        for (frame, number) in numbers.enumerated() where number >= begins[1] && number < begins[2] {
            expect(second.plan(ofFrame: number - begins[1]), frames, frame)
        }
        for (frame, number) in numbers.enumerated() where number >= begins[2] {
            let share = min(1, Double(number - begins[2] + 1) / 12)
            let points = (0..<400).map { frames.level(frame, x: 280 + $0 % 20, y: 50 + $0 / 20) }
            let level = Double(points.reduce(0, +)) / 400
            #expect(abs(level - 255 * share) < 3, "frame \(number - begins[2]) of the dissolve: \(level)")
        }
        // Each frame has the counter of its own time, even after a frame that a busy machine has skipped.
        let black = zip(numbers, frames.numbers()).filter { $0.0 < begins[2] }
        #expect(Set(black.map { number, counter in counter.map { $0 - number } }).count == 1, "\(black)")
        let places = (first: try #require(numbers.first), last: try #require(numbers.last))
        #expect(places.last - places.first + 1 - numbers.count <= show.seen.dropped(by: .combined))
        let wrong = show.seen.filter { event in
            if case .warning(.mixer?, _) = event { return true }
            return event.failure != nil
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    private func expect(_ plan: PicturePlan, _ frames: Frames, _ frame: Int) {
        let (inset, corner) = (plan.layers[1].target, frames.corner(frame))
        #expect(isSeen(plan, frames, frame), "frame \(frame): \(corner), not \(inset)")
    }

    private func isSeen(_ plan: PicturePlan, _ frames: Frames, _ frame: Int) -> Bool {
        let (inset, (x, y)) = (plan.layers[1].target, frames.corner(frame))
        return abs(x - inset.x) < Self.pixels && abs(y - inset.y) < Self.pixels
    }

    private func number(of time: RunningTime, in file: FileSummary) -> Int {
        Int((Double(time.nanoseconds - file.start.nanoseconds) * 30 / 1e9).rounded())
    }

    /// Returns the times of a file's frames, in thirtieths of a second.
    private func numbers(of file: FileSummary) -> [Int] {
        let stamps = frameTimes(of: file.path)
        return stamps.map { Int((($0 - stamps[0]) * 30).rounded()) }
    }
}

extension Frames {
    /// Returns where a white rectangle on black begins, to fractions of a pixel, by the brightness of its edges.
    fileprivate func corner(_ frame: Int) -> (x: Double, y: Double) {
        let share = { (level: Int) in Double(level) / 255 }
        let size = Rehearsal.size
        // The lines below have the cameras' counters.
        let rows = (0..<150).map { y in (0..<size.width).map { share(level(frame, x: $0, y: y)) }.reduce(0, +) }
        guard let most = rows.max(), let top = rows.firstIndex(where: { $0 > 0.9 * most }) else { return (-1, -1) }
        let line = (0..<size.width).map { share(level(frame, x: $0, y: top + 8)) }
        let middle = line.enumerated().map { (Double($0) + 0.5) * $1 }.reduce(0, +) / line.reduce(0, +)
        let above = top > 0 ? rows[top - 1] / most : 0
        return (middle - line.reduce(0, +) / 2, Double(top) + (1 - rows[top] / most) - above)
    }
}
