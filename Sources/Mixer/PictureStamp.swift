internal import CMixer
internal import CPicture
package import GStreamer

/// A small picture that is laid over frames of one colour space.
package final class PictureStamp: @unchecked Sendable {
    // Invariant: the weights are never changed once they are made, and their count is atomic.
    fileprivate let raw: OpaquePointer
    package let width: Int
    package let height: Int

    /// - Parameters:
    ///   - opacity: 0...1, of all of it.
    ///   - red: the weight of red in the frames' luma, 0...1.
    ///   - blue: the weight of blue.
    ///   - isFullRange: true when the frames' luma takes 0...255, else 16...235.
    ///
    /// `nil` where memory lacks. Not for a streaming thread.
    package init?(_ image: LetterImage, opacity: Double, red: Double, blue: Double, isFullRange: Bool) {
        let space = pic_space(red: red, blue: blue, full_range: isFullRange)
        let made = pic_stamp_make(image.pixels, Int32(image.width), Int32(image.height), max(0, min(1, opacity)), space)
        guard let made else { return nil }
        (raw, width, height) = (made, image.width, image.height)
    }

    deinit { pic_stamp_drop(raw) }
}

/// A stamp and where its top left corner lies.
package struct PlacedStamp: Sendable {
    package var stamp: PictureStamp
    /// The left edge, an even number; it may lie outside.
    package var x: Int
    package var y: Int

    package init(_ stamp: PictureStamp, x: Int, y: Int) { (self.stamp, self.x, self.y) = (stamp, x, y) }
}

extension ProbeInfo {
    /// Lays stamps over the frame, later ones over earlier ones; where others hold on to the frame, over a copy of it.
    ///
    /// - Returns: `false` where what flows here is no NV12 and no I420.
    package func draw(_ stamps: [PlacedStamp]) -> Bool {
        let placed = stamps.map { dualcam_placed_stamp(stamp: $0.stamp.raw, x: Int32($0.x), y: Int32($0.y)) }
        return withExtendedLifetime(stamps) {
            replaceBuffer { pad, buffer in dualcam_stamp(pad, &buffer, placed, Int32(placed.count)) } ?? false
        }
    }
}
