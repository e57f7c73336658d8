import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// The positions of overlays, the text of timecodes, the lines between cameras, and colours in stored values.
@Suite struct OverlayPlanTests {
    private static let canvas = FrameSize(width: 1920, height: 1080)
    private static let space = PictureSpace(red: 0.2126, blue: 0.0722, isFullRange: false)

    private func plan(_ change: (inout Overlay) -> Void) -> OverlayPlan {
        var overlay = Overlay(name: "a")
        change(&overlay)
        return OverlayPlan(overlay, canvas: Self.canvas, rate: FrameRate(30), space: Self.space)
    }

    @Test(arguments: [
        (InsetPosition.corner(.topLeft), 20, 200, 100, [20, 20]), (.corner(.topRight), 20, 200, 100, [1700, 20]),
        (.corner(.bottomLeft), 21, 200, 100, [22, 958]), (.corner(.bottomRight), 0, 201, 101, [1718, 978]),
        (.corner(.center), 20, 200, 100, [860, 490]),
        (.free(Point(x: .percent(50), y: .percent(10))), 20, 200, 100, [960, 108]),
        // An overlay that would leave the canvas is moved back; a larger one begins at the canvas's corner.
        (.free(Point(x: .percent(100), y: .percent(100))), 20, 200, 100, [1720, 980]),
        (.corner(.bottomRight), 16000, 200, 100, [0, 0]), (.corner(.center), 0, 4000, 3000, [0, 0]),
    ])
    func liesAt(_ position: InsetPosition, _ margin: Int, _ width: Int, _ height: Int, _ expected: [Int]) {
        let corner = plan { ($0.position, $0.margin) = (position, margin) }.corner(
            of: FrameSize(width: width, height: height))
        #expect([corner.x, corner.y] == expected)
    }

    @Test(arguments: [(nil, 400, 200, "192x96"), (50.0, 200, 100, "960x480"), (100.0, 100, 400, "270x1080")])
    func imagesKeepTheirShape(_ percent: Double?, _ width: Int, _ height: Int, _ expected: String) {
        let size = plan { $0.size = percent.map(Share.percent) }.imageSize(FrameSize(width: width, height: height))
        #expect(size.notation == expected)
    }

    @Test func onlyWhatIsSeenIsDrawn() throws {
        var pipeline = Fixture.pip()
        let contents: [(Overlay.Content, Bool, Double)] = [
            (.text("a"), true, 100), (.text(""), true, 100), (.timecode, false, 100), (.clock("%H"), true, 0),
            (.timecode, true, 50),
        ]
        pipeline.combined?.overlays = contents.enumerated().map { index, entry in
            var overlay = Overlay(name: "o\(index)")
            (overlay.content, overlay.isShown, overlay.opacity) = (entry.0, entry.1, .percent(entry.2))
            return overlay
        }
        for mixer in [Mixer.dualcam, .compositor, .gl, .va] {
            pipeline.combined?.mixer = mixer
            let plan = try Planner.plan(Fixture.simulated(pipeline))
            #expect(plan.scene?.overlays.map(\.overlay.name) == ["o0", "o4"])
            #expect(plan.scene?.overlays.first?.space == Self.space)
        }
    }

    @Test(arguments: [
        (Int64(0), FrameRate(30), "00:00:00:00"), (-5_000_000, FrameRate(30), "00:00:00:00"),
        (33_333_333, FrameRate(30), "00:00:00:01"), (33_332_000, FrameRate(30), "00:00:00:00"),
        (999_999_999, FrameRate(30), "00:00:01:00"), (966_666_666, FrameRate(30), "00:00:00:29"),
        (3_723_500_000_000, FrameRate(30), "01:02:03:15"), (40_000_000, FrameRate(25), "00:00:00:01"),
        (360_000_000_000_000, FrameRate(25), "100:00:00:00"),
        // At 30000/1001 frames per second, the second second begins 1 ms after its first frame is due.
        (1_000_999_999, FrameRate(30_000, 1001), "00:00:01:00"), (967_633_333, FrameRate(30_000, 1001), "00:00:00:29"),
        (3_600_000_000_000, FrameRate(30_000, 1001), "00:59:59:29"),
        (3_600_030_000_000, FrameRate(30_000, 1001), "01:00:00:00"), (500_000_000, FrameRate(1, 2), "00:00:00:00"),
        (2_000_000_000, FrameRate(1, 2), "00:00:02:00"),
    ])
    func timecodes(_ recorded: Int64, _ rate: FrameRate, _ expected: String) {
        #expect(Timecode(recorded: recorded, rate: rate).description == expected)
    }

    /// No two frames have the same number, and no number is skipped within a second.
    @Test(arguments: [FrameRate(25), FrameRate(30), FrameRate(60_000, 1001)])
    func everyFrameHasItsTimecode(_ rate: FrameRate) {
        let codes = (0..<2000).map { frame in
            let nanoseconds = Double(frame) * 1e9 / rate.framesPerSecond
            return Timecode(recorded: Int64(nanoseconds), rate: rate)
        }
        for (code, next) in zip(codes, codes.dropFirst()) {
            let goesOn = next.seconds == code.seconds && next.frame == code.frame + 1
            #expect(goesOn || (next.seconds == code.seconds + 1 && next.frame == 0), "\(code) \(next)")
        }
    }

