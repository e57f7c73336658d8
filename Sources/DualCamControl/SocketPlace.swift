import DualCamConfig
internal import Glibc

/// The Unix socket of a recording: `NAME-PID.sock` in a private folder.
struct SocketPlace: Sendable {
    let path: String

    /// Takes away what dead recordings have left in the folder. Blocks.
    ///
    /// - Parameters:
    ///   - folder: The one that takes sockets; made where it is missing.
    ///   - name: `name` of the pipeline file.
    ///   - process: The supervisor's.
    /// - Throws: When the folder is not this user's alone, or a living process has the socket.
    init(folder: String, name: String, process: Int32) throws(Refusal) {
        let folder = try PrivateFolder(folder)
        path = "\(folder.path)/\(Self.safe(name))-\(process).sock"
        guard path.utf8.count <= 107 else {
            throw Refusal(
                "the path '\(path)' is too long for a socket", hint: "Give the pipeline file a shorter name.")
        }
        for name in folder.names where name.hasSuffix(".sock") {
            let other = folder.path + "/" + name
            guard Self.isOwnSocket(other) else {
                guard other != path else {
                    throw Refusal(
                        "'\(path)' is in the way of the control socket: it is no socket of this user's",
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
    }

    /// Nothing else is ever taken away, whatever its name.
    private static func isOwnSocket(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK && status.st_uid == geteuid()
    }

    /// Letters, digits, `-`, `_` and `.` stay; at most 60 bytes, so that a socket's path is short enough.
    static func safe(_ name: String) -> String {
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
