import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

private func camera(_ name: String, _ width: Int = 1920, _ height: Int = 1080, zoom: Double = 1) -> LayoutCamera {
    LayoutCamera(name: name, size: FrameSize(width: width, height: height), zoom: zoom)
}

private func combined(_ layout: LayoutName, _ change: (inout Combined) -> Void = { _ in }) -> Combined {
    var combined = Combined()
    combined.layout = layout
    change(&combined)
    return combined
}

/// Returns the placements as text, such as `back 0,0 1920x1080 of 0,0 1440x1080`.
private func text(_ placements: [Placement]) -> [String] {
    placements.map { placement in
        let shape = { (box: PixelRectangle) in "\(box.x),\(box.y) \(box.width)x\(box.height)" }
        return "\(placement.camera) \(shape(placement.target))" + (placement.source.map { " of \(shape($0))" } ?? "")
    }
}

struct LayoutCase: Sendable, CustomTestStringConvertible {
    var combined: Combined
    var cameras: [LayoutCamera]
    var expected: [String]

    var testDescription: String { "\(combined.layout), \(cameras.count) cameras" }
}

private let twoCameras = [camera("back"), camera("front", 1280, 720)]
private let fourCameras = [camera("a"), camera("b"), camera("c"), camera("d")]

private let layoutCases: [LayoutCase] = [
    LayoutCase(
        combined: combined(.pip), cameras: twoCameras,
        expected: ["back 0,0 1920x1080", "front 1420,790 480x270"]),
    LayoutCase(
        combined: combined(.pip) { $0.inset.position = .corner(.topLeft) }, cameras: twoCameras,
        expected: ["back 0,0 1920x1080", "front 20,20 480x270"]),
    LayoutCase(
        combined: combined(.pip) { $0.inset.position = .corner(.topRight) }, cameras: twoCameras,
        expected: ["back 0,0 1920x1080", "front 1420,20 480x270"]),
    LayoutCase(
        combined: combined(.pip) { $0.inset.position = .corner(.bottomLeft) }, cameras: twoCameras,
        expected: ["back 0,0 1920x1080", "front 20,790 480x270"]),
    LayoutCase(
        combined: combined(.pip) { ($0.inset.position, $0.inset.size) = (.corner(.center), .percent(50)) },
        cameras: twoCameras, expected: ["back 0,0 1920x1080", "front 480,270 960x540"]),
    LayoutCase(
        combined: combined(.pip) { $0.inset.position = .free(Point(x: .percent(90), y: .percent(10))) },
        cameras: twoCameras, expected: ["back 0,0 1920x1080", "front 1440,108 480x270"]),
    LayoutCase(
        combined: combined(.pip) { ($0.main, $0.inset.size) = ("front", .percent(100)) }, cameras: twoCameras,
        expected: ["front 0,0 1920x1080", "back 0,0 1920x1080"]),
    LayoutCase(
        combined: combined(.pip), cameras: [camera("back"), camera("front", 640, 480)],
        expected: ["back 0,0 1920x1080", "front 1420,700 480x360"]),
    LayoutCase(combined: combined(.pip), cameras: [camera("only")], expected: ["only 0,0 1920x1080"]),
    LayoutCase(
        combined: combined(.pip), cameras: [camera("a", 640, 480, zoom: 2), camera("b")],
        expected: ["a 0,0 1920x1080 of 160,150 320x180", "b 1420,790 480x270"]),
    LayoutCase(
        combined: combined(.stacked), cameras: twoCameras,
        expected: ["back 0,0 1920x540 of 0,270 1920x540", "front 0,540 1920x540 of 0,180 1280x360"]),
    LayoutCase(
        combined: combined(.sideBySide), cameras: twoCameras,
        expected: ["back 0,0 960x1080 of 480,0 960x1080", "front 960,0 960x1080 of 320,0 640x720"]),
    LayoutCase(
        combined: combined(.sideBySide) { $0.fit = .contain }, cameras: twoCameras,
        expected: ["back 0,270 960x540", "front 960,270 960x540"]),
    LayoutCase(
        combined: combined(.dominant), cameras: [camera("a"), camera("b"), camera("c")],
        expected: [
            "a 0,0 1344x1080 of 288,0 1344x1080", "b 1344,0 576x540 of 384,0 1152x1080",
            "c 1344,540 576x540 of 384,0 1152x1080",
        ]),
    LayoutCase(
        combined: combined(.frontPrimary), cameras: twoCameras,
        expected: ["front 0,0 1920x1080", "back 1420,790 480x270"]),
    LayoutCase(
        combined: combined(.backPrimary), cameras: [camera("x"), camera("y")],
        expected: ["x 0,0 1920x1080", "y 1420,790 480x270"]),
    LayoutCase(
        combined: combined(.frontPrimary), cameras: [camera("x"), camera("y"), camera("z")],
        expected: ["y 0,0 1920x1080", "x 1420,790 480x270", "z 1420,500 480x270"]),
    LayoutCase(
        combined: combined(.grid), cameras: fourCameras,
        expected: ["a 0,0 960x540", "b 960,0 960x540", "c 0,540 960x540", "d 960,540 960x540"]),
    LayoutCase(
        combined: combined(.grid), cameras: Array(fourCameras.prefix(3)),
        expected: ["a 0,0 960x540", "b 960,0 960x540", "c 480,540 960x540"]),
]

