internal import Glibc

/// The Unix socket of a recording: `NAME-PID.sock` in a private folder.
struct SocketPlace: Sendable {
    let path: String

    /// Takes away what dead recordings have left in the folder. Blocks.
    ///
    /// - Parameters:
    ///   - runtime: `$XDG_RUNTIME_DIR`; `nil`: it is not set.
    ///   - name: `name` of the pipeline file.
    ///   - process: The supervisor's.
    /// - Throws: When the folder is not this user's alone, or a living process has the socket.
    init(runtime: String?, name: String, process: Int32) throws(DoorFailure) {
        guard let runtime, runtime.hasPrefix("/") else {
            throw DoorFailure(
                "XDG_RUNTIME_DIR is not set, so that there is no place for the control socket",
                advice:
                    "Set it to a folder of this user's own, usually /run/user/\(getuid()), or write control: {socket: off}."
            )
        }
        let folder = try PrivateFolder(runtime + "/dualcam")
        path = "\(folder.path)/\(Self.safe(name))-\(process).sock"
        guard path.utf8.count <= 107 else {
            throw DoorFailure(
                "the path '\(path)' is too long for a socket", advice: "Give the pipeline file a shorter name.")
        }
        for name in folder.names where name.hasSuffix(".sock") {
            let other = folder.path + "/" + name
            if SocketCondition(of: other) == .stale {
                unlink(other)
            } else if other == path {
                throw DoorFailure("another process listens at '\(path)' already", advice: "End that process.")
            }
        }
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
