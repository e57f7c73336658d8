internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Synchronization

/// A recorded file that dualcam creates and opens itself, before its sink writes to it. The sink opens it through the
/// descriptor, so it never writes to a file that another process has put at the same path. `release` closes the file,
/// at the latest when this object is freed.
final class ReservedFile: Sendable {
    /// The path in `/proc/self/fd` that leads to the open file (proc(5)), valid while the file is held open.
    let sinkPath: String
    private let descriptor: Mutex<Int32?>

    /// Creates and opens the file at `path`. Throws the `errno`, such as `EEXIST` if the name is already used, even by
    /// a dangling symbolic link.
    init(_ path: String) throws(SystemError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FileMode.recording)
        guard file >= 0 else { throw SystemError(errno: errno) }
        descriptor = Mutex(file)
        sinkPath = "/proc/self/fd/\(file)"
    }

    /// Creates the requested file for its sink. Returns `nil` for a device such as `/dev/full`, which the sink opens
    /// itself.
    ///
    /// - Parameter hasOpenFile: true if the output has an open file in which it can continue.
    /// - Throws: an error if the file cannot be created or already exists; an existing file is not changed. A device is
    ///   allowed, because only root could have created it.
    static func make(_ request: FileRequest, hasOpenFile: Bool) throws(GraphFailure) -> ReservedFile? {
        do throws(SystemError) { return try ReservedFile(request.path) } catch {
            if error.errno == EEXIST, isDevice(request.path) { return nil }
            throw WriteRefusal(making: request.path, errno: error.errno)
                .failureToMake(request, hasOpenFile: hasOpenFile)
        }
    }

    deinit { release() }

    /// Closes the file. Afterwards, `sinkPath` must not be opened, because the descriptor's number may belong to
    /// another file.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    /// Returns why the file system no longer accepts data for this file, or `nil` if it does. Finds this out by writing
    /// past the file's end, and then truncates the file to its original size. Needed because GStreamer's filesink
    /// reports only that a write failed. Blocks.
    func refusal() -> WriteRefusal? {
        descriptor.withLock { descriptor in
            var facts = stat()
            guard let descriptor, fstat(descriptor, &facts) == 0 else { return nil }
            defer { ftruncate(descriptor, facts.st_size) }
            let chunk = [UInt8](repeating: 0, count: 65_536)
            var end = facts.st_size
            // Writes as much as a sink writes in one call, because a few bytes may still fit in the last block.
            while end < facts.st_size + 16 * chunk.count {
                let count = pwrite(descriptor, chunk, chunk.count, end)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return WriteRefusal(errno: errno, size: Int64(facts.st_size)) }
                end += count
            }
            return nil
        }
    }

    /// Returns true if the path is a character device owned by root, and not a symbolic link.
    static func isDevice(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR && facts.st_uid == 0
    }
}
