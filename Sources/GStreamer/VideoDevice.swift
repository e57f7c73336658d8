internal import CGStreamer
internal import Glibc

/// The properties of a video node, as reported by its V4L2 driver (`VIDIOC_QUERYCAP`, kernel documentation of the media
/// userspace API).
package struct VideoDevice: Sendable, Equatable {
    package let driver: String
    package let card: String
    package let bus: String
    /// True for a video node from which pictures can be captured; false for metadata nodes, codecs and touch sensors.
    package let captures: Bool
    /// True while another program has allocated buffers of the device, usually to stream from it. False if programs
    /// have only opened the device.
    package let isBusy: Bool

    /// The capability flags of nodes from which pictures can be captured: `V4L2_CAP_VIDEO_CAPTURE` and
    /// `V4L2_CAP_VIDEO_CAPTURE_MPLANE`.
    private static let capture: UInt32 = 0x0000_1001
    /// The capability flags of nodes that are not cameras. `V4L2_CAP_IO_MC`: a part of a media controller's graph,
    /// which must be configured. `V4L2_CAP_VIDEO_M2M` and `_MPLANE`: a codec. `V4L2_CAP_TOUCH`: a touch sensor.
    private static let noCamera: UInt32 = 0x2000_0000 | 0x0000_8000 | 0x0000_4000 | 0x1000_0000

    /// The request number `_IOR('V', 0, struct v4l2_capability)`. Swift does not import the macro.
    private static let queryCapabilities: UInt = 0x8068_5600
    /// The request number `_IOWR('V', 8, struct v4l2_requestbuffers)`.
    private static let requestBuffers: UInt = 0xC014_5608

    /// Reads the description of the video node at `path`. Throws the errno of `open` or `ioctl`: ENOENT, EACCES, EBUSY,
    /// or ENOTTY if the file is not a V4L2 device.
    package init(path: String) throws(SystemError) {
        let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw SystemError(errno: Glibc.errno) }
        defer { close(file) }
        var facts = v4l2_capability()
        guard ioctl(file, Self.queryCapabilities, &facts) == 0 else { throw SystemError(errno: Glibc.errno) }
        driver = Self.text(of: facts.driver)
        card = Self.text(of: facts.card)
        bus = Self.text(of: facts.bus_info)
        captures = facts.device_caps & Self.capture != 0 && facts.device_caps & Self.noCamera == 0
        isBusy = captures && Self.isHeld(file, hasPlanes: facts.device_caps & 0x0000_1000 != 0)
    }

    /// Returns true if another file descriptor holds buffers of the device. The test is a request for zero buffers. It
    /// changes nothing, and the driver rejects it if another descriptor holds buffers.
    private static func isHeld(_ file: Int32, hasPlanes: Bool) -> Bool {
        var request = v4l2_requestbuffers()
        request.type = (hasPlanes ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE).rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        return ioctl(file, requestBuffers, &request) < 0 && Glibc.errno == EBUSY
    }

    private static func text(of characters: some Any) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
