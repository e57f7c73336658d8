internal import Dispatch
internal import Glibc

/// A child process, usually of this same executable. It has a separate process group, so that signals from the terminal
/// do not reach it.
package struct ChildProcess: Sendable {
    /// The process id, which is also the id of the child's process group. After `wait()`, the system may give it to
    /// another process.
    package let pid: Int32

    /// The queue on which pipes and child processes are created. A child started between `pipe` and `fcntl(FD_CLOEXEC)`
    /// would otherwise inherit the pipe.
    fileprivate static let spawning = DispatchQueue(label: "dualcam.spawning")

    /// The value of the constant SCHED_IDLE (bits/sched.h), which Swift does not import.
    private static let idleScheduling: Int32 = 5

    /// The error thrown if the system could not start a process.
    package struct Refusal: Error, Equatable {
        /// The value of `errno`.
        package var errorNumber: Int32

        package init(errorNumber: Int32) { self.errorNumber = errorNumber }
    }

    /// Starts a child process (`posix_spawn`).
    ///
    /// - Parameters:
    ///   - program: The path of the executable. If it is `nil`, because the system does not report the path, a refusal
    ///     is thrown.
    ///   - words: The arguments after the program's name.
    ///   - inheriting: The part of `environment` that the child process receives.
    ///   - descriptors: The open files of the child process: for each, its number in the child and in this process.
    ///     They are duplicated in this order. The child receives no other open descriptors except 0, 1 and 2.
    ///   - silent: The child's descriptors that are connected to /dev/null: reads return the end of the file, and
    ///     writes are discarded.
    ///   - stranger: The name of a program that is not dualcam; `nil` for dualcam. Such a program starts with default
    ///     signal actions. It and its children run at idle priority for CPU and disk (SCHED_IDLE, sched(7) and
    ///     ionice(1)).
    package init(
        _ program: String?, _ words: [String], environment: [String: String], inheriting: InheritedEnvironment = .user,
        descriptors: [(own: Int32, from: Int32)] = [], silent: [Int32] = [], stranger: String? = nil
    ) throws(Refusal) {
        let nowhere = silent.isEmpty ? -1 : Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { if nowhere >= 0 { close(nowhere) } }
        var files = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        Self.open(silent.map { (own: $0, from: nowhere) } + descriptors, &files)
        // The calling thread may block signals, and a child process inherits the signal mask.
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setpgroup(&attributes, 0)
        var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK
        if stranger != nil {
            var all = sigset_t()
            sigfillset(&all)
            posix_spawnattr_setsigdefault(&attributes, &all)
            flags |= POSIX_SPAWN_SETSIGDEF
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var pid: pid_t = 0
        let number = Self.withStrings([stranger ?? "dualcam"] + words) { arguments in
            Self.withStrings(inheriting.filtered(environment).map { "\($0.key)=\($0.value)" }) { variables in
                Self.spawning.sync { posix_spawn(&pid, program ?? "", &files, &attributes, arguments, variables) }
            }
        }
        guard number == 0 else { throw Refusal(errorNumber: number) }
        self.pid = pid
        if stranger != nil { idle() }
    }

    /// Adds the spawn actions that duplicate the given descriptors into the child process and close all others.
    private static func open(
        _ descriptors: [(own: Int32, from: Int32)], _ files: inout posix_spawn_file_actions_t
    ) {
        for (own, from) in descriptors { posix_spawn_file_actions_adddup2(&files, from, own) }
        let last = max(STDERR_FILENO, descriptors.map(\.own).max() ?? 0)
        for descriptor in (STDERR_FILENO + 1)..<(last + 1) where !descriptors.contains(where: { $0.own == descriptor })
        {
            posix_spawn_file_actions_addclose(&files, descriptor)
        }
        InheritedFiles.closeOthers(from: last + 1, by: &files)
    }

    /// Sets idle priority for CPU and disk, for this child process and for processes that it starts later (SCHED_IDLE,
    /// sched(7) and ionice(1)).
    func idle() {
        // glibc's posix_spawnattr_setschedpolicy does not accept SCHED_IDLE.
        var priority = sched_param()
        sched_setscheduler(pid, Self.idleScheduling, &priority)
    }

    /// Sends a signal to the child process, but not to processes that it has started. Ignores errors. Must not be
    /// called after `wait()`.
    package func send(_ signal: Int32) { kill(pid, signal) }

    /// Sets the lowest CPU priority for the child process (nice value 19).
    package func yieldToOthers() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), 19) }

    /// Returns true if the child process has ended. If `waits` is true, blocks until it has ended. Does not reap the
    /// process, so its process id stays in use (`waitid`, WNOWAIT).
    package func hasEnded(waits: Bool) -> Bool {
        var facts = siginfo_t()
        while waitid(P_PID, id_t(pid), &facts, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG)) < 0 {
            if errno != EINTR { return true }
        }
        return facts._sifields._sigchld.si_pid != 0
    }

    /// Waits for the end of the child process (`waitpid`). Returns its exit code, or the negative number of the signal
    /// that ended it. Blocks. Call this function only once.
    package func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }

    /// Runs a process, usually of this executable, until it ends, and returns its exit code and output. If a signal
    /// ended it, the code is the signal's negative number. A process that runs longer than `limit`, or prints more than
    /// `most` bytes, is ended with the signal `ending`. Blocks.
    ///
    /// - Parameters:
    ///   - input: The descriptor of the process's standard input; `nil` for an empty input.
    ///   - isGentle: True to set the lowest CPU priority and to discard standard error.
    ///   - isSilent: True to discard standard error.
    ///   - stranger: The name of a program that is not dualcam, as for `init`. Its standard error becomes part of the
    ///     returned output.
    ///   - holding: A descriptor that the process inherits and keeps open while it lives; `nil` for none.
    ///   - isIdle: True to set idle priority for CPU and disk.
    ///   - ending: The signal that ends the process if it must not continue. If it still runs three seconds later, it
    ///     is killed with SIGKILL.
    ///   - hearing: A closure that repeatedly receives the output so far, and may remove bytes that are not to be
    ///     returned. If it returns false, the process is ended.
    package static func output(
        of program: String?, _ words: [String], environment: [String: String],
        inheriting: InheritedEnvironment = .user, input: Int32? = nil, isGentle: Bool = true, isSilent: Bool = false,
        isIdle: Bool = false,
        stranger: String? = nil, holding: Int32? = nil,
        within limit: Duration, most: Int = 1 << 20, ending: Int32 = SIGKILL,
        hearing: (inout [UInt8]) -> Bool = { _ in true }
    ) throws(Refusal) -> (code: Int32, output: [UInt8]) {
        let ends = try PipeEnds()
        defer { close(ends.read) }
        let kept = [
            (STDIN_FILENO, input), (STDERR_FILENO, stranger.map { _ in ends.write }), (STDERR_FILENO + 1, holding),
        ]
        let descriptors =
            [(own: STDOUT_FILENO, from: ends.write)] + kept.compactMap { own, from in from.map { (own, $0) } }
        let silent =
            (input == nil ? [STDIN_FILENO] : []) + (stranger == nil && (isGentle || isSilent) ? [STDERR_FILENO] : [])
        let started = Result { () throws(Refusal) in
            try ChildProcess(
                program, words, environment: environment, inheriting: inheriting, descriptors: descriptors,
                silent: silent, stranger: stranger)
        }
        // From here on, only the child process has the write end of the pipe open.
        close(ends.write)
        let child = try started.get()
        if isGentle { child.yieldToOthers() }
        if isIdle { child.idle() }
        let (output, isWhole) = read(ends.read, until: .now + limit, most: most, hearing)
        if !isWhole {
            child.send(ending)
            if ending != SIGKILL { _ = read(ends.read, until: .now + .seconds(3), most: most) { _ in true } }
            child.send(SIGKILL)
        }
        return (child.wait(), output)
    }

    /// Runs a program of the system, such as `openssl`, until it ends, and returns its exit code and standard output.
    /// It is found in the folders of `PATH`, and gets no secrets. If a signal ended it, the code is the signal's
    /// negative number. It is killed if it runs longer than `limit` or prints more than `most` bytes. Blocks.
    /// - Throws: a refusal with `ENOENT` if there is no such program.
    package static func output(
        ofTool words: [String], within limit: Duration, most: Int = 1 << 20
    ) throws(Refusal) -> (code: Int32, output: [UInt8]) {
        let ended = try output(
            of: "/usr/bin/env", words, environment: InheritedEnvironment.own, inheriting: .plain, isGentle: false,
            isSilent: true, within: limit, most: most)
        // The exit code of env(1) if there is no such program.
        guard ended.code != 127 else { throw Refusal(errorNumber: ENOENT) }
        return ended
    }

    /// The maximum time between two calls of `hearing`, in milliseconds.
    private static let hearingInterval: Int64 = 250

    /// Reads a child process's output until the process closes it.
    ///
    /// - Returns: The bytes, and `false` if the time ran out, the output was too long, reading failed, or `hearing`
    ///   returned false.
    private static func read(
        _ descriptor: Int32, until end: ContinuousClock.Instant, most: Int, _ hearing: (inout [UInt8]) -> Bool
    ) -> ([UInt8], Bool) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= most {
            let rest = ContinuousClock.now.duration(to: end).components
            guard rest.seconds >= 0, rest.attoseconds >= 0 else { return (bytes, false) }
            guard hearing(&bytes) else { return (bytes, false) }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000 + 1
            let ready = poll(&waiting, 1, Int32(min(left, hearingInterval)))
            if ready < 0, errno == EINTR { continue }
            if ready == 0 { continue }
            guard ready > 0 else { return (bytes, false) }
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (bytes, count == 0) }
            bytes += chunk[..<count]
        }
        return (bytes, false)
    }

    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// A pipe that only the intended child process inherits.
package struct PipeEnds {
    /// The descriptor of the end that is read. The owner of the pipe must close both ends.
    package var read: Int32
    /// The descriptor of the end that is written.
    package var write: Int32

    /// Creates the pipe. Throws a refusal if the system has no free descriptors.
    package init() throws(ChildProcess.Refusal) {
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
