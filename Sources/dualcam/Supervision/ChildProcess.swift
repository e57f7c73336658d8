import Dispatch
import Glibc

/// A process of this same executable, in a process group of its own: a terminal's signals do not reach it.
struct ChildProcess: Sendable {
    let pid: Int32

    /// No child may be started between a pipe's making and its marking as not to be inherited.
    fileprivate static let spawning = DispatchQueue(label: "dualcam.spawning")

    /// The system refused to start it.
    struct Refusal: Error, Equatable { var errorNumber: Int32 }

    /// Starts one (`posix_spawn`).
    ///
    /// - Parameters:
    ///   - program: The executable's path; `nil` where the system does not tell.
    ///   - words: The command line after the program's name.
    ///   - descriptors: What is open in it, by its own number; given in the order in which they are moved there.
    init(
        _ program: String?, _ words: [String], environment: [String: String],
        descriptors: [(own: Int32, from: Int32)]
    ) throws(Refusal) {
        var files = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        for (own, from) in descriptors { posix_spawn_file_actions_adddup2(&files, from, own) }
        // The calling thread may block signals, which would be inherited.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let number = Self.withStrings(["dualcam"] + words) { arguments in
            Self.withStrings(environment.map { "\($0.key)=\($0.value)" }) { world in
                Self.spawning.sync { posix_spawn(&pid, program ?? "", &files, &attributes, arguments, world) }
            }
        }
        guard number == 0 else { throw Refusal(errorNumber: number) }
        self.pid = pid
    }

    func send(_ signal: Int32) { kill(pid, signal) }

    /// Gives it the processor only when nobody else wants it.
    func yieldToOthers() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), 19) }

    /// Waits for its end (`waitpid`): the exit code, or the signal below zero. Blocks; to be called once.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }

    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// A pipe whose ends no other child inherits.
struct PipeEnds {
    var read: Int32
    var write: Int32

    init() throws(ChildProcess.Refusal) {
        var ends: [Int32] = [-1, -1]
        let number: Int32 = ChildProcess.spawning.sync {
            guard pipe(&ends) == 0 else { return errno }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard number == 0 else { throw ChildProcess.Refusal(errorNumber: number) }
        (read, write) = (ends[0], ends[1])
    }
}
