internal import Glibc

/// A recording that can be spoken to, by the name of its socket: `NAME-PID.sock`.
package struct RunningRecorder: Sendable, Equatable {
    /// The pipeline's name, made safe for a file's name.
    package var name: String
    /// The process id of its supervisor.
    package var process: Int32
    /// The socket's absolute path.
    package var path: String

    package init(name: String, process: Int32, path: String) {
        (self.name, self.process, self.path) = (name, process, path)
    }

    /// The socket `file` in `folder`; `nil` when it is not named as one.
    package init?(file: String, in folder: String) {
        let suffix = ".sock"
        guard file.hasSuffix(suffix), let dash = file.lastIndex(of: "-"),
            let process = Int32(file[file.index(after: dash)...].dropLast(suffix.count)), process > 0
        else { return nil }
        self.init(name: String(file[..<dash]), process: process, path: folder + "/" + file)
    }

    /// `pip (process 1234)`
    package var text: String { "\(name) (process \(process))" }
}

/// The state of a socket's file.
package enum SocketCondition: Sendable, Equatable {
    case listening
    /// Left behind by a process that is gone.
    case stale
    case forbidden
    /// This process cannot tell: it has no descriptors left, or the path is too long.
    case unknown

    /// Connects to it and says nothing (`connect(2)`).
    package init(of path: String) {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, var address = sockaddr_un(path: path) else {
            self = .unknown
            return
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        switch result == 0 ? 0 : errno {
        // One whose queue is full does listen.
        case 0, EAGAIN, EINPROGRESS: self = .listening
        case EACCES, EPERM: self = .forbidden
        case ECONNREFUSED, ENOENT, ENOTSOCK: self = .stale
        default: self = .unknown
        }
    }
}

extension sockaddr_un {
    /// `nil` for a path that is too long (107 bytes).
    fileprivate init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = withUnsafeMutableBytes(of: &sun_path) { room in
            guard bytes.count < room.count else { return false }
            room.copyBytes(from: bytes)
            return true
        }
        guard fits else { return nil }
    }
}
