import CommandLine
import DualCamGraph
import DualCamProcess
import DualCamRecordings
import Glibc

/// The exclusive right to give a path to a new file or folder. Only one process on this machine can hold it. A second
/// process is therefore rejected before it starts its work, not when it names its file.
///
/// The reservation needs no placeholder file. It is a Unix socket with an abstract name (unix(7)), made from the
/// folder's device and inode and the new name. The kernel releases it when the process ends, even if it is killed.
/// Processes in other network namespaces or on other machines do not see the socket. They notice the conflict when they
/// name their file, which never replaces another file.
final class NameReservation {
    /// The path that this object reserves.
    let path: String
    /// The descriptor of the reservation's socket; -1 if nothing is reserved because no socket could be created.
    private var socket: Int32

    /// Reserves a path for a new file or folder.
    ///
    /// - Returns: `nil` if another process of the same user or of root has already reserved the path.
    init?(_ path: String) {
        self.path = path
        guard let name = Self.name(for: path) else {
            socket = -1
            return
        }
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        // A process that cannot get the name connects, to read the holder's credentials. The holder never accepts the
        // connection.
        if Self.call(bind, socket, name) == 0, listen(socket, SOMAXCONN) == 0 { return }
        let isTaken = errno == EADDRINUSE && Self.isHeldByFriend(name)
        close(socket)
        socket = -1
        if isTaken { return nil }
    }

    deinit { release() }

    /// Releases the reservation. Called once the new file has its name, or when it will not be made.
    func release() {
        if socket >= 0 { close(socket) }
        socket = -1
    }

    /// Returns the abstract name of the reservation's socket; `nil` if the new file's folder is not accessible. In that
    /// case, the reason is reported when the file is created.
    private static func name(for path: String) -> String? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let last = slash.map { path[path.index(after: $0)...] } ?? path[...]
        guard let state = FileFacts(of: folder) else { return nil }
        return "dualcam-new-" + FileDigest.sha256(of: Array("\(state.device) \(state.inode) \(last)".utf8))
    }

    /// Returns true if the process that holds a reservation belongs to the same user or to root. Reservations by other
    /// users are ignored, because any user could make them to block a path.
    private static func isHeldByFriend(_ name: String) -> Bool {
        let other = Glibc.socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard other >= 0 else { return false }
        defer { close(other) }
        guard call(connect, other, name) == 0 else { return false }
        // The fields of struct ucred, which Swift does not import: process, user and group.
        var peer: (pid: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(other, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return false }
        return peer.user == geteuid() || peer.user == 0
    }

    /// Calls `bind` or `connect` with the address of an abstract Unix socket.
    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ socket: Int32, _ name: String
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The first byte stays 0, which makes the name abstract.
        let bytes = Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + bytes.count)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { function(socket, $0, length) }
        }
    }
}

extension RenderContext {
    /// The highest number that is added to the name of a new file to make it unique.
    private static let mostNumbers = 10_000

    /// Reserves a path for a new file and returns the reservation. With `--numbered`, reserves the first free path,
    /// with a number if necessary, such as `youtube_2.mp4`.
    ///
    /// Throws a failure if another process has reserved the path.
    ///
    /// - Parameter isTaken: Returns true if a file exists at a path. Existing files are never replaced.
    func reserve(
        _ path: String, where isTaken: (String) -> Bool = NewFile.isTaken
    ) throws(CommandFailure) -> NameReservation {
        let begin = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let end = path[begin...].lastIndex(of: ".") ?? path.endIndex
        for number in 1...(options.isNumbered ? Self.mostNumbers : 1) {
            let candidate = number == 1 ? path : "\(path[..<end])_\(number)\(path[end...])"
            if options.isNumbered, isTaken(candidate) { continue }
            guard let reservation = NameReservation(candidate) else { continue }
            // Another file may have received this name between the check and the reservation.
            if options.isNumbered, isTaken(candidate) { continue }
            return reservation
        }
        guard !options.isNumbered else {
            throw CommandFailure(
                .outputNotCreated, naming: "'\(path)' and all numbered names up to \(Self.mostNumbers) already exist",
                next: "Move some of these files away\(commandLineOnly: ", or choose another name with --output").")
        }
        throw CommandFailure(
            .outputNotCreated, naming: "another process is making '\(path)'",
            next: "Wait until it has finished\(commandLineOnly: ", or choose another name with --output").")
    }
}
