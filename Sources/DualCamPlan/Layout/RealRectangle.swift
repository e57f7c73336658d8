import DualCamConfig

/// A rectangle whose edges may lie between pixels. `x` and `y` are relative to the top left corner of the picture.
package struct RealRectangle: Sendable, Equatable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
}
