public import DualCamConfig

/// Where a camera is drawn in the combined picture, and what of it.
public struct Placement: Sendable, Equatable {
    public var camera: String
    /// On the canvas; even pixels.
    public var target: PixelRectangle
    /// Cut out of the camera's picture; even pixels; `nil`: all of it.
    public var source: PixelRectangle?

    public init(camera: String, target: PixelRectangle, source: PixelRectangle? = nil) {
        (self.camera, self.target, self.source) = (camera, target, source)
    }
}

/// A camera as the layout sees it: its picture's size after rotation, and its zoom.
public struct LayoutCamera: Sendable, Equatable {
    public var name: String
    public var size: FrameSize
    /// 1 or more; less is taken as 1.
    public var zoom: Double
    public var zoomCentre: Point

    public init(
        name: String, size: FrameSize, zoom: Double = 1, zoomCentre: Point = Point(x: .percent(50), y: .percent(50))
    ) {
        (self.name, self.size, self.zoom, self.zoomCentre) = (name, size, zoom, zoomCentre)
    }
}

extension LayoutCamera {
    /// Fits the camera's picture into `cell`: cut to fill it, or whole with bars around.
    func placed(in cell: PixelRectangle, fit: Fit) -> Placement {
        switch fit {
        case .cover: Placement(camera: name, target: cell, source: crop(aspectOf: cell))
        case .contain:
            Placement(camera: name, target: inscribed(in: cell), source: zoom > 1 ? crop(aspectOf: nil) : nil)
        }
    }

    /// The largest rectangle of the picture's shape in the middle of `cell`.
    private func inscribed(in cell: PixelRectangle) -> PixelRectangle {
        let scale = min(Double(cell.width) / Double(size.width), Double(cell.height) / Double(size.height))
        let width = min(cell.width, max(2, even(Double(size.width) * scale)))
        let height = min(cell.height, max(2, even(Double(size.height) * scale)))
        return PixelRectangle(
            x: cell.x + even(Double(cell.width - width) / 2 - 0.5),
            y: cell.y + even(Double(cell.height - height) / 2 - 0.5),
            width: width, height: height)
    }

    /// What is cut out so that it has `shape`'s aspect ratio (`nil`: the picture's own), zoomed; `nil` for the whole picture.
    private func crop(aspectOf shape: PixelRectangle?) -> PixelRectangle? {
        var (width, height) = (Double(size.width), Double(size.height))
        if let shape, !hasShape(of: shape) {
            let aspect = Double(shape.width) / Double(shape.height)
            (width, height) = width > height * aspect ? (height * aspect, height) : (width, width / aspect)
        }
        let zoom = max(1, zoom)
        let (cutWidth, cutHeight) = (max(2, even(width / zoom)), max(2, even(height / zoom)))
        guard cutWidth < size.width || cutHeight < size.height else { return nil }
        let left = zoomCentre.x.fraction * Double(size.width) - Double(cutWidth) / 2
        let top = zoomCentre.y.fraction * Double(size.height) - Double(cutHeight) / 2
        return PixelRectangle(x: even(left), y: even(top), width: cutWidth, height: cutHeight).clamped(to: size)
    }

    /// Whether a difference in shape is nothing but the rounding to even pixels.
    private func hasShape(of cell: PixelRectangle) -> Bool {
        abs(Double(cell.width) * Double(size.height) / Double(size.width) - Double(cell.height)) < 2
    }
}
