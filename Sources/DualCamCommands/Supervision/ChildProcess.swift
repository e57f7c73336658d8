import Dispatch
import DualCamSession
import Glibc

/// A process, mostly of this same executable, in a process group of its own: a terminal's signals do not reach it.
struct ChildProcess: Sendable {
    let pid: Int32

    /// No child may be started between a pipe's making and its marking as not to be inherited.
    fileprivate static let spawning = DispatchQueue(label: "dualcam.spawning")

    /// SCHED_IDLE (bits/sched.h), which is not imported.
    private static let idleScheduling: Int32 = 5

    /// The system refused to start it.
    struct Refusal: Error, Equatable { var errorNumber: Int32 }

    /// Starts one (`posix_spawn`).
    ///
    /// - Parameters:
    ///   - program: The executable's path; `nil` where the system does not tell.
    ///   - words: The command line after the program's name.
    ///   - inheriting: The part of `environment` that it gets.
    ///   - descriptors: What is open in it, by its own number; given in the order in which they are moved there. Beside 0, 1 and 2
    ///     nothing else is, whatever this process has open, or a library in it.
    ///   - silent: The numbers at which it reads nothing and what it writes is thrown away.
    ///   - stranger: The name of a program that knows nothing of this one: it begins with no signal ignored, and it and whatever it
    ///     starts have the processor and the disk only when nobody else wants them (SCHED_IDLE, sched(7) and ionice(1)).
    init(
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
        // The calling thread may block signals, which would be inherited.
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

    /// Opens what it gets, and closes everything else.
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

    /// Gives it and whatever it starts the processor and the disk only when nobody else wants them (SCHED_IDLE, sched(7) and
    /// ionice(1)).
    func idle() {
        // glibc's posix_spawnattr_setschedpolicy knows no SCHED_IDLE.
        var priority = sched_param()
        sched_setscheduler(pid, Self.idleScheduling, &priority)
    }

    func send(_ signal: Int32) { kill(pid, signal) }

    /// Gives it the processor only when nobody else wants it.
    func yieldToOthers() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), 19) }

    /// Returns true when it has ended, and leaves it to be waited for: its number stays taken (`waitid`, WNOWAIT).
    func hasEnded(waits: Bool) -> Bool {
        var facts = siginfo_t()
        while waitid(P_PID, id_t(pid), &facts, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG)) < 0 {
            if errno != EINTR { return true }
        }
        return facts._sifields._sigchld.si_pid != 0
    }

    /// Waits for its end (`waitpid`): the exit code, or the signal below zero. Blocks; to be called once.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }

    /// Runs a process of this executable to its end and returns what it printed. One that takes longer than `limit` or prints more
    /// than `most` bytes is killed, which its code tells: the exit code, or the signal below zero. Blocks.
    ///
    /// - Parameters:
    ///   - input: its standard input; `nil`: nothing.
    ///   - isGentle: gives it the processor only when nobody else wants it, and throws away what it writes to standard error.
    ///   - isSilent: throws away what it writes to standard error.
    ///   - stranger: The name of a program that knows nothing of this one, as `init` has it: what it writes to standard error is given as
    ///     what it prints.
    ///   - holding: A descriptor that it inherits and keeps open as long as it lives.
    ///   - isIdle: gives it neither processor nor disk while somebody else wants them.
    ///   - ending: the signal that ends it; whatever is there three seconds later is killed.
    ///   - hearing: is given what it has printed so far, again and again, and may take of it what is not to be returned; when it returns
    ///     false, the process is killed.
    static func output(
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
        // Only the child's own end keeps the pipe open from here on.
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

    /// The longest time in milliseconds for which nobody is asked whether the process is still wanted.
    private static let hearingInterval: Int64 = 250

    /// - Returns: `false` when the end did not come in time, or after too much, or when nobody wants it.
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
