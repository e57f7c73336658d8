internal import CEvdev
internal import Dispatch
internal import Glibc

/// An error that says why the key presses of an input device cannot be read.
package struct InputFailure: Error, Sendable, Equatable {
    /// The description of the error for users, without a full stop.
    package var message: String
    /// The advice on how to solve the problem, as one full sentence.
    package var advice: String
    /// True when the device is missing and may be connected later.
    package var isAbsence: Bool

    init(_ message: String, advice: String, isAbsence: Bool = false) {
        (self.message, self.advice, self.isAbsence) = (message, advice, isAbsence)
    }
}

/// A source of the key presses of an input device. Repetitions of held keys are left out.
package final class KeyPresses: @unchecked Sendable {
    // Invariant: nothing is changed after the initialiser; a dispatch source may be cancelled from any thread.
    /// The stream of the codes of pressed keys. It ends when the device is gone, or after `close`.
    package let codes: AsyncStream<UInt16>
    private let source: any DispatchSourceRead

    /// Returns the code of a key by its name in `linux/input-event-codes.h`, such as 167 for `KEY_RECORD`
    /// (`libevdev_event_code_from_name`). Returns `nil` if the kernel has no such key.
    package static func code(named name: String) -> UInt16? {
        let code = libevdev_event_code_from_name(UInt32(EV_KEY), name)
        return code < 0 ? nil : UInt16(exactly: code)
    }

    /// Opens an input device (`/dev/input/by-id/...`) without grabbing it, so that other programs still receive its key
    /// presses.
    ///
    /// - Parameter keys: The keys that the device must have, by their names and codes.
    ///
    /// - Throws: `InputFailure` when the device cannot be opened, is not an input device, or lacks one of the keys.
    package convenience init(device path: String, keys: [(name: String, code: UInt16)]) throws(InputFailure) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let advice =
                errno == EACCES
                ? "Let this user read it: a udev rule, or the group 'input'."
                : "See /dev/input/by-id for what there is."
            throw InputFailure(
                "'\(path)' cannot be opened: \(String(cString: strerror(errno)))", advice: advice,
                isAbsence: [ENOENT, ENODEV, ENXIO].contains(errno))
        }
        var device: OpaquePointer?
        guard libevdev_new_from_fd(descriptor, &device) == 0 else {
            Glibc.close(descriptor)
            throw InputFailure("'\(path)' is not an input device", advice: "See /dev/input/by-id for what there is.")
        }
        defer { libevdev_free(device) }
        let missing = keys.filter { libevdev_has_event_code(device, UInt32(EV_KEY), UInt32($0.code)) == 0 }
        guard let first = missing.first else {
            self.init(taking: descriptor)
            return
        }
        Glibc.close(descriptor)
        throw InputFailure(
            "'\(path)' has no key \(first.name)", advice: "The program 'evtest' shows which keys it has.")
    }

    /// Reads `struct input_event` values from a descriptor, and takes ownership of it.
    init(taking descriptor: Int32) {
        let (stream, continuation) = AsyncStream.makeStream(of: UInt16.self)
        codes = stream
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "dualcam.keys"))
        source.setEventHandler {
            guard let pressed = Self.read(descriptor) else { return source.cancel() }
            for code in pressed { continuation.yield(code) }
        }
        source.setCancelHandler {
            Glibc.close(descriptor)
            continuation.finish()
        }
        source.resume()
        self.source = source
    }

    /// Stops reading and closes the device.
    package func close() { source.cancel() }

    deinit { source.cancel() }

    /// Returns the codes of the keys that were pressed since the last call; `nil` if the device is gone. The kernel
    /// delivers only whole events.
    private static func read(_ descriptor: Int32) -> [UInt16]? {
        let size = MemoryLayout<input_event>.size
        var bytes = [UInt8](repeating: 0, count: size * 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        guard count > 0 else { return nil }
        return bytes.withUnsafeBytes { room in
            stride(from: 0, to: count - count % size, by: size).compactMap { place in
                let event = room.loadUnaligned(fromByteOffset: place, as: input_event.self)
                return Int32(event.type) == EV_KEY && event.value == 1 ? event.code : nil
            }
        }
    }
}
