import DualCamConfig

extension LayoutGeometry {
    private var inset: Inset { combined.inset }

    /// Returns the cells of the insets over the main picture. The first inset is at the requested position. The
    /// following insets form a column from there towards the middle of the canvas; when a column is full, they start
    /// another one.
    func insetCells(_ cameras: [LayoutCamera]) -> [Cell] {
        cameras.enumerated().map { index, camera in
            let size = insetSize(of: camera)
            let height = PixelRectangle(combined.safeArea, of: canvas).height
            let perColumn = max(1, (height - evenMargin) / (size.height + evenMargin))
            let origin = inset.position.origin(of: size, on: canvas, margin: inset.margin, within: combined.safeArea)
            let cell = PixelRectangle(
                x: origin.x + horizontalStep * (index / perColumn) * (size.width + evenMargin),
                y: origin.y + verticalStep * (index % perColumn) * (size.height + evenMargin),
                width: size.width, height: size.height)
            return (camera, cell.clamped(to: canvas))
        }
    }

    /// Returns the size of a camera's inset. The width is the requested one, and the height follows from the camera's
    /// aspect ratio. The inset is reduced if it would be higher than the canvas allows.
    private func insetSize(of camera: LayoutCamera) -> FrameSize {
        let aspect = Double(camera.size.width) / Double(camera.size.height)
        let width = min(inset.size.fraction * Double(canvas.width), Double(canvas.height) * aspect)
        return FrameSize(width: max(2, even(width)), height: max(2, min(canvas.height, even(width / aspect))))
    }

    private var evenMargin: Int { canvas.evenPixels(inset.margin) }

    private var verticalStep: Int {
        switch inset.position {
        case .corner(.bottomLeft), .corner(.bottomRight): -1
        default: 1
        }
    }

    private var horizontalStep: Int {
        switch inset.position {
        case .corner(.topRight), .corner(.bottomRight): -1
        default: 1
        }
    }
}

extension InsetPosition {
    /// Returns the top left corner of a rectangle at this position, in even pixels.
    ///
    /// - Parameters:
    ///   - margin: the distance from the edges, in the pipeline file's unit (pixels of a 1080p canvas).
    ///   - safeArea: the area in which the rectangle is placed.
    func origin(
        of size: FrameSize, on canvas: FrameSize, margin: Int, within safeArea: SafeArea = SafeArea()
    ) -> (x: Int, y: Int) {
        let (margin, area) = (canvas.evenPixels(margin), PixelRectangle(safeArea, of: canvas))
        let (left, top) = (area.x + margin, area.y + margin)
        let right = area.x + area.width - size.width - margin
        let bottom = area.y + area.height - size.height - margin
        switch self {
        case .corner(.topLeft): return (left, top)
        case .corner(.topRight): return (right, top)
        case .corner(.bottomLeft): return (left, bottom)
        case .corner(.bottomRight): return (right, bottom)
        case .corner(.center):
            return (
                area.x + even(Double(area.width - size.width) / 2), area.y + even(Double(area.height - size.height) / 2)
            )
        case .free(let point):
            return (
                area.x + even(point.x.fraction * Double(area.width)),
                area.y + even(point.y.fraction * Double(area.height))
            )
        }
    }
}

extension PixelRectangle {
    /// Creates the rectangle of the safe area on a canvas.
    init(_ safeArea: SafeArea, of canvas: FrameSize) {
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        self.init(
            left: safeArea.left.fraction * width, top: safeArea.top.fraction * height,
            right: (1 - safeArea.right.fraction) * width, bottom: (1 - safeArea.bottom.fraction) * height)
    }
}
