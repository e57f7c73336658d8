/// One entry under a camera's `zoom-presets`: `tight: {zoom: 3, centre: {x: 50%, y: 30%}}`, or `wide: 1`.
package struct ZoomPreset: Sendable, Equatable {
    package var name: String
    /// The zoom, within `Camera.zooms`; below 1 only as far as the camera's `wide` goes.
    package var zoom: Double
    /// `nil`: the centre stays what it is.
    package var centre: Point?
}

/// A camera that sees more (`wide: {camera: ultra, zoom: 0.5}`): its whole picture is what the first one would show at `zoom`.
package struct WideView: Sendable, Equatable {
    package var camera: String
    /// The zoom, within `zooms`.
    package var zoom = 0.5

    static let zooms = 0.5...0.95
}

/// The outputs in which a change of a camera's picture is seen.
package enum PictureScope: String, Sendable, Hashable, CaseIterable {
    /// The combined picture only.
    case combined
    /// The camera's own file as well.
    case both
}
