internal import Glibc

/// The folders in which recordings have their sockets.
package enum SocketFolders {
    /// Moves the folder of those without a runtime folder away from `/tmp`.
    package static let temporaryKey = "DUALCAM_TMPDIR"

    /// Returns the folder for the socket of a recording: `$XDG_RUNTIME_DIR/dualcam`, or one of this user's own that every session,
    /// cron and a container find by its number: `/tmp/dualcam-1000`.
    package static func own(_ environment: [String: String]) -> String {
        runtime(environment) ?? temporary(environment)
    }

    /// Returns the folders in which recordings of this user may be found. What somebody else has made, or can look into, is none.
    package static func all(_ environment: [String: String]) -> [String] {
        let temporary = temporary(environment)
        return [runtime(environment), PrivateFolder.isPrivate(temporary) ? temporary : nil].compactMap { $0 }
    }

    /// A relative path is to be ignored (XDG Base Directory Specification).
    private static func runtime(_ environment: [String: String]) -> String? {
        let folder = environment["XDG_RUNTIME_DIR", default: ""]
        return folder.hasPrefix("/") ? folder + "/dualcam" : nil
    }

    private static func temporary(_ environment: [String: String]) -> String {
        let given = environment[temporaryKey, default: ""]
        return (given.hasPrefix("/") ? given : "/tmp") + "/dualcam-\(geteuid())"
    }
}
