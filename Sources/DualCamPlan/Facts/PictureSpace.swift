import DualCamConfig

/// The colour space of a picture: the luma weights and the range of values, which relate stored values to colours.
package struct PictureSpace: Sendable, Hashable {
    /// The weight of red in the luma, 0 ... 1.
    package var red: Double
    /// The weight of blue in the luma, 0 ... 1.
    package var blue: Double
    /// True if luma is stored as 0 ... 255 (full range); false if it is stored as 16 ... 235.
    package var isFullRange: Bool
}
