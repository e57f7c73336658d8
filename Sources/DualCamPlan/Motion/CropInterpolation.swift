import DualCamConfig

/// Interpolates between two crops of a camera's picture while its rectangle on the canvas changes shape.
///
/// The zoom factor changes by the same ratio in equal times. A point that has the same position in both crops does not
/// move. Pictures are never distorted more than at the start or the end.
struct CropInterpolation: Sendable {
    /// The crop at the start or the end of the interpolation, relative to its rectangle on the canvas.
    private struct End {
        /// The aspect ratio of the crop divided by the aspect ratio of its rectangle (1 means undistorted).
        var stretch: Double
        /// The zoom of the crop (1 means the largest crop with this shape in the camera's picture).
        var zoom: Double
        var centre: (x: Double, y: Double)

        init(_ cut: RealRectangle, shownAt place: RealRectangle, of size: FrameSize) {
            stretch = cut.aspect / place.aspect
            zoom = CropInterpolation.widest(cut.aspect, in: size) / cut.width
            centre = cut.centre
        }
    }

    /// The difference in pixels below which a crop counts as the whole picture.
    private static let hair = 1e-6

    private let size: FrameSize
    private let from: End
    private let to: End

    /// Creates the interpolation between two crops of a camera's picture.
    ///
    /// - Parameters:
    ///   - from: the first crop; `nil` for the whole picture.
    ///   - start: the rectangle on the canvas in which the first crop is shown.
    init(
        _ from: RealRectangle?, shownAt start: RealRectangle, to: RealRectangle?, shownAt end: RealRectangle,
        of size: FrameSize
    ) {
        self.size = size
        self.from = End(from ?? RealRectangle(size), shownAt: start, of: size)
        self.to = End(to ?? RealRectangle(size), shownAt: end, of: size)
    }

    /// Creates an interpolation that keeps the same crop although its rectangle changes shape.
    init(_ cut: RealRectangle?, shownAt place: RealRectangle, of size: FrameSize) {
        self.init(cut, shownAt: place, to: cut, shownAt: place, of: size)
    }

    /// Returns the crop at the given progress, from 0 (first crop) to 1 (second crop).
    ///
    /// - Parameter place: the rectangle on the canvas at this progress.
    func cut(at progress: Double, shownAt place: RealRectangle) -> RealRectangle {
        let aspect = place.aspect * byFactors(from.stretch, to.stretch, at: progress)
        let zoom = max(1, byFactors(from.zoom, to.zoom, at: progress))
        let (width, way) = (Self.widest(aspect, in: size) / zoom, way(to: zoom, at: progress))
        let centre = (
            between(from.centre.x, to.centre.x, at: way), between(from.centre.y, to.centre.y, at: way)
        )
        let cut = RealRectangle(centre: centre, width: width, height: width / aspect).within(size)
        let whole = RealRectangle(size)
        // A crop of the whole picture is copied without scaling.
        return whole.width - cut.width < Self.hair && whole.height - cut.height < Self.hair ? whole : cut
    }

    /// Returns how far the crop's centre has moved when a zoom is reached, from 0 to 1. The centre moves in proportion
    /// to the size of the crop, so that one point of the picture stays in place.
    private func way(to zoom: Double, at progress: Double) -> Double {
        let (start, end) = (1 / from.zoom, 1 / to.zoom)
        guard abs(end - start) > 1e-6 else { return progress }
        return (1 / zoom - start) / (end - start)
    }

    static func widest(_ aspect: Double, in size: FrameSize) -> Double {
        min(Double(size.width), Double(size.height) * aspect)
    }
}
