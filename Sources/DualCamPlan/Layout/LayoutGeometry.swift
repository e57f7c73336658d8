package import DualCamConfig

/// Rectangles of the combined picture's layouts: plain arithmetic on even pixels.
package struct LayoutGeometry: Sendable {
    let combined: Combined
    let layouts: [CustomLayout]
    let cameras: [LayoutCamera]

    /// - Parameter cameras: in drawing order, sizes after rotation.
    package init(_ combined: Combined, layouts: [CustomLayout] = [], cameras: [LayoutCamera]) {
        (self.combined, self.layouts, self.cameras) = (combined, layouts, cameras)
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
        case .stacked: rows(cast, in: PixelRectangle(canvas))
        case .sideBySide: columns(cast, in: PixelRectangle(canvas))
        case .dominant: dominant
        case .grid: grid
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
        guard let main = cast.first, cast.count > 1 else { return columns(cast, in: PixelRectangle(canvas)) }
        let left = even(Double(canvas.width) * 0.7)
        let side = PixelRectangle(x: left, y: 0, width: canvas.width - left, height: canvas.height)
        return [(main, PixelRectangle(x: 0, y: 0, width: left, height: canvas.height))]
            + rows(Array(cast.dropFirst()), in: side)
    }

    /// A grid of as many columns as rows or one more; a last row that is not full stands in the middle.
    private var grid: [Cell] {
        let columns = Int(Double(cameras.count).squareRoot().rounded(.up))
        guard columns > 0 else { return [] }
        let rows = (cameras.count + columns - 1) / columns
        return cameras.enumerated().map { index, camera in
            let row = index / columns
            let inRow = min(columns, cameras.count - row * columns)
            let column = Double(index % columns) + Double(columns - inRow) / 2
            let (width, height) = (Double(canvas.width) / Double(columns), Double(canvas.height) / Double(rows))
            let cell = PixelRectangle(
                left: column * width, top: Double(row) * height, right: (column + 1) * width,
                bottom: Double(row + 1) * height)
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

    private func rows(_ cameras: [LayoutCamera], in area: PixelRectangle) -> [Cell] {
        let height = Double(area.height) / Double(max(1, cameras.count))
        return cameras.enumerated().map { index, camera in
            let (top, bottom) = (Double(area.y) + Double(index) * height, Double(area.y) + Double(index + 1) * height)
            let (left, right) = (Double(area.x), Double(area.x + area.width))
            return (camera, PixelRectangle(left: left, top: top, right: right, bottom: bottom))
        }
    }

    private func columns(_ cameras: [LayoutCamera], in area: PixelRectangle) -> [Cell] {
        let width = Double(area.width) / Double(max(1, cameras.count))
        return cameras.enumerated().map { index, camera in
            let (left, right) = (Double(area.x) + Double(index) * width, Double(area.x) + Double(index + 1) * width)
            let (top, bottom) = (Double(area.y), Double(area.y + area.height))
            return (camera, PixelRectangle(left: left, top: top, right: right, bottom: bottom))
        }
    }

    private func insets(over main: LayoutCamera?, _ others: [LayoutCamera]) -> [Cell] {
        guard let main else { return [] }
        return [(main, PixelRectangle(canvas))] + InsetColumn(combined.inset, canvas: canvas).cells(others)
    }
}
