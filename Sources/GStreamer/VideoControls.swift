internal import CGStreamer
internal import Glibc

/// A control of a V4L2 device (`VIDIOC_QUERY_EXT_CTRL`, kernel documentation of the media userspace API).
package struct VideoControl: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case integer, boolean, menu, button, bitmask
        /// A menu whose entries are numbers.
        case integerMenu
    }

    package struct Entry: Sendable, Equatable {
        package let index: Int64
        /// The entry's text, or its number.
        package let text: String
    }

    package let number: UInt32
    /// The kernel's name: `White Balance Temperature`.
    package let name: String
    package let kind: Kind
    package let least: Int64
    package let most: Int64
    package let step: Int64
    package let standard: Int64
    /// The entries of a menu, and only those that the device has.
    package let entries: [Entry]
    package let isReadOnly: Bool
    /// True when it takes a value, but another control (often an automatic one) keeps it from having an effect.
    package let isInactive: Bool
    /// The device changes it by itself.
    package let isVolatile: Bool
    /// True when it cannot be set while pictures are streamed from the device.
    package let isGrabbed: Bool
    /// `nil`: it has none, as a button, or the device did not give it.
    package let value: Int64?
}

/// A V4L2 device open for its controls alone: this takes nothing from a program that streams from it. Every call blocks for as long
/// as the device takes to answer.
package struct VideoControls: ~Copyable {
    private let file: Int32

    /// Throws the errno of `open`: ENOENT, ENODEV, EACCES.
    package init(path: String) throws(SystemError) {
        file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw SystemError(errno: Glibc.errno) }
    }

    deinit { _ = close(file) }

    /// Lists all controls of a kind named above, in the device's order, with their values now; none where it has none.
    package func list() -> [VideoControl] {
        var found: [VideoControl] = []
        var number: UInt32 = 0
        while let query = Query(after: number, file) {
            number = query.number
            if let control = control(query) { found.append(control) }
        }
        return found
    }

    /// `VIDIOC_S_EXT_CTRLS` with one control.
    ///
    /// Throws its errno: EINVAL for an unknown control, ERANGE for a value that is out of range, EACCES for one that is read-only,
    /// EBUSY for one that cannot be set while pictures are streamed, EIO when the device refuses.
    package func set(_ number: UInt32, to value: Int64) throws(SystemError) {
        var exchange = ControlExchange(number: number, value: value)
        guard exchange.perform(Request.setControls, file) else { throw SystemError(errno: Glibc.errno) }
    }

    private func control(_ query: Query) -> VideoControl? {
        guard let kind = query.kind, !query.has(V4L2_CTRL_FLAG_DISABLED) else { return nil }
        let isMenu = kind == .menu || kind == .integerMenu
        return VideoControl(
            number: query.number, name: query.name, kind: kind, least: query.least, most: query.most, step: query.step,
            standard: query.standard,
            entries: isMenu ? entries(of: query.number, query.least...max(query.least, query.most), kind) : [],
            isReadOnly: query.has(V4L2_CTRL_FLAG_READ_ONLY), isInactive: query.has(V4L2_CTRL_FLAG_INACTIVE),
            isVolatile: query.has(V4L2_CTRL_FLAG_VOLATILE), isGrabbed: query.has(V4L2_CTRL_FLAG_GRABBED),
            value: kind == .button || query.has(V4L2_CTRL_FLAG_WRITE_ONLY) ? nil : value(of: query))
    }

    private func value(of query: Query) -> Int64? {
        var exchange = ControlExchange(number: query.number, value: 0)
        guard exchange.perform(Request.readControls, file) else { return nil }
        // The upper half is the kernel's only for 64-bit controls.
        return query.isWide ? exchange.value : Int64(Int32(truncatingIfNeeded: exchange.value))
    }

    private func entries(of number: UInt32, _ range: ClosedRange<Int64>, _ kind: VideoControl.Kind)
        -> [VideoControl.Entry]
    {
        // No menu of the kernel is longer; a device that claims more is broken.
        range.prefix(256).compactMap { index in
            var menu = v4l2_querymenu()
            menu.id = number
            menu.index = UInt32(truncatingIfNeeded: index)
            guard ioctl(file, Request.queryMenu, &menu) == 0 else { return nil }
            return withUnsafeBytes(of: menu) { bytes in
                let text =
                    kind == .integerMenu
                    ? "\(bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self))"
                    : String(decoding: bytes[8..<40].prefix { $0 != 0 }, as: UTF8.self)
                return VideoControl.Entry(index: index, text: text)
            }
        }
    }
}

/// The macros of `linux/videodev2.h`, which are not imported.
private enum Request {
    /// `_IOWR('V', number, ...)` of a structure of so many bytes.
    private static func exchange(_ number: UInt, _ size: Int) -> UInt {
        3 << 30 | UInt(size) << 16 | UInt(UInt8(ascii: "V")) << 8 | number
    }

    static let query = exchange(103, MemoryLayout<v4l2_query_ext_ctrl>.size)
    static let queryMenu = exchange(37, 44)
    static let readControls = exchange(71, MemoryLayout<v4l2_ext_controls>.size)
    static let setControls = exchange(72, MemoryLayout<v4l2_ext_controls>.size)
}

/// One control as the device describes it.
private struct Query {
    private var raw = v4l2_query_ext_ctrl()

    /// The control behind `number`; `nil` behind the last one.
    init?(after number: UInt32, _ file: Int32) {
        raw.id = number | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
        guard ioctl(file, Request.query, &raw) == 0 else { return nil }
    }

    var number: UInt32 { raw.id }
    var name: String {
        withUnsafeBytes(of: raw.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    var least: Int64 { Int64(raw.minimum) }
    var most: Int64 { Int64(raw.maximum) }
    var step: Int64 { Int64(clamping: raw.step) }
    var standard: Int64 { Int64(raw.default_value) }
    var isWide: Bool { raw.type == V4L2_CTRL_TYPE_INTEGER64.rawValue }

    /// `nil` for headings, texts and arrays.
    var kind: VideoControl.Kind? {
        guard raw.nr_of_dims == 0 else { return nil }
        return switch v4l2_ctrl_type(raw.type) {
        case V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_INTEGER64: .integer
        case V4L2_CTRL_TYPE_BOOLEAN: .boolean
        case V4L2_CTRL_TYPE_MENU: .menu
        case V4L2_CTRL_TYPE_INTEGER_MENU: .integerMenu
        case V4L2_CTRL_TYPE_BUTTON: .button
        case V4L2_CTRL_TYPE_BITMASK: .bitmask
        default: nil
        }
    }

    func has(_ flag: Int32) -> Bool { raw.flags & UInt32(bitPattern: flag) != 0 }
}

/// One `v4l2_ext_control`, which is packed: its value is not where Swift could have it.
private struct ControlExchange {
    private var bytes = [UInt8](repeating: 0, count: 20)

    init(number: UInt32, value: Int64) {
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: number, as: UInt32.self)
            bytes.storeBytes(of: value, toByteOffset: 12, as: Int64.self)
        }
    }

    var value: Int64 { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 12, as: Int64.self) } }

    mutating func perform(_ request: UInt, _ file: Int32) -> Bool {
        bytes.withUnsafeMutableBytes { bytes in
            var controls = v4l2_ext_controls()
            controls.count = 1
            controls.controls = bytes.baseAddress?.assumingMemoryBound(to: v4l2_ext_control.self)
            return ioctl(file, request, &controls) == 0
        }
    }
}
