internal import CMixer
internal import CPicture
package import GStreamer

/// A small picture that is laid over frames of one colour space.
package final class PictureStamp: @unchecked Sendable {
    // Invariant: the weights are never changed once they are made, and their count is atomic.
    fileprivate let raw: OpaquePointer
    package let width: Int
    package let height: Int

    /// Creates a stamp. Must not be called on a streaming thread.
    ///
    /// - Parameters:
    ///   - opacity: the opacity of the whole stamp, 0 ... 1.
    ///   - red: the weight of red in the frames' luma, 0 ... 1.
    ///   - blue: the weight of blue.
    ///   - isFullRange: true if the frames' luma is 0 ... 255, false for 16 ... 235.
    /// - Returns: `nil` if memory is short.
    package init?(_ image: LetterImage, opacity: Double, red: Double, blue: Double, isFullRange: Bool) {
        let space = pic_space(red: red, blue: blue, full_range: isFullRange)
        let made = pic_stamp_make(image.pixels, Int32(image.width), Int32(image.height), max(0, min(1, opacity)), space)
        guard let made else { return nil }
        (raw, width, height) = (made, image.width, image.height)
    }

    deinit { pic_stamp_drop(raw) }
}

/// A stamp and the position of its top left corner.
package struct PlacedStamp: Sendable {
    package var stamp: PictureStamp
    /// The left edge in pixels, an even number; it may lie outside the frame.
    package var x: Int
    package var y: Int

    package init(_ stamp: PictureStamp, x: Int, y: Int) { (self.stamp, self.x, self.y) = (stamp, x, y) }
}

extension ProbeInfo {
    /// Draws stamps over the frame, later ones over earlier ones. Draws over a copy if the frame is shared.
    ///
    /// - Returns: `false` if the format is neither NV12 nor I420.
    package func draw(_ stamps: [PlacedStamp]) -> Bool {
        let placed = stamps.map { dualcam_placed_stamp(stamp: $0.stamp.raw, x: Int32($0.x), y: Int32($0.y)) }
        return withExtendedLifetime(stamps) {
            replaceBuffer { pad, buffer in dualcam_stamp(pad, &buffer, placed, Int32(placed.count)) } ?? false
        }
    }
}
