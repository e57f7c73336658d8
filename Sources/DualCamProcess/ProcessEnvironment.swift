package import DualCamConfig
package import DualCamRecordings
package import Glibc

/// The environment in which a command runs: streams, files, variables and paths, all of which a test may replace.
package struct ProcessEnvironment: Sendable {
    /// Standard output, which carries the results of commands and the JSON for programs.
    package var output: any TextSink
    /// Standard error, which carries messages for users and the status line.
    package var errors: any TextSink
    /// True if standard error is a terminal, on which the status line is redrawn in place.
    package var errorsAreTerminal: Bool
    /// True if standard input is a terminal, whose keys can be read.
    package var inputIsTerminal = false
    /// Returns the next line of standard input without its newline; `nil` at the end of the input.
    package var readLine: @Sendable () -> String? = { Swift.readLine() }
    /// True if standard error goes to systemd's journal. Each line then needs its severity as a prefix.
    package var errorsAreJournal = false
    /// Returns the current width of the terminal in columns; `nil` if standard error is not a terminal.
    package var columns: @Sendable () -> Int?
    /// Returns a stream of the signals that ask the process to end. Call this closure only once. After that call, these
    /// signals no longer end the process by themselves.
    package var signals: @Sendable () -> AsyncStream<TerminationSignal>
    /// The environment variables, keyed by name.
    package var environment: [String: String]
    /// The file system that is read before a recording.
    package var files: any FileView
    /// The rule for text values in pipeline files: whether environment variables in them are expanded, and how much of
    /// a value error messages may quote.
    package var textRule = TextRule.own
    /// The store of copies of files that the pipeline file names. All workers of one recording share these copies.
    package var kept = KeptFiles()
    /// True if a missing hook program is an error. False in a worker, which runs no hooks, so that a missing program
    /// does not end a recording.
    package var judgesPrograms = true
    /// The absolute path of the running executable; `nil` if the system does not report the path.
    package var executable: String?
    /// The path by which dualcam starts itself in a new process, even if its executable has been replaced; `nil` if
    /// that is impossible.
    package var launcher: String?
    /// The absolute path of the working directory.
    package var workingDirectory: String

    /// The folder of this user's state: `$XDG_STATE_HOME/dualcam`, or below `~/.local/state`.
    package var stateFolder: String { folder("XDG_STATE_HOME", else: ".local/state") }

    /// The folder of this user's cached files: `$XDG_CACHE_HOME/dualcam`, or below `~/.cache`.
    package var cacheFolder: String { folder("XDG_CACHE_HOME", else: ".cache") }

    /// The folder of this user's configuration: `$XDG_CONFIG_HOME/dualcam`, or below `~/.config`.
    package var configurationFolder: String { folder("XDG_CONFIG_HOME", else: ".config") }

    private func folder(_ variable: String, else usual: String) -> String {
        let given = environment[variable, default: ""]
        // A relative path must be ignored (XDG Base Directory Specification).
        return (given.hasPrefix("/") ? given : environment["HOME", default: ""] + "/" + usual) + "/dualcam"
    }

    /// Returns a copy of this environment in which the file at `path` has the given content.
    package func giving(_ content: [UInt8], at path: String) -> ProcessEnvironment {
        var place = self
        place.files = GivenFile(path: path, content: content, others: files)
        return place
    }

    /// Returns a copy of this environment with another rule for text values in pipeline files.
    package func reading(by rule: TextRule) -> ProcessEnvironment {
        var place = self
        place.textRule = rule
        return place
    }

    /// The index of the sessions in all known recording directories.
    package var sessionIndex: SessionIndex { SessionIndex(cacheFolder, tell: { note("note: \($0)") }) }

    /// Returns a path as an absolute path. A relative path starts in the working directory.
    package func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : workingDirectory + "/" + path }

    /// Returns the absolute path of a folder or, if the folder does not exist, of its nearest existing parent.
    package func nearestFolder(_ path: String) -> String {
        var path = absolute(path)
        while files.kind(of: path) != .directory, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
            if path == "/" { break }
        }
        return path
    }

    /// Prints a note on standard error, with the prefix `dualcam: `.
    package func note(_ text: String, _ severity: Severity = .information) {
        let line: TerminalText = "dualcam: \(text)\n"
        errors.write(errorsAreJournal ? severity.marking(line) : line)
    }

    /// Prints a note on standard error where a status line may be, because another process may have drawn it. The note
    /// replaces that line.
    package func noteAboveStatus(_ text: String, _ severity: Severity = .information) {
        if errorsAreTerminal { errors.write(.eraseLine) }
        note(text, severity)
    }

    /// Writes bytes to standard output. Throws a failure if they cannot be written.
    ///
    /// - Parameter what: The name of the content in the failure's message, such as `the timeline`.
    package func print(_ bytes: [UInt8], _ what: String) throws(CommandFailure) {
        guard output.write(bytes: bytes) else {
            throw CommandFailure(
                .diskFailed, "\(what) cannot be written to standard output", next: "Check the program that reads it.")
        }
    }

    /// Redraws the progress line on the terminal. Does nothing if standard error is not a terminal.
    ///
    /// - Parameter text: The text of the progress line, which is cut off at the terminal's width.
    package func redraw(_ text: String) {
        guard errorsAreTerminal else { return }
        let line = "dualcam: \(text)"
        errors.write("\r\u{1B}[K\(line.prefix((columns() ?? 80) - 1))")
    }

    /// Erases the progress line that `redraw` has drawn.
    package func eraseLine() {
        if errorsAreTerminal { errors.write("\r\u{1B}[K") }
    }

    /// Prints the failure of a command on standard error, and returns the failure's exit code.
    package func report(_ failure: CommandFailure) -> ExitCode {
        let text = TerminalText(laidOut: failure.text + "\n")
        errors.write(errorsAreJournal ? Severity.error.marking(text) : text)
        return failure.exitCode
    }

    /// True if output may use colours: standard error is a terminal that is not `dumb`, and NO_COLOR
    /// (https://no-color.org) is not set.
    package var allowsColour: Bool {
        errorsAreTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Sets the lowest CPU priority for all threads of this process. Each thread has its own priority (setpriority(2));
    /// new threads inherit it.
    package static func yieldToOthers() {
        for thread in DiskView().names(in: "/proc/self/task").compactMap({ id_t($0) }) {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), thread, 19)
        }
    }

    /// Sets resource limits of this process (`setrlimit`), such as CPU time, memory and the size of core dumps.
    package static func limit(_ limits: [(kind: UInt32, most: rlim_t)]) {
        for (kind, most) in limits {
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            setrlimit(__rlimit_resource_t(kind), &limit)
        }
    }

    /// Returns the real environment of this process, with its standard streams, files and signals.
    package static func ofThisProcess(environment: [String: String]) -> ProcessEnvironment {
        ProcessEnvironment(
            output: DescriptorSink.standardOutput, errors: DescriptorSink.standardError,
            errorsAreTerminal: DescriptorSink.standardError.isTerminal, inputIsTerminal: isatty(STDIN_FILENO) == 1,
            errorsAreJournal: DescriptorSink.standardError.isJournal(environment),
            columns: { DescriptorSink.standardError.columns }, signals: { TerminationSignal.arrivals() },
            environment: withHome(environment), files: DiskView(),
            executable: DiskView.resolved("/proc/self/exe"), launcher: "/proc/self/exe",
            workingDirectory: DiskView.resolved(".") ?? ".")
    }

    /// Returns the environment variables with HOME added from the user database (`getpwuid(3)`), because a service may
    /// run without HOME.
    private static func withHome(_ environment: [String: String]) -> [String: String] {
        guard environment["HOME", default: ""].isEmpty, let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir
        else { return environment }
        return environment.merging(["HOME": String(cString: home)]) { $1 }
    }
}

/// A destination for text, such as standard output. A caller can limit the time to wait for a reader that accepts no
/// more text. After that time, the text is dropped, so that a blocked reader does not stop a recording.
package protocol TextSink: Sendable {
    /// Writes text, or drops it if the reader is too slow.
    ///
    /// - Parameter patience: The time to wait for a slow reader before the text is dropped; `nil` to wait forever.
    func write(_ text: TerminalText, patience: Duration?)
    /// Writes bytes that are not text, such as a picture file.
    ///
    /// - Returns: `false` if some bytes could not be written.
    func write(bytes: [UInt8]) -> Bool
}

extension TextSink {
    /// Writes text. Blocks while the reader accepts no more of it.
    package func write(_ text: TerminalText) { write(text, patience: nil) }
}
