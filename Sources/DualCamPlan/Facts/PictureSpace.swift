import DualCamConfig

/// The colour space of a picture: the relation between stored values and colours.
package struct PictureSpace: Sendable, Hashable {
    /// The weight of red in the luma, 0 ... 1.
    package var red: Double
    /// The weight of blue in the luma, 0 ... 1.
    package var blue: Double
    /// True when luma is stored as 0 ... 255 (full range); false when it is stored as 16 ... 235.
    package var isFullRange: Bool
}
