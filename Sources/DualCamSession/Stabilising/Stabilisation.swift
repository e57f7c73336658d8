package import DualCamConfig

/// The strength of a stabilisation.
package struct Stabilisation: Sendable, Hashable {
    /// The filling of edges that come into view when the picture is moved.
    package enum Edges: String, Sendable, Hashable, CaseIterable {
        /// The picture is enlarged, by as much as it needs, so that they are not seen.
        case zoom
        /// The earlier picture stays visible there.
        case fill
        case black
    }

    package static let lengths: ClosedRange<Duration> = .milliseconds(200)...(.seconds(10))

    /// Movements shorter than this are taken away, longer ones stay.
    package var over = Duration.seconds(1)
    package var edges = Edges.zoom

    package init() {}

    /// The options of ffmpeg's filter `vidstabtransform`.
    ///
    /// - Parameter rate: of the picture's frames.
    package func options(at rate: FrameRate) -> String {
        // A frame's movement is the mean of its own and of so many before it, and as many behind it.
        let frames = max(1, Int((over / .seconds(2) * rate.framesPerSecond).rounded()))
        let (zoom, crop) =
            switch edges {
            case .zoom: (1, "keep")
            case .fill: (0, "keep")
            case .black: (0, "black")
            }
        return "smoothing=\(min(1000, frames)):optzoom=\(zoom):crop=\(crop)"
    }
}
