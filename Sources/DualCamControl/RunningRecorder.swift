import DualCamConfig
internal import Glibc

/// A running recording that accepts commands, identified by the name of its Unix socket: `NAME-PID.sock`.
package struct RunningRecorder: Sendable, Equatable {
    /// The name of the recording's pipeline. Characters that are unsafe in file names are replaced.
    package var name: String
    /// The process id of the recording's supervisor.
    package var process: Int32
    /// The absolute path of the recording's Unix socket.
    package var path: String

    package init(name: String, process: Int32, path: String) {
        (self.name, self.process, self.path) = (name, process, path)
    }

    /// Creates the recording that owns the socket `file` in `folder`; returns `nil` if `file` is not a valid socket
    /// name.
    package init?(file: String, in folder: String) {
        let suffix = ".sock"
        guard file.hasSuffix(suffix), let dash = file.lastIndex(of: "-"),
            let process = Int32(file[file.index(after: dash)...].dropLast(suffix.count)), process > 0
        else { return nil }
        self.init(name: String(file[..<dash]), process: process, path: folder + "/" + file)
    }

    /// The recording as text for users, such as `pip (process 1234)`.
    package var text: String { "\(name) (process \(process))" }
}

/// The state of a recording's Unix socket: in use, stale or unknown.
package enum SocketCondition: Sendable, Equatable {
    case listening
    /// The socket was left behind by a process that has ended.
    case stale
    case forbidden
    /// The state is unknown, because this process has no file descriptors left or the socket's path is too long.
    case unknown

    /// Determines the state of the socket at a path by connecting to it without sending anything (`connect(2)`).
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
        // A process whose queue is full is listening, too.
        case 0, EAGAIN, EINPROGRESS: self = .listening
        case EACCES, EPERM: self = .forbidden
        case ECONNREFUSED, ENOENT, ENOTSOCK: self = .stale
        default: self = .unknown
        }
    }
}

extension sockaddr_un {
    /// Creates the socket address of a path; returns `nil` if the path is longer than 107 bytes.
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

/// The folders in which recordings create their Unix sockets.
package enum SocketFolders {
    /// The name of the environment variable whose value replaces `/tmp` for recordings without a runtime folder.
    package static let temporaryKey = "DUALCAM_TMPDIR"

    /// Returns the folder for this user's Unix sockets: `$XDG_RUNTIME_DIR/dualcam`, or otherwise a folder such as
    /// `/tmp/dualcam-1000`. The second folder's name contains the user id, so every login session, cron job and
    /// container can find it.
    package static func own(_ environment: [String: String]) -> String {
        runtime(environment) ?? temporary(environment)
    }

    /// Returns the folders to search for this user's recordings. Omits a temporary folder that another user created or
    /// can access.
    package static func all(_ environment: [String: String]) -> [String] {
        let temporary = temporary(environment)
        return [runtime(environment), PrivateFolder.isPrivate(temporary) ? temporary : nil].compactMap { $0 }
    }

    /// Returns the folder for sockets in the runtime directory; `nil` if the runtime directory is not set or is a
    /// relative path, which must be ignored (XDG Base Directory Specification).
    private static func runtime(_ environment: [String: String]) -> String? {
        let folder = environment["XDG_RUNTIME_DIR", default: ""]
        return folder.hasPrefix("/") ? folder + "/dualcam" : nil
    }

    private static func temporary(_ environment: [String: String]) -> String {
        let given = environment[temporaryKey, default: ""]
        return (given.hasPrefix("/") ? given : "/tmp") + "/dualcam-\(geteuid())"
    }
}

extension SocketFolders {
    /// Returns the path for a recording's Unix socket: `NAME-PID.sock` in a private folder. Deletes stale sockets in
    /// that folder. Blocks.
    ///
    /// - Parameters:
    ///   - folder: the folder for sockets, which is created if it is missing.
    ///   - name: the `name` in the pipeline file.
    ///   - process: the process id of the recording's supervisor.
    /// - Throws: an error if other users can access the folder, or if a running process uses the socket.
    static func place(in folder: String, for name: String, process: Int32) throws(Refusal) -> String {
        let folder = try PrivateFolder(folder)
        let path = "\(folder.path)/\(safe(name))-\(process).sock"
        guard path.utf8.count <= 107 else {
            throw Refusal(
                "the path '\(path)' is too long for a socket", hint: "Give the pipeline file a shorter name.")
        }
        for name in folder.names where name.hasSuffix(".sock") {
            let other = folder.path + "/" + name
            guard isOwnSocket(other) else {
                guard other != path else {
                    throw Refusal(
                        "'\(path)' is in the way of the control socket: it is not a socket of this user's",
                        hint: "Move it away.")
                }
                continue
            }
            if SocketCondition(of: other) == .stale {
                unlink(other)
            } else if other == path {
                throw Refusal("another process listens at '\(path)' already", hint: "End that process.")
            }
        }
        return path
    }

    /// Returns true if the path is a socket that belongs to this user. Only such sockets are ever deleted.
    private static func isOwnSocket(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK && status.st_uid == geteuid()
    }

    /// Returns a name in which all characters except letters, digits, `-`, `_` and `.` are replaced by `_`. It has
    /// about 60 bytes at most, so that a socket's path is short enough.
    package static func safe(_ name: String) -> String {
        let bytes = name.utf8.prefix(60).map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                byte
            default: UInt8(ascii: "_")
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix(".") || text.isEmpty ? "_" + text : text
    }
}
