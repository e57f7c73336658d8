internal import Glibc

/// The range of frame intervals that a V4L2 device accepts for one format and size (`VIDIOC_ENUM_FRAMEINTERVALS`).
/// v4l2src lists only the shortest interval and multiples of the driver's step above it, as long as the fractions stay
/// small (`gstv4l2object.c`, 1.22).
package struct VideoIntervals: Sendable, Equatable {
    /// The shortest frame interval in seconds, as [numerator, denominator].
    package let shortest: [Int]
    /// The longest frame interval in seconds, as [numerator, denominator].
    package let longest: [Int]

    /// A combination of a pixel format, given by its four-character code (`MJPG`, `YUYV`), and a picture size in
    /// pixels.
    package struct Form: Sendable {
        let format: String
        let width: Int
        let height: Int

        package init(_ format: String, width: Int, height: Int) {
            (self.format, self.width, self.height) = (format, width, height)
        }
    }

    /// The request number `_IOWR('V', 75, struct v4l2_frmivalenum)`. The structure has 52 bytes.
    private static let request: UInt = 0xC034_564B
    /// The interval type that means a single interval, not a range: `V4L2_FRMIVAL_TYPE_DISCRETE`.
    private static let single: UInt32 = 1

    /// Returns a device's range of frame intervals for each of `forms`. An element is `nil` if the device accepts only
    /// individual intervals or none. All elements are `nil` if the device cannot be queried.
    package static func read(of path: String, _ forms: [Form]) -> [VideoIntervals?] {
        let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return forms.map { _ in nil } }
        defer { close(file) }
        return forms.map { VideoIntervals($0, file) }
    }

    private init?(_ form: Form, _ file: Int32) {
        guard form.format.utf8.count == 4 else { return nil }
        let code = form.format.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var words = [UInt32](repeating: 0, count: 13)
        (words[1], words[2], words[3]) = (code, UInt32(clamping: form.width), UInt32(clamping: form.height))
        let isAnswered = words.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { ioctl(file, Self.request, $0) == 0 } ?? false
        }
        guard isAnswered, words[4] != Self.single, words[5..<9].allSatisfy({ $0 > 0 }) else { return nil }
        shortest = [Int(words[5]), Int(words[6])]
        longest = [Int(words[7]), Int(words[8])]
    }
}
