import Glibc

/// Switches the terminal of standard input between its original settings and settings that deliver each key at once,
/// without echo. Restores the original settings before this process loses the terminal: when it ends, when it is
/// stopped (SIGTSTP), or when a signal kills it.
///
/// All code here may run in a signal handler. It therefore makes only system calls, and its storage exists before any
/// handler is installed.
package enum TerminalMode {
    private struct Storage {
        var found = termios()
        /// True while the terminal's settings differ from the original ones.
        var isChanged = false
        /// True while key presses should be delivered one at a time, without waiting for Return, whenever this process
        /// is in the foreground.
        var isWanted = false
        /// True while this process is being stopped by the terminal. It must then not change the settings until it
        /// resumes.
        var isStopping = false
    }

    nonisolated(unsafe) private static let storage: UnsafeMutablePointer<Storage> = {
        let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
        storage.initialize(to: Storage())
        return storage
    }()

    /// The action that each signal had before a handler was installed, keyed by the signal's number.
    nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
        let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
        former.initialize(repeating: sigaction(), count: 32)
        return former
    }()

    private static let deadly = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// True if this process is in the terminal's foreground (`tcgetpgrp(3)`).
    package static var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Changes the terminal's settings to deliver single keys, now or as soon as this process enters the foreground.
    package static func begin() {
        storage.pointee.isWanted = true
        for number in deadly { handle(number) { TerminalMode.die($0) } }
    }

    /// Restores the terminal's original settings permanently.
    package static func end() {
        storage.pointee.isWanted = false
        leave()
    }

    /// Changes the terminal's settings if this process is in the foreground. Returns true if single keys are delivered.
    /// Call this function regularly, because no signal reports that this process has entered the foreground.
    package static func enter() -> Bool {
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

    /// Restores the terminal's original settings. Does nothing to the terminal if another process is in the foreground,
    /// because the settings then belong to that process.
    static func leave() {
        guard storage.pointee.isChanged else { return }
        storage.pointee.isChanged = false
        if isInForeground { tcsetattr(STDIN_FILENO, TCSANOW, &storage.pointee.found) }
    }

    /// Restores the terminal's settings, then stops this process as the terminal would without the handler.
    private static func stop() {
        let before = errno
        storage.pointee.isStopping = true
        leave()
        signal(SIGTSTP, SIG_DFL)
        kill(getpid(), SIGTSTP)
        errno = before
    }

    /// Restores the terminal's settings, then raises the signal again with the action that it had before.
    private static func die(_ number: Int32) {
        leave()
        sigaction(number, former + Int(number), nil)
        raise(number)
    }

    /// Installs a signal handler, unless the signal is ignored.
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
