@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamGraph

/// The combined picture of three cameras, each in one colour, changed during the recording.
@Suite(.serialized, .onceMore, .tags(.realTime)) struct DirectedPictureTests {
    typealias Step = @Sendable (inout PictureDirection) -> Void

    /// The changes of the picture, each applied to the result of the previous one.
    static let steps: [Step] = [
        { $0.combined.layout = .stacked },
        { $0.combined.layout = .sideBySide },
        { ($0.combined.main, $0.combined.inset.camera) = ("front", "back") },
        { $0.combined.layout = .dominant },
        { ($0.combined.main, $0.combined.inset.camera) = ("back", "front") },
        { $0.combined.layout = .grid },
        { $0.combined.layout = .frontPrimary },
        { $0.combined.layout = .backPrimary },
        { $0.combined.layout = .custom("desk") },
        { $0.combined.layout = .pip },
        { ($0.combined.main, $0.combined.inset.camera) = ("front", "back") },
        { $0.combined.inset.position = .corner(.topLeft) },
        { $0.combined.inset.size = .percent(50) },
        { $0.combined.inset.position = .free(Point(x: .percent(10), y: .percent(30))) },
        { $0.combined.main = "side" },
        { $0.combined.inset.camera = "front" },
        { $0.combined.main = "back" },
        { $0.cameras[0].zoom = 2 },
        { $0.cameras[0].zoomCentre = Point(x: .percent(0), y: .percent(100)) },
        { $0.cameras[0].zoom = 1 },
    ]

    /// Changes that only dualcam's own mixer supports.
    static let looks: [Step] = [
        { $0.combined.look = turned },
        { $0.cameras[1].look = turned },
        { $0.combined.look = Look() },
    ]

    /// A colour table that turns red into green, green into blue and blue into red.
    private static let turned: Look = {
        let values: [Float] = [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1]
        let table = ColourTable(.cube(2), domain: [0...1, 0...1, 0...1], values: values)
        return table.map { Look(.table($0)) } ?? Look()
    }()

    static func inputs(_ mixer: Mixer) throws -> PlannedInputs {
        try Rehearsal.inputs { pipeline in
            pipeline.cameras.append(Camera(name: "side"))
            for (index, pattern) in [TestPattern.red, .green, .blue].enumerated() {
                pipeline.cameras[index].size = Rehearsal.size
                pipeline.cameras[index].device = .test(pattern: pattern)
            }
            pipeline.combined?.layout = .pip
            pipeline.combined?.size = Rehearsal.size
            pipeline.combined?.mixer = mixer
            let (left, right) = (
                LayoutRectangle(
                    camera: "side", x: .percent(0), y: .percent(0), width: .percent(60), height: .percent(100)),
                LayoutRectangle(
                    camera: "front", x: .percent(70), y: .percent(0), width: .percent(30), height: .percent(50))
            )
            pipeline.layouts = [CustomLayout(name: "desk", rectangles: [left, right])]
        }
    }

    /// Every frame of the combined file shows the requested picture from exactly the acknowledged frame on. No frame is
    /// missing unless reported. This still holds after a rest of the picture and after the loss and return of a camera.
    @Test(.timeLimit(.minutes(1)), arguments: [Mixer.compositor, .dualcam])
    func everySwitchIsSeenFromItsFrameOn(_ mixer: Mixer) async throws {
        let inputs = try Self.inputs(mixer)
        let show = try Rehearsal(try Planner.plan(inputs))
        let stage = DirectedShow(try #require(PictureDirection(inputs.pipeline)))
        try await show.start(["back", "front", "side", "combined"])
        try await show.pass(.milliseconds(400))
        let steps = Self.steps + (mixer == .dualcam ? Self.looks : [])
        for (index, step) in steps.enumerated() {
            try await stage.direct(step, show.graph)
            if index == Self.steps.count / 2 { try await show.pass(.milliseconds(200)) }
        }
        try await show.graph.apply(Self.resting)
        try await stage.direct({ ($0.combined.layout, $0.combined.main) = (.dominant, "side") }, show.graph)
        #expect(stage.scenes.last?.from == nil)
        try await show.graph.apply(.throttle(.none))
        try await show.open("combined")
        try await show.pass(.milliseconds(600))
        try await show.graph.apply(.loseInput(Rehearsal.back))
        try await stage.direct({ ($0.combined.layout, $0.combined.main) = (.pip, "back") }, show.graph)
        try await show.pass(.milliseconds(300))
        try await show.graph.apply(.reopenInput(Rehearsal.back))
        let returned = try #require(await show.event(\.returned))
        try await show.pass(.milliseconds(500))
        let files = try await show.stop()

        let combined = files.filter { $0.output == .combined }
        #expect(combined.count == 2)
        let dropped = show.seen.dropped(by: .combined)
        stage.expectShown(in: try #require(combined.first), lost: nil, dropped: dropped)
        // The slate is shown first; frames that the camera still delivers go into its own file until that ends.
        let lost = try #require(show.seen.compactMap(\.lost).first) + .milliseconds(-200)
        stage.expectShown(
            in: try #require(combined.last), lost: lost...returned + .milliseconds(150), dropped: dropped)
        for name in ["front", "side"] { try Thinned(name, files, show.seen).expectExact() }
        let back = files.filter { $0.output == Rehearsal.output }
        expectConsecutive(Frames(of: back[0]).numbers(), "back", lost: show.seen.dropped(by: Rehearsal.output))
        #expect(!show.seen.contains { $0.failure != nil })
    }

    private static var resting: GraphChange {
        var throttle = Throttle()
        throttle.combinedRests = true
        return .throttle(throttle)
    }

    /// While no frame is drawn, a change fails and is not applied later.
    @Test(.timeLimit(.minutes(1))) func withoutAFrameNothingChanges() async throws {
        let inputs = try Self.inputs(.compositor)
        let show = try Rehearsal(try Planner.plan(inputs))
        let stage = DirectedShow(try #require(PictureDirection(inputs.pipeline)))
        let early = await #expect(throws: GraphFailure.self) {
            try await stage.direct({ $0.combined.layout = .grid }, show.graph)
        }
        #expect(early?.code == .notNow)
        try await show.start(["front", "combined"])
        let held = try await show.graph.hold("combined.mixer")
        // One more frame may be drawn before the element is blocked.
        do { try await stage.direct({ $0.combined.layout = .sideBySide }, show.graph) } catch {
            #expect((error as? GraphFailure)?.code == .timeout)
        }
        let late = await #expect(throws: GraphFailure.self) {
            try await stage.direct({ $0.combined.layout = .grid }, show.graph)
        }
        #expect(late?.code == .timeout)
        try await show.graph.release("combined.mixer", held)
        try await show.pass(.milliseconds(600))
        let files = try await show.stop()
        // The blocked frames arrive all at once.
        let combined = try #require(files.first { $0.output == .combined })
        stage.expectShown(in: combined, lost: nil, dropped: show.seen.dropped(by: .combined))
    }
}

/// The changes of a test, which are compared with its files.
final class DirectedShow {
    private(set) var picture: PictureDirection
    /// The pictures with the running time from which each is shown; `nil`: from the next file on.
    private(set) var scenes: [(from: RunningTime?, picture: PictureDirection)]

    init(_ picture: PictureDirection) {
        self.picture = picture
        scenes = [(RunningTime(nanoseconds: 0), picture)]
    }

    func direct(_ step: DirectedPictureTests.Step, _ graph: RecordingPipeline) async throws {
        var next = picture
        step(&next)
        let time = try await graph.direct(.picture(next))
        picture = next
        scenes.append((time, next))
    }

    /// Compares each frame with the picture of its time.
    ///
    /// - Parameters:
    ///   - lost: When the first camera is black or returning.
    ///   - dropped: The number of frames that may be missing because their loss was reported.
    func expectShown(in file: FileSummary, lost: ClosedRange<RunningTime>?, dropped: Int = 0) {
        let frames = ColourFrames(of: file.path, Rehearsal.size)
        let times = frameTimes(of: file.path).map { $0 * 1e9 }
        #expect(frames.count == file.frames && times.count == file.frames)
        #expect(frames.count >= 15 - dropped)
        let length = ((times.last ?? 0) - (times.first ?? 0)) * 30 / 1e9
        #expect(Int(length.rounded()) + 1 - frames.count <= dropped)
        let known = scenes.filter { file.segment > 0 || $0.from != nil }
        for frame in 0..<frames.count {
            let time = file.start + .nanoseconds(Int64(times[frame] - times[0]) + 5_000_000)
            let scene = known.last { ($0.from ?? RunningTime(nanoseconds: 0)) <= time }
            guard let shown = scene?.picture else { continue }
            let wrong = Expected(shown).differences(frames, frame, ignoringBack: lost?.contains(time) ?? false)
            #expect(wrong.isEmpty, "frame \(frame) of \(frames.count), \(shown.combined.layout): \(wrong)")
            if !wrong.isEmpty { return }
        }
    }
}

/// The expected colours of a picture's points.
private struct Expected {
    private static let paints = ["back": [1.0, 0, 0], "front": [0, 1, 0], "side": [0, 0, 1]]
    private let placements: [Placement]
    /// The cameras' colours after their looks.
    private let paints: [String: Paint]

    init(_ picture: PictureDirection) {
        let looks = Dictionary(uniqueKeysWithValues: picture.cameras.map { ($0.name, $0.look) })
        paints = Dictionary(
            uniqueKeysWithValues: Self.paints.map { name, paint in
                let steps = [looks[name] ?? Look(), picture.combined.look].map {
                    LookPlan.Step(adjust: Adjustment(), look: $0)
                }
                let space = PictureSpace(red: 0.2126, blue: 0.0722, isFullRange: false)
                let look = LookPlan(steps, in: space)
                let colour = look?.colour(red: paint[0], green: paint[1], blue: paint[2])
                let seen = colour.map { [$0.red, $0.green, $0.blue] } ?? paint
                return (name, Paint(seen.map { Int($0 * 255) }))
            })
        let cameras = picture.cameras.map {
            LayoutCamera(name: $0.name, size: $0.size, zoom: $0.zoom, zoomCentre: $0.zoomCentre)
        }
        placements = LayoutGeometry(combined: picture.combined, layouts: picture.layouts, cameras: cameras).placements
    }

    func differences(_ frames: ColourFrames, _ frame: Int, ignoringBack: Bool) -> [String] {
        stride(from: 12, to: frames.width, by: 37).flatMap { x in
            stride(from: 8, to: frames.height, by: 21).compactMap { y in
                let (paint, camera) = paint(x, y)
                guard let paint, !(ignoringBack && camera == "back") else { return nil }
                let seen = frames.paint(frame, x, y)
                return seen == paint ? nil : "\(seen) at \(x),\(y) for \(paint)"
            }
        } + counter(frames, frame, ignoringBack)
    }

    /// Returns the expected colour at a point; `nil` near an edge and where a frame counter may be.
    private func paint(_ x: Int, _ y: Int) -> (Paint?, String?) {
        let near = placements.contains { placement in
            let box = placement.target
            let isBeside = [box.x, box.x + box.width].contains { abs($0 - x) < 5 }
            return isBeside || [box.y, box.y + box.height].contains { abs($0 - y) < 5 }
        }
        guard !near else { return (nil, nil) }
        let top = placements.last { placement in
            let box = placement.target
            return (box.x..<box.x + box.width).contains(x) && (box.y..<box.y + box.height).contains(y)
        }
        guard let top else { return (.black, nil) }
        let line = Double(y - top.target.y) / Double(top.target.height)
        let source = top.source ?? PixelRectangle(Rehearsal.size)
        let origin = Double(source.y) + line * Double(source.height)
        return (origin > 150 ? nil : paints[top.camera], top.camera)
    }

    /// Checks that the second of the marks before the counter is bright. Only applies if the whole red picture fills
    /// the canvas.
    private func counter(_ frames: ColourFrames, _ frame: Int, _ ignoringBack: Bool) -> [String] {
        guard let main = placements.first, main.camera == "back", main.target == PixelRectangle(Rehearsal.size),
            !ignoringBack,
            placements.dropFirst().allSatisfy({ $0.target.x > 40 || $0.target.y + $0.target.height < 160 })
        else { return [] }
        let isWhole = main.source == nil
        let isWhite = frames.paint(frame, 24, 172) == .white
        return isWhole == isWhite || main.source?.y == 90 ? [] : ["the counter is \(isWhite ? "there" : "not there")"]
    }
}

extension RecordingPipeline {
    /// Blocks everything that leaves an element.
    func hold(_ element: String) throws -> Probe {
        try live.pad(element, "src").addProbe([.block, .buffers]) { _ in .pass }
    }

    func release(_ element: String, _ probe: Probe) throws { try live.pad(element, "src").remove(probe) }
}
