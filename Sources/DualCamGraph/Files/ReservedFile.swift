internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Synchronization

/// A file that is made before its sink opens it, and held open: the sink is led to this very file, so that nothing that was put
/// under its name, or comes there later, is written into. Closed with the value, if not before.
final class ReservedFile: Sendable {
    /// Leads to the file itself (proc(5), `/proc/self/fd`) as long as the value lives.
    let sinkPath: String
    private let descriptor: Mutex<Int32?>

    /// Throws the `errno`: `EEXIST` when something of that name is there, be it a link to nothing.
    init(_ path: String) throws(SystemError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FileMode.recording)
        guard file >= 0 else { throw SystemError(errno: errno) }
        descriptor = Mutex(file)
        sinkPath = "/proc/self/fd/\(file)"
    }

    /// Makes the file of a request, for its sink to write into; `nil` for a device (`/dev/full`), which its sink opens.
    ///
    /// Throws when it cannot be made, or something has the name already, which is left alone; but a device is nothing that anybody but
    /// root could have put there.
    ///
    /// - Parameter hasOpenFile: the output has another file to go on in.
    static func make(_ request: FileRequest, hasOpenFile: Bool) throws(GraphFailure) -> ReservedFile? {
        do throws(SystemError) { return try ReservedFile(request.path) } catch {
            if error.errno == EEXIST, isDevice(request.path) { return nil }
            throw WriteRefusal(making: request.path, errno: error.errno)
                .failureToMake(request, hasOpenFile: hasOpenFile)
        }
    }

    deinit { release() }

    /// Gives the file back. No sink may open it from now on: the number may lead to another file then.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    /// Asks the file system why it takes nothing more, of which GStreamer's filesink tells no more than that it failed: writes behind
    /// the file's end, and takes that away again. Blocks.
    func refusal() -> WriteRefusal? {
        descriptor.withLock { descriptor in
            var facts = stat()
            guard let descriptor, fstat(descriptor, &facts) == 0 else { return nil }
            defer { ftruncate(descriptor, facts.st_size) }
            let chunk = [UInt8](repeating: 0, count: 65_536)
            var end = facts.st_size
            // As much as a sink writes at once: what is left of a block may still be taken.
            while end < facts.st_size + 16 * chunk.count {
                let count = pwrite(descriptor, chunk, chunk.count, end)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return WriteRefusal(errno: errno, size: Int64(facts.st_size)) }
                end += count
            }
            return nil
        }
    }

    /// Returns true when a path is itself a character device that belongs to root.
    static func isDevice(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR && facts.st_uid == 0
    }
}