@Suite struct LayoutTests {
    @Test(arguments: layoutCases)
    func placesCameras(_ row: LayoutCase) {
        #expect(text(LayoutGeometry(combined: row.combined, cameras: row.cameras).placements) == row.expected)
    }

    @Test func drawsOwnRectanglesInTheirOrder() {
        let placements = LayoutGeometry(combined: combined(.custom("desk")), layouts: [.desk], cameras: twoCameras)
            .placements
        #expect(text(placements) == ["front 0,0 1344x756", "back 1344,0 576x324"])
    }

    /// Lengths are for 1080 lines and scale with the canvas, so that small and large canvases look alike.
    @Test(arguments: [
        (640, 360, "front 474,264 160x90", 1.0, [8, 1.3333, 5.3333]),
        (1280, 720, "front 946,526 320x180", 3, [16, 2.6667, 10.6667]),
        (1080, 1920, "front 790,1748 270x152", 4, [24, 4, 16]),
        (3840, 2160, "front 2840,1580 960x540", 8, [48, 8, 32]),
    ])
    func lengthsAreInProportion(_ width: Int, _ height: Int, _ inset: String, _ line: Double, _ frame: [Double]) throws
    {
        var pip = combined(.pip) {
            $0.size = FrameSize(width: width, height: height)
            $0.divider.width = 4
            ($0.inset.radius, $0.inset.border, $0.inset.shadow) = (24, 4, 16)
        }
        #expect(text(LayoutGeometry(combined: pip, cameras: twoCameras).placements).last == inset)
        let players = twoCameras.map { MixerInputs.Player(name: $0.name, size: $0.size, isFed: true) }
        let inputs = MixerInputs(mixer: .dualcam, players: players, space: Colour.bt709.space)
        let drawn = try #require(
            inputs.scene(PictureDirection(combined: pip, layouts: [], cameras: [])).picture?.layers.last?.frame)
        for (value, expected) in zip([drawn.radius, drawn.border, drawn.shadow], frame) {
            #expect(abs(value - expected) < 1e-3)
        }
        pip.layout = .sideBySide
        #expect(LayoutGeometry(combined: pip, cameras: twoCameras).dividers.map(\.width) == [line])
    }

    @Test func zoomStaysInsideAtTheEdge() {
        var corner = camera("a", zoom: 4)
        corner.zoomCentre = Point(x: .percent(100), y: .percent(0))
        let placements = LayoutGeometry(combined: combined(.pip), cameras: [corner]).placements
        #expect(text(placements) == ["a 0,0 1920x1080 of 1440,0 480x270"])
    }

    /// dualcam's mixer crops to fractions of pixels; GStreamer's compositor gets the nearest even numbers.
    @Test(arguments: [1.0, 1.0001, 1.7, 2, 3.3, 9.99])
    func whatIsCutOutIsExact(_ zoom: Double) throws {
        var back = camera("back", zoom: zoom)
        back.zoomCentre = Point(x: .percent(50), y: .percent(40))
        let placement = try #require(LayoutGeometry(combined: combined(.pip), cameras: [back]).placements.first)
        let (width, height) = (1920 / zoom, 1080 / zoom)
        let top = max(0, 432 - height / 2)
        #expect(placement.exactSource == RealRectangle(x: 960 - width / 2, y: top, width: width, height: height))
        let even = placement.source ?? PixelRectangle(back.size)
        #expect(abs(Double(even.width) - width) <= 1 && abs(Double(even.height) - height) <= 1)
        #expect(abs(Double(even.x) - placement.exactSource.x) <= 2 && abs(Double(even.y) - top) <= 2)
    }

    private func widened(_ zoom: Double, ultra: FrameSize = FrameSize(width: 1280, height: 720)) -> [LayoutCamera] {
        var back = camera("back", zoom: zoom)
        back.wide = LayoutCamera.Wide(name: "ultra", size: ultra, zoom: 0.5)
        return [back, LayoutCamera(name: "ultra", size: ultra)]
    }

    /// An object in the middle has the size that the zoom says with either camera, so there is no jump when they
    /// change.
    @Test(arguments: [Fit.cover, .contain], [LayoutName.pip, .sideBySide, .stacked])
    func theWiderCameraTakesOverWithoutAJump(_ fit: Fit, _ layout: LayoutName) throws {
        for (zoom, drawn) in [(0.5, "ultra"), (0.8, "ultra"), (0.999, "ultra"), (1.0, "back"), (2.0, "back")] {
            let section = combined(layout) { $0.fit = fit }
            let placements = LayoutGeometry(combined: section, cameras: widened(zoom)).placements
            let own = try #require(placements.first { $0.place == "back" })
            #expect(own.camera == drawn)
            #expect(placements.contains { $0.place == "ultra" && $0.camera == "ultra" })
            let plain = LayoutGeometry(combined: section, cameras: widened(1)).placements
            let whole = try #require(plain.first { $0.place == "back" })
            #expect(own.target == whole.target)
            // A pixel of `ultra` is as wide as three of `back`: two thirds of the pixels over twice the width.
            let scale = drawn == "ultra" ? 3.0 : 1.0
            #expect(abs(own.exactSource.width * scale - whole.exactSource.width / zoom) < 1e-9)
            #expect(abs(own.exactSource.height * scale - whole.exactSource.height / zoom) < 1e-9)
            if drawn == "ultra" {
                #expect(abs(own.exactSource.x + own.exactSource.width / 2 - 640) < 1e-9)
                #expect(abs(own.exactSource.y + own.exactSource.height / 2 - 360) < 1e-9)
            }
        }
    }

    /// A wider camera with another aspect ratio is cropped to that of the first one.
    @Test func aWiderCameraOfAnotherShapeIsCut() throws {
        let cameras = widened(0.5, ultra: FrameSize(width: 640, height: 480))
        let placement = try #require(LayoutGeometry(combined: combined(.pip), cameras: cameras).placements.first)
        #expect(placement.exactSource == RealRectangle(x: 0, y: 60, width: 640, height: 360))
        #expect(placement.source == PixelRectangle(x: 0, y: 60, width: 640, height: 360))
    }

    /// With odd sizes, up to nine cameras, every layout and both fits, all placements are within the canvas, even, and
    /// not distorted.
    @Test(
        arguments: [LayoutName.pip, .stacked, .sideBySide, .dominant, .frontPrimary, .backPrimary, .grid], Fit.allCases)
    func keepsInsideAndInShape(_ layout: LayoutName, _ fit: Fit) {
        for count in 1...9 {
            for canvas in [
                FrameSize(width: 1920, height: 1080), FrameSize(width: 1366, height: 770),
                FrameSize(width: 720, height: 1280),
            ] {
                let sizes = [(1920, 1080), (640, 480), (1080, 1920), (322, 182)]
                let cameras = (0..<count).map {
                    camera("c\($0)", sizes[$0 % 4].0, sizes[$0 % 4].1, zoom: 1 + Double($0) / 2)
                }
                let section = combined(layout) { ($0.size, $0.fit) = (canvas, fit) }
                for placement in LayoutGeometry(combined: section, cameras: cameras).placements {
                    let size = cameras.first { $0.name == placement.camera }?.size ?? canvas
                    check(placement, on: canvas, camera: size)
                }
            }
        }
    }

    private func check(_ placement: Placement, on canvas: FrameSize, camera: FrameSize) {
        let (target, source) = (placement.target, placement.source ?? PixelRectangle(camera))
        for (box, bounds) in [(target, canvas), (source, camera)] {
            #expect(box.x >= 0 && box.y >= 0 && box.width >= 2 && box.height >= 2)
            #expect(box.x + box.width <= bounds.width && box.y + box.height <= bounds.height)
            #expect([box.x, box.y, box.width, box.height].allSatisfy { $0 % 2 == 0 })
        }
        // Allows two pixels of rounding on the shorter side of each rectangle.
        let allowed =
            1 + 2.1 / Double(min(target.width, target.height)) + 2.1 / Double(min(source.width, source.height))
        let stretch = (Double(target.width) / Double(target.height)) / (Double(source.width) / Double(source.height))
        #expect(max(stretch, 1 / stretch) <= allowed, "\(placement)")
    }
}
