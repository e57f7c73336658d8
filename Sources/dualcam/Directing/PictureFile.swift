import Glibc

/// A file that is there whole or not at all.
enum PictureFile {
    enum Refusal: Error, Equatable {
        case exists
        case notCreated(String)
        case notWritten(String)
    }

    /// An old file stays until the new one is whole.
    static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(Refusal) {
        let fresh = replacing ? "\(path).\(getpid()).new" : path
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw !replacing && errno == EEXIST ? .exists : .notCreated(reason()) }
        var problem = put(bytes, descriptor)
        if close(descriptor) != 0, problem == nil { problem = reason() }
        if problem == nil, replacing, rename(fresh, path) != 0 { problem = reason() }
        guard let problem else { return }
        unlink(fresh)
        throw .notWritten(problem)
    }

    private static func put(_ bytes: [UInt8], _ descriptor: Int32) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return reason() }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
