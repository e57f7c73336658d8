import Glibc

/// The settings of the terminal on standard input: as they were found, or such that a key is there as soon as it is pressed, and
/// not echoed. What is found is put back before anything takes this process from the terminal: its end, a stop by the
/// terminal (SIGTSTP), or a signal that kills it.
///
/// Everything here may run in a signal handler: it makes system calls only, and its storage is there before any handler is.
enum TerminalMode {
    private struct Storage {
        var found = termios()
        /// The terminal has other settings than were found.
        var isChanged = false
        /// Keys are wanted, whenever this process is in the foreground.
        var isWanted = false
        /// The terminal is stopping this process, which is not to change anything until it goes on.
        var isStopping = false
    }

    nonisolated(unsafe) private static let storage: UnsafeMutablePointer<Storage> = {
        let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
        storage.initialize(to: Storage())
        return storage
    }()

    /// The earlier action of each signal.
    nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
        let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
        former.initialize(repeating: sigaction(), count: 32)
        return former
    }()

    private static let deadly = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// True when the terminal listens to this process (`tcgetpgrp(3)`).
    static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Asks for keys from now on: they come as soon as this process is in the foreground.
    static func begin() {
        storage.pointee.isWanted = true
        for number in deadly { handle(number) { TerminalMode.die($0) } }
    }

    /// Puts the settings back for good.
    static func end() {
        storage.pointee.isWanted = false
        leave()
    }

    /// Changes the settings where this process is in the foreground; returns whether keys come. Called now and then, as nothing
    /// else tells that this process has come to the foreground.
    static func enter() -> Bool {
        guard storage.pointee.isWanted, isInForeground else { return false }
        if storage.pointee.isStopping {
            storage.pointee.isStopping = false
            return false
        }
        if storage.pointee.isChanged { return true }
        handle(SIGTSTP) { _ in TerminalMode.stop() }
        guard tcgetattr(STDIN_FILENO, &storage.pointee.found) == 0 else { return false }
        var keys = storage.pointee.found
        keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
        (keys.c_cc.6, keys.c_cc.5) = (1, 0)
        storage.pointee.isChanged = tcsetattr(STDIN_FILENO, TCSAFLUSH, &keys) == 0
        return storage.pointee.isChanged
    }

    /// A terminal that listens to somebody else has settings of theirs, which are left alone.
    static func leave() {
        guard storage.pointee.isChanged else { return }
        storage.pointee.isChanged = false
        if isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &storage.pointee.found) }
    }

    /// The terminal stops this process: as it would without the handler.
    private static func stop() {
        let before = errno
        storage.pointee.isStopping = true
        leave()
        signal(SIGTSTP, SIG_DFL)
        kill(getpid(), SIGTSTP)
        errno = before
    }

    /// Puts the settings back, and leaves the rest to whoever had the signal before.
    private static func die(_ number: Int32) {
        leave()
        sigaction(number, former + Int(number), nil)
        raise(number)
    }

    /// Installs a handler, unless the signal is ignored.
    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var new = sigaction()
        guard sigaction(number, nil, former + Int(number)) == 0,
            unsafeBitCast(former[Int(number)].__sigaction_handler.sa_handler, to: Int.self)
                != unsafeBitCast(SIG_IGN, to: Int.self)
        else { return }
        new.__sigaction_handler.sa_handler = handler
        new.sa_flags = SA_RESTART | SA_NODEFER
        sigaction(number, &new, nil)
    }
}
