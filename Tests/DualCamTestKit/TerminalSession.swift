import Dispatch
import Glibc

/// A program that runs as the session leader of its own pseudo-terminal (`pty(7)`). A program that hangs is killed
/// after 300 seconds.
package final class TerminalSession: Sendable {
    private struct State {
        var text = ""
        var modes: UInt32?
        /// The program's wait status; `nil` while it runs.
        var status: Int32?
    }

    package struct Failure: Error { package var what: String }

    // Macros that Swift does not import: TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), and POSIX_SPAWN_SETSID.
    private static let unlocks: UInt = 0x4004_5431
    private static let asksNumber: UInt = 0x8004_5430
    private static let newSession: Int16 = 0x80
    /// The time limit of a program. Programs under test take less than half a minute on an idle machine.
    private static let patience = DispatchTimeInterval.seconds(300)

    package let process: Int32
    private let controller: Int32
    /// A descriptor of the program's side of the terminal. It keeps the terminal open after the program has ended.
    private let side: Int32
    private let state = Lock(State())
    /// A stream with an element whenever the program has written something.
    private let changes: AsyncStream<Void>
    private let telling: AsyncStream<Void>.Continuation
    private let reading = DispatchQueue(label: "dualcam.test.terminal")

    package init(
        _ program: String, _ words: [String], environment: [String: String], columns: UInt16 = 100
    ) throws(Failure) {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (number, unlocked): (UInt32, Int32) = (0, 0)
        guard controller >= 0, ioctl(controller, Self.unlocks, &unlocked) == 0,
            ioctl(controller, Self.asksNumber, &number) == 0
        else { throw Failure(what: "no terminal") }
        let path = "/dev/pts/\(number)"
        side = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
        process = try Self.start(program, words, environment, on: path)
        (changes, telling) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        reading.async { [self] in read() }
        DispatchQueue.global().async { [self] in watch() }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self] in self?.giveUp() }
    }

    deinit { close(controller) }

    /// Everything that the program has written to the terminal.
    package var output: String { state.with { $0.text } }

    /// The terminal's local modes (`c_lflag`), such as line buffering and echo. After the program has ended, the modes
    /// that it left.
    package var modes: UInt32 { state.with { $0.modes } ?? presentModes }

    private var presentModes: UInt32 {
        var settings = termios()
        tcgetattr(side, &settings)
        return settings.c_lflag
    }

    /// Types keys into the terminal.
    package func type(_ keys: String) {
        _ = Array(keys.utf8).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
    }

    package func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Waits until the condition holds and returns true. Checks it whenever the program has written something, at most
    /// 60 times. Returns false if it still does not hold then, or if the program ended or was killed before.
    package func until(_ condition: @Sendable (TerminalSession) -> Bool) async -> Bool {
        var rest = 60
        if condition(self) { return true }
        for await _ in changes {
            if condition(self) { return true }
            rest -= 1
            if rest == 0 { break }
        }
        return condition(self)
    }

    /// Waits until the program ends, and returns its exit code, or the negative number of the signal that killed it.
    package func end() async -> Int32 {
        for await _ in changes {}
        guard let status = state.with({ $0.status }) else { return -SIGKILL }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    /// Kills the program's process group if it still runs. Also ends all waiting, because another process may keep the
    /// terminal open.
    private func giveUp() {
        if state.with({ $0.status }) == nil { kill(-process, SIGKILL) }
        telling.finish()
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(controller, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let piece = String(decoding: chunk.prefix(count), as: UTF8.self)
            state.with { $0.text += piece }
            telling.yield()
        }
        telling.finish()
    }

    /// Waits for the program's end, then closes the terminal, so that `read()` ends as well.
    private func watch() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let modes = presentModes
        state.with { ($0.status, $0.modes) = (status, modes) }
        close(side)
    }

    private static func start(
        _ program: String, _ words: [String], _ environment: [String: String], on terminal: String
    ) throws(Failure) -> pid_t {
        var files = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        // A session leader that opens a terminal without O_NOCTTY gets it as its controlling terminal.
        posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGDEF))
        // A shell that starts the tests in the background makes them ignore these signals. The program needs the
        // defaults.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawn_file_actions_addopen(&files, 0, terminal, O_RDWR, 0)
        for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&files, 0, descriptor) }
        let arguments = ([program] + words).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for copy in arguments + variables { free(copy) } }
        var process: pid_t = 0
        let number = posix_spawn(&process, program, &files, &attributes, arguments, variables)
        guard number == 0 else { throw Failure(what: String(cString: strerror(number))) }
        return process
    }
}
