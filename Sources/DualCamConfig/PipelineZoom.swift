/// One entry under a camera's `zoom-presets`: `tight: {zoom: 3, centre: {x: 50%, y: 30%}}`, or `wide: 1`.
public struct ZoomPreset: Sendable, Equatable {
    public var name: String
    /// 0.5 ... 10; below 1 only as far as the camera's `wide` goes.
    public var zoom: Double
    /// `nil`: the centre stays what it is.
    public var centre: Point?

    public init(name: String, zoom: Double, centre: Point? = nil) {
        (self.name, self.zoom, self.centre) = (name, zoom, centre)
    }
}

/// A camera that sees more (`wide: {camera: ultra, zoom: 0.5}`): its whole picture is what the first one would show at `zoom`.
public struct WideView: Sendable, Equatable {
    public var camera: String
    /// 0.5 ... 0.95
    public var zoom = 0.5

    public init(camera: String, zoom: Double = 0.5) { (self.camera, self.zoom) = (camera, zoom) }
}

/// What a change of a camera's picture is seen in.
public enum PictureScope: String, Sendable, Hashable, CaseIterable {
    /// The combined picture only.
    case combined
    /// The camera's own file as well.
    case both
}
