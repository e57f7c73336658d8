package import DualCamConfig

/// Computes the positions and sizes of cameras in the layouts of the combined picture, in even pixels.
package struct LayoutGeometry: Sendable {
    var combined: Combined
    var layouts: [CustomLayout] = []
    /// The cameras in drawing order, with their sizes after rotation.
    var cameras: [LayoutCamera]

    init(combined: Combined, layouts: [CustomLayout] = [], cameras: [LayoutCamera]) {
        (self.combined, self.layouts, self.cameras) = (combined, layouts, cameras)
    }

    /// Creates the geometry with the picture sizes that the pipeline requests for its cameras. If a camera delivers a
    /// different size, its pictures are scaled before they are drawn.
    package init(_ combined: Combined, in pipeline: Pipeline) {
        let cameras = LayoutCamera.all(pipeline.cameras) { name in
            pipeline.cameras.first { $0.name == name }?.turnedSize
        }
        self.init(combined: combined, layouts: pipeline.layouts, cameras: cameras)
    }

    /// The positions of the visible cameras in drawing order. Later cameras cover earlier ones.
    package var placements: [Placement] {
        cells.map { camera, cell in
            camera.placed(in: cell, fit: rectangle(of: camera.name)?.fit ?? camera.fit ?? combined.fit)
        }
    }

    /// The lines between adjacent cells; empty for layouts with insets over a main picture.
    var dividers: [RealRectangle] {
        guard !combined.layout.hasInsets else { return [] }
        let width = combined.divider.width
        return Dividers(
            cells: cells.map(\.cell), width: width > 0 ? max(1, Int(canvas.pixels(width).rounded())) : 0,
            spans: combined.layout == .grid
        ).lines
    }

    /// Returns the rectangle of a camera in a custom layout; `nil` for other layouts.
    func rectangle(of camera: String) -> LayoutRectangle? {
        guard case .custom(let name) = combined.layout else { return nil }
        return layouts.first { $0.name == name }?.rectangles.first { $0.camera == camera }
    }

    typealias Cell = (camera: LayoutCamera, cell: PixelRectangle)

    var canvas: FrameSize { combined.size }

    private var cells: [Cell] {
        switch combined.layout {
        case .pip: insets(over: cast.first, Array(cast.dropFirst().prefix(1)))
        case .frontPrimary: primary("front", otherwise: 1)
        case .backPrimary: primary("back", otherwise: 0)
        case .stacked: table(cast, columns: 1, in: PixelRectangle(canvas))
        case .sideBySide: table(cast, columns: cast.count, in: PixelRectangle(canvas))
        case .dominant: dominant
        // The number of columns equals the number of rows or exceeds it by one.
        case .grid:
            table(cameras, columns: Int(Double(cameras.count).squareRoot().rounded(.up)), in: PixelRectangle(canvas))
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

    /// Returns the cells for cameras in rows and columns. An incomplete last row is centred.
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
        return [(main, PixelRectangle(canvas))] + insetCells(others)
    }
}

// MARK: Placing a camera

/// The position of a camera in the combined picture, and the part of the camera's picture that is shown there.
package struct Placement: Sendable, Equatable {
    /// The name of the camera that the layout assigns to this position.
    package var place: String
    /// The name of the camera whose picture is drawn: the wide camera if the zoom is below 1, otherwise `place`.
    package var camera: String
    /// The rectangle on the canvas that the camera's picture fills, in even pixels.
    package var target: PixelRectangle
    /// The part of the camera's picture to draw, in even pixels; `nil` for the whole picture.
    package var source: PixelRectangle?
    /// The part of the camera's picture to draw, with fractional pixel coordinates, for dualcam's own mixer. It is the
    /// whole picture if nothing is cropped.
    package var exactSource: RealRectangle
    /// The wide camera that can be drawn at this position; `nil` if there is none.
    var wide: LayoutCamera.Wide?

    init(_ place: String, of camera: String, target: PixelRectangle, cut: RealRectangle, from size: FrameSize) {
        (self.place, self.camera, self.target, exactSource) = (place, camera, target, cut)
        let cut = cut.even(within: size)
        source = cut == PixelRectangle(size) ? nil : cut
    }
}

/// The properties of a camera that determine its place in a layout: its size after rotation, and its zoom.
package struct LayoutCamera: Sendable, Equatable {
    /// A second camera with a wider view of the same scene, whose picture is drawn if the zoom is below 1.
    package struct Wide: Sendable, Equatable {
        package var name: String
        package var size: FrameSize
        /// The zoom factor below 1 at which the narrow camera would show the same as the wide camera's whole picture.
        package var zoom: Double
    }

    package var name: String
    package var size: FrameSize
    /// The zoom factor of the camera. Below 1, the wide camera is drawn, and the minimum factor is `wide.zoom`. Without
    /// a wide camera, the minimum factor is 1.
    package var zoom: Double = 1
    /// The point on which zooms of 1 and above are centred. Zooms below 1 are centred on the middle of the pictures.
    package var zoomCentre: Point = Point(x: .percent(50), y: .percent(50))
    package var wide: Wide?
    /// The setting `fit` for this camera (crop or bars); `nil` to use the combined picture's `fit`.
    package var fit: Fit?

    /// Returns the layout properties of a pipeline's cameras. Omits cameras for which `size` returns `nil`, because
    /// they deliver no pictures.
    static func all(_ cameras: [Camera], size: (String) -> FrameSize?) -> [LayoutCamera] {
        cameras.compactMap { camera in
            guard let own = size(camera.name) else { return nil }
            let wide = camera.wide.flatMap { view in
                size(view.camera).map { Wide(name: view.camera, size: $0, zoom: view.zoom) }
            }
            return LayoutCamera(
                name: camera.name, size: own, zoom: camera.zoom, zoomCentre: camera.zoomCentre, wide: wide,
                fit: camera.fit)
        }
    }

    /// Returns the position of the camera's picture in a cell, either cropped to fill the cell, or whole with bars
    /// around it.
    func placed(in cell: PixelRectangle, fit: Fit) -> Placement {
        let shape = fit == .cover && !hasShape(of: cell) ? cell : nil
        let target = fit == .cover ? cell : inscribed(in: cell)
        var placement = Placement(name, of: name, target: target, cut: cut(shape), from: size)
        if zoom < 1, let wide {
            placement = Placement(name, of: wide.name, target: target, cut: cut(of: wide, shape), from: wide.size)
        }
        placement.wide = wide
        return placement
    }

    /// Returns the largest rectangle with the aspect ratio of the camera's picture that fits into a cell, centred in
    /// the cell.
    private func inscribed(in cell: PixelRectangle) -> PixelRectangle {
        let scale = min(Double(cell.width) / Double(size.width), Double(cell.height) / Double(size.height))
        let width = min(cell.width, max(2, even(Double(size.width) * scale)))
        let height = min(cell.height, max(2, even(Double(size.height) * scale)))
        return PixelRectangle(
            x: cell.x + even(Double(cell.width - width) / 2 - 0.5),
            y: cell.y + even(Double(cell.height - height) / 2 - 0.5),
            width: width, height: height)
    }

    /// The visible part of the camera's picture at its zoom, with the aspect ratio of the picture.
    var exactView: RealRectangle { cut(nil) }

    /// Returns the part of the camera's picture that is visible at its zoom. The part has the aspect ratio of `shape`,
    /// or that of the picture if `shape` is `nil`.
    private func cut(_ shape: PixelRectangle?) -> RealRectangle {
        let whole = RealRectangle(size)
        let centre = (zoomCentre.x.fraction * whole.width, zoomCentre.y.fraction * whole.height)
        return whole.cut(to: shape).smaller(by: max(1, zoom)).centred(at: centre, within: whole)
    }

    /// Returns the visible part of the wide camera's picture. If the zoom is `wide.zoom`, it is the largest part with
    /// the aspect ratio of this camera.
    private func cut(of wide: Wide, _ shape: PixelRectangle?) -> RealRectangle {
        let whole = RealRectangle(wide.size)
        let all = wide.whole(of: size)
        let scale = max(1, zoom / wide.zoom)
        return all.cut(to: shape).smaller(by: scale).centred(at: (whole.width / 2, whole.height / 2), within: whole)
    }

    /// Returns true if the camera and the cell have the same aspect ratio, apart from the rounding to even pixels.
    private func hasShape(of cell: PixelRectangle) -> Bool {
        abs(Double(cell.width) * Double(size.height) / Double(size.width) - Double(cell.height)) < 2
    }
}

extension LayoutCamera.Wide {
    /// Returns the largest part of the wide camera's picture that has the narrow camera's aspect ratio.
    fileprivate func whole(of size: FrameSize) -> RealRectangle {
        let all = RealRectangle(self.size)
        guard !self.size.hasShape(of: size) else { return all }
        return all.cut(to: PixelRectangle(size)).centred(at: (all.width / 2, all.height / 2), within: all)
    }

    /// Returns the part of the wide camera's picture that the narrow camera also shows.
    ///
    /// - Parameter size: the size of the narrow camera's picture.
    func shared(with size: FrameSize) -> RealRectangle {
        let all = RealRectangle(self.size)
        return whole(of: size).smaller(by: 1 / zoom).centred(at: (all.width / 2, all.height / 2), within: all)
    }
}

extension FrameSize {
    fileprivate func hasShape(of other: FrameSize) -> Bool { width * other.height == height * other.width }
}

extension RealRectangle {
    /// Returns the largest centred part of the rectangle with the aspect ratio of `shape`; the whole rectangle if
    /// `shape` is `nil`.
    fileprivate func cut(to shape: PixelRectangle?) -> RealRectangle {
        guard let shape else { return self }
        let aspect = Double(shape.width) / Double(shape.height)
        return width > height * aspect
            ? RealRectangle(x: x, y: y, width: height * aspect, height: height)
            : RealRectangle(x: x, y: y, width: width, height: width / aspect)
    }

    fileprivate func smaller(by factor: Double) -> RealRectangle {
        RealRectangle(x: x, y: y, width: width / factor, height: height / factor)
    }

    /// Returns the rectangle moved so that its centre is at a point, or as near to that point as `bounds` allow.
    fileprivate func centred(at point: (x: Double, y: Double), within bounds: RealRectangle) -> RealRectangle {
        RealRectangle(
            x: max(0, min(point.x - width / 2, bounds.width - width)),
            y: max(0, min(point.y - height / 2, bounds.height - height)), width: width, height: height)
    }

    /// Returns the nearest rectangle with even coordinates, as required for cropping a 4:2:0 picture.
    fileprivate func even(within size: FrameSize) -> PixelRectangle {
        let (wide, high) = (max(2, DualCamPlan.even(width)), max(2, DualCamPlan.even(height)))
        let (left, top) = (
            DualCamPlan.even(x + (width - Double(wide)) / 2), DualCamPlan.even(y + (height - Double(high)) / 2)
        )
        return PixelRectangle(x: left, y: top, width: wide, height: high).clamped(to: size)
    }
}
