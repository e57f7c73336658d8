package import DualCamConfig

/// Rectangles of the combined picture's layouts: plain arithmetic on even pixels.
package struct LayoutGeometry: Sendable {
    var combined: Combined
    var layouts: [CustomLayout] = []
    /// The cameras in drawing order, with their sizes after rotation.
    var cameras: [LayoutCamera]

    init(combined: Combined, layouts: [CustomLayout] = [], cameras: [LayoutCamera]) {
        (self.combined, self.layouts, self.cameras) = (combined, layouts, cameras)
    }

    /// The sizes that are asked for: a camera that delivers another is scaled before it is drawn.
    package init(_ combined: Combined, in pipeline: Pipeline) {
        let cameras = LayoutCamera.all(pipeline.cameras) { name in
            pipeline.cameras.first { $0.name == name }.map { $0.rotate.swapsSides ? $0.size.swapped : $0.size }
        }
        self.init(combined: combined, layouts: pipeline.layouts, cameras: cameras)
    }

    /// Every camera that is seen, in drawing order: later ones lie over earlier ones.
    package var placements: [Placement] {
        cells.map { camera, cell in
            camera.placed(in: cell, fit: rectangle(of: camera.name)?.fit ?? camera.fit ?? combined.fit)
        }
    }

    /// Lines between cells that lie beside each other; none where pictures lie over a main one.
    var dividers: [RealRectangle] {
        guard !combined.layout.hasInsets else { return [] }
        let width = combined.divider.width
        return Dividers(
            cells: cells.map(\.cell), width: width > 0 ? max(1, Int(canvas.pixels(width).rounded())) : 0,
            spans: combined.layout == .grid
        ).lines
    }

    /// A camera's own rectangle, where the layout is one of the pipeline's own.
    func rectangle(of camera: String) -> LayoutRectangle? {
        guard case .custom(let name) = combined.layout else { return nil }
        return layouts.first { $0.name == name }?.rectangles.first { $0.camera == camera }
    }

    typealias Cell = (camera: LayoutCamera, cell: PixelRectangle)

    private var canvas: FrameSize { combined.size }

    private var cells: [Cell] {
        switch combined.layout {
        case .pip: insets(over: cast.first, Array(cast.dropFirst().prefix(1)))
        case .frontPrimary: primary("front", otherwise: 1)
        case .backPrimary: primary("back", otherwise: 0)
        case .stacked: table(cast, columns: 1, in: PixelRectangle(canvas))
        case .sideBySide: table(cast, columns: cast.count, in: PixelRectangle(canvas))
        case .dominant: dominant
        // As many columns as rows, or one more.
        case .grid:
            table(
                cameras, columns: Int(Double(cameras.count).squareRoot().rounded(.up)), in: PixelRectangle(canvas))
        case .custom(let name): custom(layouts.first { $0.name == name })
        }
    }

    private var cast: [LayoutCamera] {
        combined.cast(of: cameras.map(\.name)).compactMap { name in cameras.first { $0.name == name } }
    }

    private func primary(_ name: String, otherwise index: Int) -> [Cell] {
        let main =
            cameras.first { $0.name == name } ?? (cameras.indices.contains(index) ? cameras[index] : cameras.first)
        return insets(over: main, cameras.filter { $0.name != main?.name })
    }

    private var dominant: [Cell] {
        guard let main = cast.first else { return [] }
        guard cast.count > 1 else { return [(main, PixelRectangle(canvas))] }
        let left = even(Double(canvas.width) * 0.7)
        let side = PixelRectangle(x: left, y: 0, width: canvas.width - left, height: canvas.height)
        return [(main, PixelRectangle(x: 0, y: 0, width: left, height: canvas.height))]
            + table(Array(cast.dropFirst()), columns: 1, in: side)
    }

    /// Cells beside and below each other; a last row that is not full stands in the middle.
    private func table(_ cameras: [LayoutCamera], columns: Int, in area: PixelRectangle) -> [Cell] {
        guard !cameras.isEmpty else { return [] }
        let rows = (cameras.count + columns - 1) / columns
        let (left, top) = (Double(area.x), Double(area.y))
        let (width, height) = (Double(area.width) / Double(columns), Double(area.height) / Double(rows))
        return cameras.enumerated().map { index, camera in
            let row = index / columns
            let inRow = min(columns, cameras.count - row * columns)
            let column = Double(index % columns) + Double(columns - inRow) / 2
            let cell = PixelRectangle(
                left: left + column * width, top: top + Double(row) * height, right: left + (column + 1) * width,
                bottom: top + Double(row + 1) * height)
            return (camera, cell)
        }
    }

    private func custom(_ layout: CustomLayout?) -> [Cell] {
        (layout?.rectangles ?? []).compactMap { rectangle in
            guard let camera = cameras.first(where: { $0.name == rectangle.camera }) else { return nil }
            let (width, height) = (Double(canvas.width), Double(canvas.height))
            let cell = PixelRectangle(
                left: rectangle.x.fraction * width, top: rectangle.y.fraction * height,
                right: (rectangle.x.fraction + rectangle.width.fraction) * width,
                bottom: (rectangle.y.fraction + rectangle.height.fraction) * height)
            return (camera, cell.clamped(to: canvas))
        }
    }

    private func insets(over main: LayoutCamera?, _ others: [LayoutCamera]) -> [Cell] {
        guard let main else { return [] }
        return [(main, PixelRectangle(canvas))] + InsetColumn(combined.inset, canvas: canvas).cells(others)
    }
}
