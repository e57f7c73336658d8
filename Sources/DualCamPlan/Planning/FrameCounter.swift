import DualCamConfig

/// The number of a test camera's frame, as black and white blocks in the bottom left corner: four fixed ones and 16 bits.
struct FrameCounter {
    static let bits = 16
    private static let fixed = 4
    private let width: Int
    private let height: Int

    /// `nil` where the picture is too small for blocks that a lossy codec keeps.
    init?(_ size: FrameSize) {
        width = min(16, size.width / (Self.fixed + Self.bits) / 2 * 2)
        height = min(16, size.height / 2 * 2)
        guard width >= 2 else { return nil }
    }

    /// All blocks in a row, in pixels.
    var length: Int { width * (Self.fixed + Self.bits) }

    /// The properties of simplevideomark.
    var properties: [Property] {
        [
            Property("pattern-width", .int(Int64(width))), Property("pattern-height", .int(Int64(height))),
            Property("pattern-count", .int(Int64(Self.fixed))), Property("pattern-data-count", .int(Int64(Self.bits))),
            Property("pattern-data", .int(0)),
        ]
    }
}
