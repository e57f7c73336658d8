import Foundation
import Glibc

/// The folders that a program takes for those of its user: home, settings, state, cache, and where recordings have their sockets. No
/// test reads or writes those of whoever runs the tests, and none sees another's recordings.
package enum TestHome {
    /// The names of the variables that say where the folders are.
    package static let variables = [
        "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
        "DUALCAM_TMPDIR",
    ]

    /// The variables of a user who has no home and no recordings. Nothing can be made below a file, not even by root.
    package static let nowhere = folders("/dev/null", sockets: "/dev/null")

    /// Returns the variables alone, for what runs in the test's own process.
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
    ///   - home: A home of its own, which is there. When left out, one that all programs of this test process share: GStreamer reads
    ///     some plugins again where `HOME` is another.
    ///   - sockets: The folder for the sockets of recordings; when left out, one of the home.
    ///   - more: Variables that count before all others.
    package static func environment(
        home: String? = nil, sockets: String? = nil, _ more: [String: String] = [:]
    ) -> [String: String] {
        let home = home ?? shared.path
        let own = folders(home, sockets: sockets ?? home + "/runtime")
        for folder in own.values { mkdir(folder, 0o700) }
        return shared.environment.merging(own) { $1 }.merging(more) { $1 }
    }

    /// The home that programs share, and this process's environment with what belongs to the home.
    private struct Shared: Sendable {
        /// Goes with the process; `nil`: somebody else has made the home.
        let folder: TemporaryFolder?
        let path: String
        var environment = ProcessInfo.processInfo.environment

        init() {
            // Scripts/test gives each of its processes a home: any other than the user database says.
            let given = environment["HOME", default: ""]
            let real = getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) }
            folder = given.isEmpty || given == real ? TemporaryFolder() : nil
            path = folder?.path ?? given
            if folder != nil { furnish() }
        }

        /// Keeps what is expensive to make: the emulated machine where it is, and a registry of GStreamer's plugins that is whole
        /// before G_DEBUG ends a program at a plugin's complaint.
        private mutating func furnish() {
            let caches = environment["XDG_CACHE_HOME"] ?? environment["HOME", default: ""] + "/.cache"
            environment["DUALCAM_VM_CACHE"] = environment["DUALCAM_VM_CACHE"] ?? caches + "/dualcam-vm"
            environment["GST_REGISTRY"] = path + "/registry"
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/gst-inspect-1.0")
            process.environment = environment.merging(folders(path, sockets: path + "/runtime")) { $1 }
                .filter { $0.key != "G_DEBUG" }
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            // Without it the first program reads the plugins.
            do { try process.run() } catch { return }
            process.waitUntilExit()
        }
    }

    private static let shared = Shared()
}
