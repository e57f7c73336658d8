import DualCamConfig

/// The cuts out of a camera's picture between two cuts, while its place on the canvas changes its shape: zooms go by equal
/// factors, a point that both show in the same place stays there, and nothing is distorted more than at the ends.
struct CutWay: Sendable {
    /// One cut, as its place shows it.
    private struct End {
        /// The factor by which it is wider than its place in proportion.
        var stretch: Double
        /// 1: as large as the camera's picture lets a cut of this shape be.
        var zoom: Double
        var centre: (x: Double, y: Double)

        init(_ cut: RealRectangle, shownAt place: RealRectangle, of size: FrameSize) {
            stretch = cut.aspect / place.aspect
            zoom = CutWay.widest(cut.aspect, in: size) / cut.width
            centre = cut.centre
        }
    }

    /// Differences of less than this are ignored, in pixels.
    private static let hair = 1e-6

    private let size: FrameSize
    private let from: End
    private let to: End

    /// - Parameters:
    ///   - from: `nil`: the whole picture.
    ///   - start: its place on the canvas.
    init(
        _ from: RealRectangle?, shownAt start: RealRectangle, to: RealRectangle?, shownAt end: RealRectangle,
        of size: FrameSize
    ) {
        self.size = size
        self.from = End(from ?? RealRectangle(size), shownAt: start, of: size)
        self.to = End(to ?? RealRectangle(size), shownAt: end, of: size)
    }

    /// The same part of the picture, whatever becomes of its place's shape.
    init(_ cut: RealRectangle?, shownAt place: RealRectangle, of size: FrameSize) {
        self.init(cut, shownAt: place, to: cut, shownAt: place, of: size)
    }

    /// - Parameter place: where it is shown now.
    func cut(at progress: Double, shownAt place: RealRectangle) -> RealRectangle {
        let aspect = place.aspect * byFactors(from.stretch, to.stretch, at: progress)
        let zoom = max(1, byFactors(from.zoom, to.zoom, at: progress))
        let (width, way) = (Self.widest(aspect, in: size) / zoom, way(to: zoom, at: progress))
        let centre = (
            between(from.centre.x, to.centre.x, at: way), between(from.centre.y, to.centre.y, at: way)
        )
        let cut = RealRectangle(centre: centre, width: width, height: width / aspect).within(size)
        let whole = RealRectangle(size)
        // A cut of the whole size is copied, and need not be scaled.
        return whole.width - cut.width < Self.hair && whole.height - cut.height < Self.hair ? whole : cut
    }

    /// Returns the way in proportion to the size, so that one point of the picture stays where it is.
    private func way(to zoom: Double, at progress: Double) -> Double {
        let (start, end) = (1 / from.zoom, 1 / to.zoom)
        guard abs(end - start) > 1e-6 else { return progress }
        return (1 / zoom - start) / (end - start)
    }

    static func widest(_ aspect: Double, in size: FrameSize) -> Double {
        min(Double(size.width), Double(size.height) * aspect)
    }
}
