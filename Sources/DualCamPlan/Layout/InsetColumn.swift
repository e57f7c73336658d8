import DualCamConfig

/// Small pictures over the main one: the first at the inset's position, more of them in a column towards the middle, then
/// in further columns.
struct InsetColumn {
    let inset: Inset
    let canvas: FrameSize

    init(_ inset: Inset, canvas: FrameSize) { (self.inset, self.canvas) = (inset, canvas) }

    func cells(_ cameras: [LayoutCamera]) -> [LayoutGeometry.Cell] {
        cameras.enumerated().map { index, camera in
            let size = size(of: camera)
            let perColumn = max(1, (canvas.height - evenMargin) / (size.height + evenMargin))
            let origin = inset.position.origin(of: size, on: canvas, margin: inset.margin)
            let cell = PixelRectangle(
                x: origin.x + horizontalStep * (index / perColumn) * (size.width + evenMargin),
                y: origin.y + verticalStep * (index % perColumn) * (size.height + evenMargin),
                width: size.width, height: size.height)
            return (camera, cell.clamped(to: canvas))
        }
    }

    /// Returns a size as wide as asked and as high as the camera's shape wants; smaller where the canvas is not high enough.
    private func size(of camera: LayoutCamera) -> FrameSize {
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
    /// Returns the top left corner of something of this size, in even pixels.
    /// - Parameter margin: the distance from the edges, as the pipeline file has it.
    func origin(of size: FrameSize, on canvas: FrameSize, margin: Int) -> (x: Int, y: Int) {
        let margin = canvas.evenPixels(margin)
        let (right, bottom) = (canvas.width - size.width - margin, canvas.height - size.height - margin)
        switch self {
        case .corner(.topLeft): return (margin, margin)
        case .corner(.topRight): return (right, margin)
        case .corner(.bottomLeft): return (margin, bottom)
        case .corner(.bottomRight): return (right, bottom)
        case .corner(.center):
            return (even(Double(canvas.width - size.width) / 2), even(Double(canvas.height - size.height) / 2))
        case .free(let point):
            return (even(point.x.fraction * Double(canvas.width)), even(point.y.fraction * Double(canvas.height)))
        }
    }
}
