import DualCamSession
import Glibc

/// A file that is there whole or not at all.
enum NewFile {
    enum Refusal: Error, Equatable {
        case exists
        case notCreated(String)
        case notWritten(String)

        /// - Parameters:
        ///   - exists: Told where the file is there already.
        ///   - elsewhere: What to do where it cannot be created.
        func failure(of path: String, _ exists: CommandFailure, elsewhere: String) -> CommandFailure {
            switch self {
            case .exists: exists
            case .notCreated(let reason):
                CommandFailure(.outputNotCreated, "'\(path)' cannot be created: \(reason)", next: elsewhere)
            case .notWritten(let reason):
                CommandFailure(
                    .diskFailed, "'\(path)' cannot be written: \(reason)", next: "Make room, or choose another disk.")
            }
        }
    }

    /// An old file stays until the new one is whole.
    static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(Refusal) {
        let fresh = replacing ? "\(path).\(getpid()).new" : path
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw !replacing && errno == EEXIST ? .exists : .notCreated(reason()) }
        var problem = FileWriting.put(bytes, descriptor)
        if close(descriptor) != 0, problem == nil { problem = reason() }
        if problem == nil, replacing, rename(fresh, path) != 0 { problem = reason() }
        guard let problem else { return }
        unlink(fresh)
        throw .notWritten(problem)
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
