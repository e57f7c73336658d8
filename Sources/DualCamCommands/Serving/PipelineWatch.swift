import DualCamConfig
import Dispatch
import Glibc
import Synchronization

/// Watches a pipeline file, which editors write anew or replace: it is read when it has stayed as it is from one look to the
/// next. Looks are taken on a queue, as a network's disk may hang.
final class PipelineWatch: Sendable {
    /// The facts that tell one version of a file from another.
    struct Version: Sendable, Equatable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var seconds: Int64
        var nanoseconds: Int64

        /// `nil`: there is no file now, as between the two steps of being replaced.
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

    /// - Parameter onChange: called on a queue when the file has changed and come to rest.
    init(_ path: String, onChange: @escaping @Sendable () -> Void) {
        (self.path, self.onChange) = (path, onChange)
        let now = Version(path)
        state = Mutex(State(known: now, seen: now))
    }

    /// Looks once, unless the last look has not come back. To be asked about once a second.
    func look() {
        let isFree = state.withLock { state in
            defer { state.isLooking = true }
            return !state.isLooking
        }
        guard isFree else { return }
        queue.async { [self] in
            if accept(Version(path)) { onChange() }
        }
    }

    /// Returns true when it is another file than before, and at rest.
    private func accept(_ version: Version?) -> Bool {
        state.withLock { state in
            defer { (state.seen, state.isLooking) = (version, false) }
            guard let version, version == state.seen, version != state.known else { return false }
            state.known = version
            return true
        }
    }
}

/// Tells whether a terminal that this process had is gone: what tells its hang-up from somebody's signal.
struct TerminalWatch: Sendable {
    private let hadTerminal = Self.isThere

    var isGone: Bool { hadTerminal && !Self.isThere }

    private static var isThere: Bool {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
