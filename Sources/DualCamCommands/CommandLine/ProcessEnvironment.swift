import DualCamConfig
import DualCamSession
import DualCamSupervision
import Glibc

/// The environment of a command: everything that a test may replace.
struct ProcessEnvironment: Sendable {
    var output: any TextSink
    var errors: any TextSink
    /// True when `errors` is a terminal, on which the status line is redrawn in place.
    var errorsAreTerminal: Bool
    /// True when standard input is a terminal, of which keys may be heard.
    var inputIsTerminal = false
    /// Returns the next line of standard input, without its end; `nil`: there is none.
    var readLine: @Sendable () -> String? = { Swift.readLine() }
    /// True when `errors` is read by a journal, which wants each line's severity before it.
    var errorsAreJournal = false
    /// The terminal's width now; `nil` where `errors` is none.
    var columns: @Sendable () -> Int?
    /// Returns the requests to end a recording. Called once: from then on signals no longer end the process by themselves.
    var signals: @Sendable () -> AsyncStream<TerminationSignal>
    var environment: [String: String]
    var files: any FileView
    /// The rule for texts of pipeline files: whether variables are filled in, and how much of a text its errors show.
    var textRule = TextRule.own
    /// The other files that a pipeline file names.
    var kept = KeptFiles()
    /// True where the programs of hooks have to be there: a worker runs none, and one that is gone ends no recording.
    var judgesPrograms = true
    /// Absolute path of the running executable; `nil` where the system does not tell.
    var executable: String?
    /// The path by which the program starts itself again, also when its file has been replaced since; `nil`: it cannot.
    var launcher: String?
    /// The absolute path of the working directory.
    var workingDirectory: String

    /// The folder of what dualcam keeps for this user: `$XDG_STATE_HOME/dualcam`, else below `~/.local/state`.
    var stateFolder: String { folder("XDG_STATE_HOME", else: ".local/state") }

    /// The folder of what dualcam can make anew for this user: `$XDG_CACHE_HOME/dualcam`, else below `~/.cache`.
    var cacheFolder: String { folder("XDG_CACHE_HOME", else: ".cache") }

    /// The folder of what this user has set up: `$XDG_CONFIG_HOME/dualcam`, else below `~/.config`.
    var configurationFolder: String { folder("XDG_CONFIG_HOME", else: ".config") }

    private func folder(_ variable: String, else usual: String) -> String {
        let given = environment[variable, default: ""]
        // A relative path is to be ignored (XDG Base Directory Specification).
        return (given.hasPrefix("/") ? given : environment["HOME", default: ""] + "/" + usual) + "/dualcam"
    }

    /// Returns the environment in which one file has the content that was given.
    func giving(_ content: [UInt8], at path: String) -> ProcessEnvironment {
        var place = self
        place.files = GivenFile(path: path, content: content, others: files)
        return place
    }

    /// Returns the environment in which pipeline files are read by another rule.
    func reading(by rule: TextRule) -> ProcessEnvironment {
        var place = self
        place.textRule = rule
        return place
    }

    /// The index over all folders of recordings.
    var sessionIndex: SessionIndex { SessionIndex(cacheFolder, tell: { note("note: \($0)") }) }

    /// Returns an absolute path: a relative one begins in the working directory.
    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : workingDirectory + "/" + path }

    /// Returns the absolute path of a folder, or of the nearest above it that exists.
    func nearestFolder(_ path: String) -> String {
        var path = absolute(path)
        while files.kind(of: path) != .directory, let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
            if path == "/" { break }
        }
        return path
    }

    /// Writes a note on standard error.
    func note(_ text: String, _ severity: Severity = .information) {
        let line: TerminalText = "dualcam: \(text)\n"
        errors.write(errorsAreJournal ? severity.marking(line) : line)
    }

    /// Writes a note above the status line, which another process may have drawn.
    func noteAboveStatus(_ text: String, _ severity: Severity = .information) {
        if errorsAreTerminal { errors.write(StatusDisplay.erase) }
        note(text, severity)
    }

    /// Writes a file's content on standard output.
    ///
    /// - Parameter what: `the timeline`
    func print(_ bytes: [UInt8], _ what: String) throws(CommandFailure) {
        guard output.write(bytes: bytes) else {
            throw CommandFailure(
                .diskFailed, "\(what) cannot be written to standard output", next: "Look at what reads it.")
        }
    }

    /// Redraws the line of a terminal that tells how far something is; nothing where standard error is no terminal.
    ///
    /// - Parameter text: cut off at the terminal's width.
    func redraw(_ text: String) {
        guard errorsAreTerminal else { return }
        let line = "dualcam: \(text)"
        errors.write("\r\u{1B}[K\(line.prefix((columns() ?? 80) - 1))")
    }

    /// Takes the line away that `redraw` has drawn.
    func eraseLine() {
        if errorsAreTerminal { errors.write("\r\u{1B}[K") }
    }

    /// Tells why a command did nothing; its exit code.
    func report(_ failure: CommandFailure) -> ExitCode {
        let text = TerminalText(laidOut: failure.text + "\n")
        errors.write(errorsAreJournal ? Severity.error.marking(text) : text)
        return failure.exitCode
    }

    /// Colours are shown on a terminal unless NO_COLOR (https://no-color.org) is set or the terminal is `dumb`.
    var allowsColour: Bool {
        errorsAreTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Takes the processor only when nobody else wants it. Each thread has its own value (setpriority(2)); those that are made later
    /// take it over.
    static func yieldToOthers() {
        for thread in DiskView().names(in: "/proc/self/task").compactMap({ id_t($0) }) {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), thread, 19)
        }
    }

    /// Limits this process's use of the machine (`setrlimit`) and its traces.
    static func limit(_ limits: [(kind: UInt32, most: rlim_t)]) {
        for (kind, most) in limits {
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            setrlimit(__rlimit_resource_t(kind), &limit)
        }
    }

    /// The process's own surroundings.
    static func ofThisProcess(environment: [String: String]) -> ProcessEnvironment {
        ProcessEnvironment(
            output: DescriptorSink.standardOutput, errors: DescriptorSink.standardError,
            errorsAreTerminal: DescriptorSink.standardError.isTerminal, inputIsTerminal: isatty(STDIN_FILENO) == 1,
            errorsAreJournal: DescriptorSink.standardError.isJournal(environment),
            columns: { DescriptorSink.standardError.columns }, signals: { TerminationSignal.arrivals() },
            environment: withHome(environment), files: DiskView(),
            executable: DiskView.resolved("/proc/self/exe"), launcher: "/proc/self/exe",
            workingDirectory: DiskView.resolved(".") ?? ".")
    }

    /// A service may run without HOME; the user database knows it then (`getpwuid(3)`).
    private static func withHome(_ environment: [String: String]) -> [String: String] {
        guard environment["HOME", default: ""].isEmpty, let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir
        else { return environment }
        return environment.merging(["HOME": String(cString: home)]) { $1 }
    }
}

/// A destination of text. A sink that can take no more text drops it: a recording does not end because nobody reads.
protocol TextSink: Sendable {
    /// - Parameter patience: The time that a reader that is behind may hold this up before the text is dropped; `nil`: for ever.
    func write(_ text: TerminalText, patience: Duration?)
    /// Writes what is no text, such as a picture.
    ///
    /// - Returns: `false` when not all of it could be written.
    func write(bytes: [UInt8]) -> Bool
}

extension TextSink {
    func write(_ text: TerminalText) { write(text, patience: nil) }
}
