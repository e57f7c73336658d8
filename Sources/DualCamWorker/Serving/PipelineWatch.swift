import Dispatch
import Glibc
import Synchronization

/// Detects changes of a pipeline file. Editors write or replace files in several steps, so a change is reported only
/// when two successive checks see the same version. Checks run on a queue, because a network disk may hang.
package final class PipelineWatch: Sendable {
    /// The properties by which two versions of a file are told apart.
    struct Version: Sendable, Equatable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var seconds: Int64
        var nanoseconds: Int64

        /// Reads the properties of the file's current version; `nil` if the file is missing, such as while it is
        /// replaced.
        init?(_ path: String) {
            var facts = stat()
            guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
            (device, inode, size) = (UInt64(facts.st_dev), UInt64(facts.st_ino), Int64(facts.st_size))
            (seconds, nanoseconds) = (Int64(facts.st_mtim.tv_sec), Int64(facts.st_mtim.tv_nsec))
        }
    }

    private struct State: Sendable {
        var known: Version?
        var seen: Version?
        var isLooking = false
    }

    private let path: String
    private let onChange: @Sendable () -> Void
    private let queue = DispatchQueue(label: "dualcam.supervisor.file")
    private let state: Mutex<State>

    /// Remembers the file's current version, with which later versions are compared.
    /// - Parameter onChange: A closure that is called on a queue when the file has changed and is stable.
    package init(_ path: String, onChange: @escaping @Sendable () -> Void) {
        (self.path, self.onChange) = (path, onChange)
        let now = Version(path)
        state = Mutex(State(known: now, seen: now))
    }

    /// Starts a check of the file, unless the last check is still running. Call this function regularly.
    package func look() {
        let isFree = state.withLock { state in
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard isFree else { return }
        queue.async { [self] in
            if accept(Version(path)) { onChange() }
        }
    }

    /// Returns true if the file's version differs from the known version and is the same as at the previous check.
    private func accept(_ version: Version?) -> Bool {
        state.withLock { state in
            defer { (state.seen, state.isLooking) = (version, false) }
            guard let version, version == state.seen, version != state.known else { return false }
            state.known = version
            return true
        }
    }
}

/// Detects whether this process has lost its terminal. This distinguishes a SIGHUP caused by the loss of the terminal
/// from one that a user sent.
package struct TerminalWatch: Sendable {
    private let hadTerminal = Self.isThere

    /// Remembers whether this process has a terminal now.
    package init() {}

    /// True if this process had a terminal when the watch was created and has none now.
    package var isGone: Bool { hadTerminal && !Self.isThere }

    private static var isThere: Bool {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
