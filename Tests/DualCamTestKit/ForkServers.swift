import Foundation

/// `Scripts/fork-servers`: ffmpeg and ffprobe that need not be linked anew for each start.
package enum ForkServers {
    /// The folder where they are, where Scripts/test has begun them.
    private static let folder = ProcessInfo.processInfo.environment["DUALCAM_FORK_SERVERS"]

    /// What stands before a command of the shell, so that it finds them first.
    package static let inShell = folder.map { "PATH='\($0)':$PATH; " } ?? ""

    /// The path of a program: that of its fork server, where it has one.
    package static func path(_ program: String) -> String {
        guard let folder, ["/usr/bin/ffmpeg", "/usr/bin/ffprobe"].contains(program) else { return program }
        return program.replacing("/usr/bin", with: folder)
    }
}
