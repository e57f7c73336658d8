internal import CGStreamer
internal import Glibc

/// The state of a V4L2 grabber's input signal (HDMI, SDI, analogue video), as reported by its driver.
package enum VideoSignal: Sendable, Hashable {
    /// The input has no signal, or none to which the device can lock.
    case lost
    /// The input has a signal with these DV timings; `nil` for an analogue input, or if the timings are unknown.
    case present(VideoTimings?)

    /// Reads the state of a device's input signal. Returns `nil` if the input has neither DV timings nor a TV standard
    /// (such as a camera's), or cannot be queried.
    ///
    /// - Parameter adopts: true to set the device to the detected signal, so that it lists this signal's modes. The
    ///   device must not be streaming.
    package init?(of path: String, adopts: Bool = false) {
        let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var input = v4l2_input()
        guard ioctl(file, Request.currentInput, &input.index) == 0, ioctl(file, Request.describeInput, &input) == 0,
            input.capabilities & UInt32(V4L2_IN_CAP_DV_TIMINGS | V4L2_IN_CAP_STD) != 0
        else { return nil }
        let isDead = input.status & UInt32(V4L2_IN_ST_NO_POWER | V4L2_IN_ST_NO_SIGNAL) != 0
        guard input.capabilities & UInt32(V4L2_IN_CAP_DV_TIMINGS) != 0 else {
            self = isDead ? .lost : .present(nil)
            return
        }
        var timings = VideoTimings()
        let hasTimings = timings.bytes.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { ioctl(file, Request.queryTimings, $0) == 0 } ?? false
        }
        // The query reports a missing signal by ENOLINK, ENOLCK or ERANGE. A driver that cannot measure while it
        // streams reports EBUSY.
        let failure = hasTimings ? 0 : Glibc.errno
        if isDead || [ENOLINK, ENOLCK, ERANGE].contains(failure) {
            self = .lost
            return
        }
        self = .present(hasTimings ? timings : nil)
        guard adopts, hasTimings else { return }
        timings.bytes.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { _ = ioctl(file, Request.setTimings, start) }
        }
    }
}

/// The timings of a digital video signal, such as size and rate (`struct v4l2_dv_timings`). The C structure is packed,
/// so Swift cannot import its fields.
package struct VideoTimings: Sendable, Hashable {
    fileprivate var bytes = [UInt8](repeating: 0, count: 132)

    fileprivate init() {}

    private func number(at offset: Int) -> Int {
        bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }

    /// The width of the signal's picture in pixels.
    package var width: Int { number(at: 4) }
    package var height: Int { number(at: 8) }
    package var isInterlaced: Bool { number(at: 12) != 0 }

    /// The frame rate of the signal in frames per second; 0 if the driver does not report it. In an interlaced signal,
    /// two fields are one frame.
    package var picturesPerSecond: Double {
        let clock = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 20, as: UInt64.self) }
        let across = [4, 28, 32, 36].reduce(0) { $0 + number(at: $1) }
        let down = ([8, 40, 44, 48] + (isInterlaced ? [52, 56, 60] : [])).reduce(0) { $0 + number(at: $1) }
        return across * down > 0 ? Double(clock) / Double(across * down) : 0
    }

    /// Returns true if both signals have the same size and rate, within the precision of the driver's measurement.
    package func isAlike(_ other: VideoTimings) -> Bool {
        (width, height, isInterlaced) == (other.width, other.height, other.isInterlaced)
            && abs(picturesPerSecond - other.picturesPerSecond) <= 0.01 * max(1, picturesPerSecond)
    }

    /// The timings as text for users: `1920x1080 at 59.9`, `720x576 at 25, interlaced`.
    package var text: String {
        let rate = (picturesPerSecond * 10).rounded() / 10
        let words = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
        return "\(width)x\(height) at \(words)" + (isInterlaced ? ", interlaced" : "")
    }
}

/// The request numbers of `linux/videodev2.h`, whose macros Swift does not import.
private enum Request {
    private static func make(_ direction: UInt, _ number: UInt, _ size: Int) -> UInt {
        direction << 30 | UInt(size) << 16 | UInt(UInt8(ascii: "V")) << 8 | number
    }

    static let describeInput = make(3, 26, MemoryLayout<v4l2_input>.size)
    static let currentInput = make(2, 38, 4)
    static let setTimings = make(3, 87, 132)
    static let queryTimings = make(2, 99, 132)
}
