internal import CMixer
internal import CPicture
package import GStreamer

/// A small image, converted in advance so that it can be drawn on frames of one colour space.
package final class PictureStamp: @unchecked Sendable {
    // Invariant: the weights are never changed once they are made, and their reference count is atomic.
    fileprivate let raw: OpaquePointer
    package let width: Int
    package let height: Int

    /// Converts an image so that it can be drawn on frames. Must not be called on a streaming thread.
    ///
    /// - Parameters:
    ///   - opacity: the opacity of the whole image, 0 ... 1.
    ///   - red: the weight of red in the frames' luma, 0 ... 1.
    ///   - blue: the weight of blue in the frames' luma, 0 ... 1.
    ///   - isFullRange: true if the frames' luma is 0 ... 255, false for 16 ... 235.
    /// - Returns: `nil` if there is not enough memory.
    package init?(_ image: LetterImage, opacity: Double, red: Double, blue: Double, isFullRange: Bool) {
        let space = pic_space(red: red, blue: blue, full_range: isFullRange)
        let made = pic_stamp_make(image.pixels, Int32(image.width), Int32(image.height), max(0, min(1, opacity)), space)
        guard let made else { return nil }
        (raw, width, height) = (made, image.width, image.height)
    }

    deinit { pic_stamp_drop(raw) }
}

/// A small image with the position of its top left corner in a frame.
package struct PlacedStamp: Sendable {
    package var stamp: PictureStamp
    /// The position of the left edge in pixels, an even number. It may lie outside the frame.
    package var x: Int
    package var y: Int

    package init(_ stamp: PictureStamp, x: Int, y: Int) { (self.stamp, self.x, self.y) = (stamp, x, y) }
}

extension ProbeInfo {
    /// Draws images on the frame that a probe has received; later images cover earlier ones. If the frame is shared, it
    /// is first replaced by a copy.
    ///
    /// - Returns: false if the frame's format is neither NV12 nor I420.
    package func draw(_ stamps: [PlacedStamp]) -> Bool {
        let placed = stamps.map { dualcam_placed_stamp(stamp: $0.stamp.raw, x: Int32($0.x), y: Int32($0.y)) }
        return withExtendedLifetime(stamps) {
            replaceBuffer { pad, buffer in dualcam_stamp(pad, &buffer, placed, Int32(placed.count)) } ?? false
        }
    }
}
