import Testing

/// A layout with the positions of its cameras, computed by hand; cameras and canvas are 640x360.
struct LayoutCase: Sendable, CustomTestStringConvertible {
    struct Cell: Sendable {
        var paint: Paint
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        init(_ paint: Paint, _ x: Int, _ y: Int, _ width: Int, _ height: Int) {
            (self.paint, self.x, self.y, self.width, self.height) = (paint, x, y, width, height)
        }

        func contains(_ point: (x: Int, y: Int)) -> Bool {
            (x..<x + width).contains(point.x) && (y..<y + height).contains(point.y)
        }

        /// True if the camera's frame counter, black and white, may cover the point.
        func mayShowCounter(_ point: (x: Int, y: Int)) -> Bool {
            point.y - y >= height * 22 / 25 && point.x - x <= width * 11 / 20
        }

        /// The centre of the cell, and points on both sides of each edge and corner.
        var probes: [(x: Int, y: Int)] {
            let (near, right, bottom) = (5, x + width - 1, y + height - 1)
            let columns = [x - near, x + near, x + width / 2, right - near, right + near]
            let rows = [y - near, y + near, y + height / 2, bottom - near, bottom + near]
            return columns.flatMap { x in rows.map { (x, $0) } }
        }
    }

    var name: String
    /// The keys of `combined` in the pipeline file.
    var combined: String
    var cameras: Int
    var cells: [Cell]
    var background: Paint
    var layouts: String
    var container: String
    var mixer = "dualcam"

    init(
        _ name: String, _ combined: String, cameras: Int = 2, background: Paint = .black, layouts: String = "{}",
        container: String = "mov", _ cells: [Cell]
    ) {
        (self.name, self.combined, self.cameras, self.cells) = (name, combined, cameras, cells)
        (self.background, self.layouts, self.container) = (background, layouts, container)
    }

    var testDescription: String { "\(name), \(mixer)" }

    func drawn(by mixer: String) -> LayoutCase {
        var own = self
        own.mixer = mixer
        return own
    }

    /// Returns the colour that is on top at a point.
    func expected(at point: (x: Int, y: Int)) -> Paint {
        cells.last { $0.contains(point) }?.paint ?? background
    }

    /// The points to check: within the canvas and outside the counters.
    var probes: [(x: Int, y: Int)] {
        cells.flatMap(\.probes).filter { point in
            (0..<640).contains(point.x) && (0..<360).contains(point.y)
                && cells.last { $0.contains(point) }?.mayShowCounter(point) != true
        }
    }

    var pipeline: String {
        let all = [("back", "red"), ("front", "green"), ("side", "blue"), ("top", "white")].prefix(cameras)
        let lines = all.map { "  \($0): {device: test:\($1), size: 640x360, rate: 15}" }.joined(separator: "\n")
        return """
            cameras:
            \(lines)
            microphone: none
            combined: {mixer: \(mixer), \(combined), size: 640x360, rate: 15}
            layouts: \(layouts)
            recording: {outputs: [combined], container: \(container)}
            encoders: {default: {use: x264, preset: ultrafast}}
            """
    }
}

extension LayoutCase {
    private static let full = Cell(.red, 0, 0, 640, 360)

    private static func inset(_ position: String, container: String = "mov", _ cell: Cell) -> LayoutCase {
        LayoutCase(
            "pip \(position)", "layout: pip, inset: {position: \(position), margin: 60}", container: container,
            [full, cell])
    }

    static let all: [LayoutCase] = [
        inset("bottom-right", Cell(.green, 460, 250, 160, 90)),
        inset("bottom-left", container: "mkv", Cell(.green, 20, 250, 160, 90)),
        inset("top-right", container: "mp4", Cell(.green, 460, 20, 160, 90)),
        inset("top-left", Cell(.green, 20, 20, 160, 90)),
        inset("center", Cell(.green, 240, 134, 160, 90)),
        inset("{x: 60%, y: 10%}", Cell(.green, 384, 36, 160, 90)),
        LayoutCase(
            "pip, the other way round", "layout: pip, main: front, inset: {size: 40%, margin: 30}", container: "mkv",
            [Cell(.green, 0, 0, 640, 360), Cell(.red, 374, 206, 256, 144)]),
        LayoutCase("stacked", "layout: stacked", [Cell(.red, 0, 0, 640, 180), Cell(.green, 0, 180, 640, 180)]),
        LayoutCase(
            "side-by-side", "layout: side-by-side", container: "mp4",
            [Cell(.red, 0, 0, 320, 360), Cell(.green, 320, 0, 320, 360)]),
        LayoutCase(
            "dominant", "layout: dominant, main: front", cameras: 3,
            [Cell(.green, 0, 0, 448, 360), Cell(.red, 448, 0, 192, 180), Cell(.blue, 448, 180, 192, 180)]),
        LayoutCase(
            "front-primary", "layout: front-primary, inset: {margin: 60}",
            [Cell(.green, 0, 0, 640, 360), Cell(.red, 460, 250, 160, 90)]),
        LayoutCase(
            "back-primary", "layout: back-primary, inset: {margin: 60}", cameras: 3,
            [full, Cell(.green, 460, 250, 160, 90), Cell(.blue, 460, 140, 160, 90)]),
        LayoutCase(
            "grid of four", "layout: grid", cameras: 4, container: "mkv",
            [
                Cell(.red, 0, 0, 320, 180), Cell(.green, 320, 0, 320, 180), Cell(.blue, 0, 180, 320, 180),
                Cell(.white, 320, 180, 320, 180),
            ]),
        LayoutCase(
            "grid of three", "layout: grid", cameras: 3,
            [Cell(.red, 0, 0, 320, 180), Cell(.green, 320, 0, 320, 180), Cell(.blue, 160, 180, 320, 180)]),
        LayoutCase(
            "an own one", "layout: desk", cameras: 3,
            layouts: """
                {desk: {front: {x: 70%, y: 0%, width: 30%, height: 30%}, back: {x: 0%, y: 10%, width: 70%, height: 90%}}}
                """, [Cell(.green, 448, 0, 192, 108), Cell(.red, 0, 36, 448, 324)]),
        LayoutCase(
            "side-by-side, letterboxed on white", "layout: side-by-side, fit: contain, background: white",
            background: .white, [Cell(.red, 0, 90, 320, 180), Cell(.green, 320, 90, 320, 180)]),
    ]
}
