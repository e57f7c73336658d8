import Foundation

/// Finds the fork servers of ffmpeg and ffprobe (`Tests/Tools/fork-servers`). A fork server starts its program faster
/// because the program's libraries are already linked.
package enum ForkServers {
    /// The folder of the fork servers; `nil` if `Scripts/test` did not start any.
    private static let folder = ProcessInfo.processInfo.environment["DUALCAM_FORK_SERVERS"]

    /// The prefix of a shell command that puts the fork servers first in `PATH`; empty if there are none.
    package static let inShell = folder.map { "PATH='\($0)':$PATH; " } ?? ""

    /// Returns the path by which to start a program: that of its fork server if there is one, otherwise `program`
    /// itself.
    package static func path(_ program: String) -> String {
        guard let folder, ["/usr/bin/ffmpeg", "/usr/bin/ffprobe"].contains(program) else { return program }
        return program.replacing("/usr/bin", with: folder)
    }
}