    private static func combined(_ layout: LayoutName, _ width: Int) -> Combined {
        var combined = Combined()
        (combined.layout, combined.divider.width) = (layout, width)
        return combined
    }

    static let lines: [(LayoutName, Int, Int, [String])] = [
        (.sideBySide, 2, 6, ["957,0 6x1080"]), (.sideBySide, 2, 5, ["958,0 5x1080"]), (.sideBySide, 2, 0, []),
        (.stacked, 3, 4, ["0,358 1920x4", "0,718 1920x4"]), (.grid, 4, 8, ["956,0 8x1080", "0,536 1920x8"]),
        (.grid, 3, 8, ["956,0 8x540", "0,536 1920x8"]), (.dominant, 3, 2, ["1343,0 2x1080", "1344,539 576x2"]),
        // An incomplete row has a line as wide as the grid.
        (.grid, 5, 4, ["638,0 4x540", "958,540 4x540", "1278,0 4x540", "0,538 1920x4"]),
        (.pip, 2, 9, []), (.backPrimary, 3, 9, []), (.custom("desk"), 2, 4, ["1342,0 4x324"]),
    ]

    @Test(arguments: lines)
    func linesLieBetweenCells(_ layout: LayoutName, _ count: Int, _ width: Int, _ expected: [String]) {
        let cameras = ["front", "back", "c", "d", "e"].prefix(count).map {
            LayoutCamera(name: $0, size: FrameSize(width: 1920, height: 1080))
        }
        let geometry = LayoutGeometry(combined: Self.combined(layout, width), layouts: [.desk], cameras: cameras)
        let drawn = geometry.dividers.map { "\(Int($0.x)),\(Int($0.y)) \(Int($0.width))x\(Int($0.height))" }
        #expect(drawn == expected)
    }

    @Test(arguments: [
        (PlainColour.white, false, [235, 128, 128]), (.black, false, [16, 128, 128]), (.white, true, [255, 128, 128]),
        (.black, true, [0, 128, 128]), (PlainColour(red: 255, green: 0, blue: 0), false, [63, 102, 240]),
        (PlainColour(red: 255, green: 0, blue: 0), true, [54, 99, 255]),
        (PlainColour(red: 0, green: 0, blue: 255), false, [32, 240, 118]),
    ])
    func coloursAreStoredByTheRange(_ colour: PlainColour, _ isFullRange: Bool, _ expected: [UInt8]) {
        let space = PictureSpace(red: 0.2126, blue: 0.0722, isFullRange: isFullRange)
        let paint = PaintPlan(colour, in: space)
        #expect([paint.y, paint.u, paint.v] == expected)
    }

    @Test func ownLayoutsHaveFramesAndBars() throws {
        var pipeline = Fixture.pip()
        var (left, right) = (
            LayoutRectangle(
                camera: "back", x: .percent(0), y: .percent(0), width: .percent(50), height: .percent(100)),
            LayoutRectangle(
                camera: "front", x: .percent(50), y: .percent(0), width: .percent(50), height: .percent(100))
        )
        (right.radius, right.border, right.shadow, right.opacity) = (10, 3, 7, .percent(40))
        right.borderColour = .black
        (left.fit, right.fit) = (.contain, .cover)
        pipeline.layouts = [CustomLayout(name: "desk", rectangles: [left, right])]
        pipeline.combined?.layout = .custom("desk")
        pipeline.combined?.divider.width = 2
        let picture = try #require(try Planner.plan(Fixture.simulated(pipeline)).picture)
        #expect(picture.layers.map(\.opacity) == [1, 0.4])
        var frame = PictureFramePlan(radius: 10, border: 3, shadow: 7, isFullRange: false)
        frame.borderPaint = PaintPlan(y: 16, u: 128, v: 128)
        #expect(picture.layers.map(\.frame) == [nil, frame])
        #expect(
            picture.layers.map(\.target) == [
                RealRectangle(x: 0, y: 270, width: 960, height: 540),
                RealRectangle(x: 960, y: 0, width: 960, height: 1080),
            ])
        let line = PictureBarPlan(
            RealRectangle(x: 959, y: 0, width: 2, height: 1080), PaintPlan(y: 235, u: 128, v: 128))
        #expect(picture.bars == [line])
    }

    /// A camera's own fit takes precedence over that of the picture.
    @Test func camerasMayFitOtherwise() throws {
        var pipeline = Fixture.pip()
        pipeline.combined?.layout = .sideBySide
        pipeline.cameras[1].fit = .contain
        let picture = try #require(try Planner.plan(Fixture.simulated(pipeline)).picture)
        #expect(picture.layers.map(\.target.height) == [1080, 540])
    }
}
