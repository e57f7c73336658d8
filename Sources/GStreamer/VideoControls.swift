internal import CGStreamer
internal import Glibc

/// A control of a V4L2 device, such as exposure (`VIDIOC_QUERY_EXT_CTRL`, kernel documentation of the media userspace
/// API).
package struct VideoControl: Sendable {
    package enum Kind: Sendable, Equatable {
        case integer, boolean, menu, button, bitmask
        /// A menu whose entries are numbers.
        case integerMenu
    }

    package struct Entry: Sendable, Equatable {
        package let index: Int64
        /// The text of the menu entry; its number if the menu consists of numbers.
        package let text: String
    }

    /// The menu entries that the device supports; empty for other types of control.
    package fileprivate(set) var entries: [Entry] = []
    /// The current value of the control; `nil` for a button, or if the value can only be written or is not reported by
    /// the device.
    package fileprivate(set) var value: Int64?
    /// The type of the control; `nil` for headings, texts and arrays, which are not supported.
    fileprivate let knownKind: Kind?
    private let raw: v4l2_query_ext_ctrl

    package var number: UInt32 { raw.id }
    /// The kernel's name for the control, such as `White Balance Temperature`.
    package var name: String {
        withUnsafeBytes(of: raw.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    package var kind: Kind { knownKind ?? .integer }
    package var least: Int64 { Int64(raw.minimum) }
    package var most: Int64 { Int64(raw.maximum) }
    package var step: Int64 { Int64(clamping: raw.step) }
    package var standard: Int64 { Int64(raw.default_value) }
    package var isReadOnly: Bool { has(V4L2_CTRL_FLAG_READ_ONLY) }
    /// True if setting the control currently has no effect because of another control, often an automatic one.
    package var isInactive: Bool { has(V4L2_CTRL_FLAG_INACTIVE) }
    /// True if the device itself changes the control's value.
    package var isVolatile: Bool { has(V4L2_CTRL_FLAG_VOLATILE) }
    /// True if the control cannot be set while the device streams.
    package var isGrabbed: Bool { has(V4L2_CTRL_FLAG_GRABBED) }
    fileprivate var isWide: Bool { raw.type == V4L2_CTRL_TYPE_INTEGER64.rawValue }

    /// Reads the device's next control after the one with this number; returns `nil` if there is none.
    fileprivate init?(after number: UInt32, _ file: Int32) {
        var raw = v4l2_query_ext_ctrl()
        raw.id = number | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
        guard ioctl(file, Request.query, &raw) == 0 else { return nil }
        self.raw = raw
        knownKind = raw.nr_of_dims == 0 ? Kind(v4l2_ctrl_type(raw.type)) : nil
    }

    fileprivate func has(_ flag: Int32) -> Bool { raw.flags & UInt32(bitPattern: flag) != 0 }
}

extension VideoControl.Kind {
    fileprivate init?(_ type: v4l2_ctrl_type) {
        switch type {
        case V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_INTEGER64: self = .integer
        case V4L2_CTRL_TYPE_BOOLEAN: self = .boolean
        case V4L2_CTRL_TYPE_MENU: self = .menu
        case V4L2_CTRL_TYPE_INTEGER_MENU: self = .integerMenu
        case V4L2_CTRL_TYPE_BUTTON: self = .button
        case V4L2_CTRL_TYPE_BITMASK: self = .bitmask
        default: return nil
        }
    }
}

/// A V4L2 device that is opened only for its controls. This does not disturb a program that streams from the device.
/// Every call blocks until the device responds.
package struct VideoControls: ~Copyable {
    private let file: Int32

    /// Opens a V4L2 device for its controls. Throws the errno of `open`: ENOENT, ENODEV, EACCES.
    package init(path: String) throws(SystemError) {
        file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw SystemError(errno: Glibc.errno) }
    }

    deinit { _ = close(file) }

    /// Returns all controls of supported types with their current values, in the device's order; empty if the device
    /// has none.
    package func list() -> [VideoControl] {
        var found: [VideoControl] = []
        var number: UInt32 = 0
        while var control = VideoControl(after: number, file) {
            number = control.number
            guard let kind = control.knownKind, !control.has(V4L2_CTRL_FLAG_DISABLED) else { continue }
            if kind == .menu || kind == .integerMenu { control.entries = entries(of: control) }
            if kind != .button, !control.has(V4L2_CTRL_FLAG_WRITE_ONLY) { control.value = value(of: control) }
            found.append(control)
        }
        return found
    }

    /// Sets the value of one control of the device (`VIDIOC_S_EXT_CTRLS`).
    ///
    /// - Throws: the errno. EINVAL for an unknown control, ERANGE for a value out of range, EACCES for a read-only
    ///   control, EBUSY for a control that cannot be set while the device streams, EIO if the device rejects the value.
    package func set(_ number: UInt32, to value: Int64) throws(SystemError) {
        var exchange = ControlExchange(number: number, value: value)
        guard exchange.perform(Request.setControls, file) else { throw SystemError(errno: Glibc.errno) }
    }

    private func value(of control: VideoControl) -> Int64? {
        var exchange = ControlExchange(number: control.number, value: 0)
        guard exchange.perform(Request.readControls, file) else { return nil }
        // The kernel sets the upper 32 bits only for 64-bit controls.
        return control.isWide ? exchange.value : Int64(Int32(truncatingIfNeeded: exchange.value))
    }

    private func entries(of control: VideoControl) -> [VideoControl.Entry] {
        // No menu of the kernel is longer; a device that declares more is broken.
        (control.least...max(control.least, control.most)).prefix(256).compactMap { index in
            var menu = v4l2_querymenu()
            menu.id = control.number
            menu.index = UInt32(truncatingIfNeeded: index)
            guard ioctl(file, Request.queryMenu, &menu) == 0 else { return nil }
            return withUnsafeBytes(of: menu) { bytes in
                let text =
                    control.kind == .integerMenu
                    ? "\(bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self))"
                    : String(decoding: bytes[8..<40].prefix { $0 != 0 }, as: UTF8.self)
                return VideoControl.Entry(index: index, text: text)
            }
        }
    }
}

/// The request numbers of `linux/videodev2.h`, whose macros Swift does not import.
private enum Request {
    /// Returns the request number `_IOWR('V', number, ...)` for a structure of `size` bytes.
    private static func exchange(_ number: UInt, _ size: Int) -> UInt {
        3 << 30 | UInt(size) << 16 | UInt(UInt8(ascii: "V")) << 8 | number
    }

    static let query = exchange(103, MemoryLayout<v4l2_query_ext_ctrl>.size)
    static let queryMenu = exchange(37, 44)
    static let readControls = exchange(71, MemoryLayout<v4l2_ext_controls>.size)
    static let setControls = exchange(72, MemoryLayout<v4l2_ext_controls>.size)
}

/// The C structure `v4l2_ext_control` with one control's value. It is packed, so Swift cannot import its value field.
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
