import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The internal command `dualcam complete -- WORD...`, called by shell completion scripts. It asks a running recording
/// which values can follow the given words of a command line, and prints them, one per line. It prints nothing if it
/// knows none.
struct CompleteCommand: ParsedCommand {
    static let name = InternalCommand.complete.rawValue
    /// The timeout for the recording's answer. It is short because the user waits for suggestions after pressing Tab.
    private static let patience = Duration.milliseconds(200)

    /// The words of the incomplete command line, without the program's name and the word that is being typed.
    var words: [String]

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let line = PartialCommandLine(words.first == "--" ? Array(words.dropFirst()) : words)
        for offer in try await offers(for: line, in: place) { place.output.write("\(offer)\n") }
        return .finished
    }

    private func offers(for line: PartialCommandLine, in place: ProcessEnvironment) async throws(CommandFailure)
        -> [String]
    {
        let search = RecorderSearch(place)
        if line.wants == PartialCommandLine.session {
            let running = search.running()
            let names = running.map(\.name)
            return running.map { recorder in
                names.filter { $0 == recorder.name }.count == 1 ? recorder.name : String(recorder.process)
            }
        }
        guard let wanted = line.wants, let recorder = try? search.recorder(called: line.session) else { return [] }
        let client = ControlClient(recorder.path)
        let state = try await BlockingCalls.perform { () throws(CommandFailure) in
            try? client.state(patience: Self.patience)
        }
        return state.map { RunningWords(state: $0).words(for: wanted, of: line.verb, after: line.given) } ?? []
    }
}

/// An incomplete command line that is parsed in order to suggest the next word.
struct PartialCommandLine: Equatable {
    static let session = "--session"

    /// The name of the command on the incomplete command line.
    var verb = ""
    /// The name of the argument whose value is suggested next, as in the command's schema. It is `picture` for the
    /// argument of `snapshot`, and `--session` for the value of that option. `nil` if the command takes no further
    /// argument.
    var wants: String?
    /// The values of the arguments that are already complete, keyed by the argument's name.
    var given: [String: String] = [:]
    var session: String?

    init(_ words: [String]) {
        guard let verb = words.first else { return }
        self.verb = verb
        let known = DirectingVerb.all.first { $0.word == verb }
        var positions = verb == SnapshotCommand.usage.name ? ["picture"] : known?.byPosition.map(\.name) ?? []
        var pending: String?
        for word in words.dropFirst() {
            if let name = pending {
                handle(word, for: name)
                pending = nil
            } else if word.hasPrefix("--") {
                pending = handle(option: word, of: known)
            } else if !positions.isEmpty {
                given[positions.removeFirst()] = word
            }
        }
        wants = pending ?? positions.first
    }

    private mutating func handle(_ word: String, for name: String) {
        if name == Self.session { session = word } else { given[name] = word }
    }

    /// Parses an option of the incomplete command line. If the next word is the option's value, returns the name of the
    /// argument that the value belongs to; otherwise `nil`.
    private mutating func handle(option word: String, of verb: DirectingVerb?) -> String? {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isOwn = verb?.byName.contains { "--" + $0.name == parts[0] && !$0.isSwitch } ?? false
        guard parts[0] == Self.session || isOwn else { return nil }
        let name = isOwn ? String(parts[0].dropFirst(2)) : parts[0]
        if parts.count == 1 { return name }
        handle(parts[1], for: name)
        return nil
    }
}
