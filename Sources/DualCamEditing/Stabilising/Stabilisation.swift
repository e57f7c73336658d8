import DualCamConfig

/// The settings for stabilising a shaky picture: the duration of the movements to remove, and how edges are filled.
struct Stabilisation: Sendable, Hashable {
    /// The ways to fill the edges that become visible when stabilising moves the picture.
    enum Edges: String, Sendable, Hashable, CaseIterable {
        /// The picture is enlarged as much as needed to hide the edges.
        case zoom
        /// Earlier pictures remain visible at the edges.
        case fill
        case black
    }

    /// The range of accepted values for `over`, the duration of the longest movements that are removed.
    static let lengths: ClosedRange<Duration> = .milliseconds(200)...(.seconds(10))

    /// The duration of the longest camera movements that are removed as shaking. Longer movements remain.
    var over = Duration.seconds(1)
    var edges = Edges.zoom

    init() {}

    /// Returns the options for ffmpeg's filter `vidstabtransform`.
    ///
    /// - Parameter rate: The frame rate of the picture.
    func options(at rate: FrameRate) -> String {
        // The filter averages a frame's movement with the movements of this many frames before and after it.
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
