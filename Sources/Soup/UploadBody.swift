internal import CGStreamer
internal import Glibc
package import GStreamer

/// An open file whose bytes are uploaded. It is closed when this object is released.
package final class UploadFile: Sendable {
    /// The size in bytes that the file had when it was opened.
    package let size: Int64
    /// The modification time that the file had when it was opened, in Unix nanoseconds.
    package let changed: Int64
    fileprivate let descriptor: Int32

    /// Opens the regular file at a path for uploading.
    ///
    /// - Throws: the `errno`; `EINVAL` if the path is not a regular file.
    package init(_ path: String) throws(SystemError) {
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard opened >= 0 else { throw SystemError(errno: errno) }
        var facts = stat()
        let isFile = fstat(opened, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        guard isFile else {
            close(opened)
            throw SystemError(errno: EINVAL)
        }
        (descriptor, size, changed) = (opened, Int64(facts.st_size), Self.changed(facts))
    }

    deinit { close(descriptor) }

    /// True if the file still has the size and the modification time that it had when it was opened.
    package var isUnchanged: Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && Int64(facts.st_size) == size && Self.changed(facts) == changed
    }

    private static func changed(_ facts: stat) -> Int64 {
        Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec)
    }
}

/// The body of a request to send: a sequence of bytes in memory and ranges of files. Files are read while they are
/// being sent, a few kilobytes at a time.
package struct UploadBody {
    package enum Piece: Sendable {
        case bytes([UInt8])
        /// A range of a file's bytes.
        case file(UploadFile, Range<Int64>)

        var count: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .file(_, let range): range.upperBound - range.lowerBound
            }
        }
    }

    package var mediaType: String
    package var pieces: [Piece]
    /// The closure that is called repeatedly with the number of bytes passed to libsoup so far. Sending waits until it
    /// returns, so it can slow down an upload. A delay beyond the server's timeout ends the upload.
    package var told: (Int64) -> Void = { _ in }
    /// The closure that is called once before the last bytes are sent. If it returns false, these bytes are not sent
    /// and the request fails.
    package var beforeEnd: () -> Bool = { true }

    package init(_ mediaType: String, _ pieces: [Piece]) { (self.mediaType, self.pieces) = (mediaType, pieces) }

    package init(_ mediaType: String, _ text: String) { self.init(mediaType, [.bytes(Array(text.utf8))]) }

    /// The total size of the body in bytes.
    package var count: Int64 { pieces.reduce(0) { $0 + $1.count } }
}

/// The reader of an upload body, which delivers the body's pieces in order.
final class UploadReader: CallbackContext {
    /// The minimum number of bytes sent between two calls of the body's closure `told`.
    private static let step: Int64 = 1 << 15

    private let body: UploadBody
    private let count: Int64
    private let alive: (_ isAtEnd: Bool) -> Void
    private var index = 0
    private var offset: Int64 = 0
    private var told: Int64 = 0
    private var isNearEnd = false
    /// The number of bytes of the body that have been passed to libsoup so far.
    private(set) var sent: Int64 = 0
    private(set) var failure: WebFailure?

    /// Creates a reader of an upload body.
    /// - Parameter alive: called each time data is read, to show that the upload makes progress. `isAtEnd` is true once
    ///   the whole body has been read.
    init(_ body: UploadBody, alive: @escaping (_ isAtEnd: Bool) -> Void) {
        (self.body, count, self.alive) = (body, body.count, alive)
    }

    /// True once all bytes of the body have been passed to libsoup.
    var isAtEnd: Bool { sent == count }

    /// Reads the next bytes of the body and returns their number; 0 at the end. Returns `nil` after an error, which is
    /// then stored in `failure`.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        defer { alive(isAtEnd) }
        while index < body.pieces.count, offset == body.pieces[index].count { (index, offset) = (index + 1, 0) }
        guard index < body.pieces.count else { return 0 }
        guard let taken = copy(body.pieces[index], buffer) else { return nil }
        if sent + Int64(taken) == count, !isNearEnd {
            isNearEnd = true
            guard body.beforeEnd() else { return fail(.ended) }
        }
        offset += Int64(taken)
        sent += Int64(taken)
        if sent - told >= Self.step || sent == count {
            told = sent
            body.told(sent)
        }
        return taken
    }

    private func copy(_ piece: UploadBody.Piece, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = Int(min(Int64(buffer.count), piece.count - offset))
        switch piece {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[Int(offset)..<Int(offset) + wanted])) }
            return wanted
        case .file(let file, let range):
            while true {
                let read = pread(file.descriptor, buffer.baseAddress, wanted, off_t(range.lowerBound + offset))
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else { return fail(.unreadable(SystemError(errno: errno).message)) }
                // The file has become shorter, or was changed while it was sent.
                let isEnd = offset + Int64(read) == piece.count
                guard read > 0, !isEnd || file.isUnchanged else {
                    return fail(.unreadable("the file has changed while it was sent"))
                }
                return read
            }
        }
    }

    private func fail(_ failure: WebFailure) -> Int? {
        self.failure = failure
        return nil
    }
}

/// A GInputStream that delivers the bytes of an `UploadReader`.
enum UploadStream {
    private static let readerKey = "dualcam-upload"

    /// Creates an input stream that delivers the reader's bytes. The caller owns the stream.
    static func make(_ reader: UploadReader) -> UnsafeMutablePointer<GInputStream>? {
        guard let made = g_object_new_with_properties(type, 0, nil, nil) else { return nil }
        g_object_set_data_full(made, readerKey, reader.retained, { releaseContext($0) })
        return UnsafeMutableRawPointer(made).assumingMemoryBound(to: GInputStream.self)
    }

    private static let type: GType = g_type_register_static_simple(
        g_input_stream_get_type(), "DualCamUploadStream", UInt32(MemoryLayout<GInputStreamClass>.stride),
        { members, _ in UploadStream.fill(members) }, UInt32(MemoryLayout<GInputStream>.stride), nil, [])

    private static func fill(_ members: UnsafeMutableRawPointer?) {
        guard let members = members?.assumingMemoryBound(to: GInputStreamClass.self) else { return }
        members.pointee.read_fn = { stream, buffer, count, _, error in
            UploadStream.read(stream, UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)), error)
        }
    }

    private static func read(
        _ stream: UnsafeMutablePointer<GInputStream>?, _ buffer: UnsafeMutableRawBufferPointer,
        _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> gssize {
        let object = stream.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GObject.self) }
        guard let reader = UploadReader.of(g_object_get_data(object, readerKey)) else { return 0 }
        if let count = reader.read(into: buffer) { return count }
        g_set_error_literal(error, g_io_error_quark(), CInt(GIOErrorEnum.failed.rawValue), "it cannot be read")
        return -1
    }
}
