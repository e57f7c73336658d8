import Foundation
import Glibc

/// The folders that a program under test uses as those of its user: home, configuration, state, data, cache, and
/// sockets of recordings. Tests never touch the real user's folders and never see each other's recordings.
package enum TestHome {
    /// The environment variables that name these folders.
    package static let variables = [
        "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
        "DUALCAM_TMPDIR",
    ]

    /// The variables of a user who has neither a home nor recordings. Nothing can be created below a file, not even by
    /// root.
    package static let nowhere = folders("/dev/null", sockets: "/dev/null")

    /// Returns only the variables that name the folders, without this process's environment, for code that runs in the
    /// test's own process.
    ///
    /// - Parameter sockets: The folder for the sockets of recordings.
    package static func folders(_ home: String, sockets: String) -> [String: String] {
        [
            "HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_STATE_HOME": home + "/state",
            "XDG_DATA_HOME": home + "/data", "XDG_CACHE_HOME": home + "/cache", "XDG_RUNTIME_DIR": sockets,
            "DUALCAM_TMPDIR": sockets,
        ]
    }

    /// Returns the environment of a program that a test starts.
    ///
    /// - Parameters:
    ///   - home: An existing home for this program alone. If omitted, all programs of this test process share one,
    ///     because GStreamer reads some plugins again if `HOME` changes.
    ///   - sockets: The folder for the sockets of recordings; if omitted, a folder in the home.
    ///   - more: Variables that override all others.
    package static func environment(
        home: String? = nil, sockets: String? = nil, _ more: [String: String] = [:]
    ) -> [String: String] {
        let home = home ?? shared.path
        let own = folders(home, sockets: sockets ?? home + "/runtime")
        for folder in own.values { mkdir(folder, 0o700) }
        return shared.environment.merging(own) { $1 }.merging(more) { $1 }
    }

    /// The home that programs share, with an environment based on this process's environment.
    private struct Shared: Sendable {
        /// The temporary home, deleted when the process exits; `nil` if the home was given from outside.
        let folder: TemporaryFolder?
        let path: String
        var environment = ProcessInfo.processInfo.environment

        init() {
            // Scripts/test gives each of its processes a home that is not the one in the user database.
            let given = environment["HOME", default: ""]
            let real = getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
            folder = given.isEmpty || given == real ? TemporaryFolder() : nil
            path = folder?.path ?? given
            if folder != nil { furnish() }
        }

        /// Adds variables for what is expensive to create, so that programs with this home find it. `DUALCAM_VM_CACHE`
        /// names the existing cache of the emulated machine. `GST_REGISTRY` names a registry of GStreamer plugins,
        /// which is completed here, before `G_DEBUG` can end a program because of a plugin's warning.
        private mutating func furnish() {
            let caches = environment["XDG_CACHE_HOME"] ?? environment["HOME", default: ""] + "/.cache"
            environment["DUALCAM_VM_CACHE"] = environment["DUALCAM_VM_CACHE"] ?? caches + "/dualcam-vm"
            environment["GST_REGISTRY"] = path + "/registry"
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/gst-inspect-1.0")
            process.environment = environment.merging(folders(path, sockets: path + "/runtime")) { $1 }
                .filter { $0.key != "G_DEBUG" }
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            // If this program cannot be started, the first program of a test reads the plugins.
            do { try process.run() } catch { return }
            process.waitUntilExit()
        }
    }

    private static let shared = Shared()
}
