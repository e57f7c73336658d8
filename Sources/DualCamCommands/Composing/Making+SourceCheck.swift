import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

extension Making {
    /// Looks whether recorded files are what was recorded, unless that is not wanted, before new ones are made of them: what is
    /// copied nobody looks at, and a decoder shows what is damaged as well as it can. Blocks while the files are read. One
    /// whose digest the session does not know is let pass.
    ///
    /// - Parameters:
    ///   - all: the session's files.
    ///   - held: those of the files that are read, and what else is. The digests are noted in it.
    ///   - ended: thrown where it is not to go on.
    ///   - option: the name of the option by which an output is left out; `nil`: there is none.
    func check(
        _ all: [OutputName: [ComposedSession.File]], reading held: HeldSources, ended: CommandFailure,
        leavingOut option: String? = nil
    ) throws(CommandFailure) {
        if options.isUnchecked { return }
        let paths = held.paths
        let files = all.values.joined().filter { paths.contains($0.path) }.sorted { $0.path < $1.path }
        for file in files {
            guard let digest = file.digest else { continue }
            let found = try translated { () throws(GraphFailure) in try FileDigest.sha256(file.path, goesOn: goesOn) }
            guard let found else { throw ended }
            guard found == digest else {
                throw CommandFailure.damaged(file.path, next: Self.advice(leavingOut: option))
            }
            held.note(found, of: file.path)
        }
    }

    private static func advice(leavingOut option: String?) -> OptionText {
        guard let option else {
            return "See 'dualcam audit'\(commandLineOnly: "; take it as it is with --unchecked")."
        }
        return
            "See 'dualcam audit'; leave its output out with \(option: option)\(commandLineOnly: ", or take it as it is with --unchecked")."
    }
}

extension CommandFailure {
    /// A recorded file has another content than the ledger says.
    static func damaged(_ path: String, next: OptionText) -> CommandFailure {
        CommandFailure(.diskFailed, naming: "'\(path)' is not what was recorded: its SHA-256 differs", next: next)
    }

    /// Somebody has asked for the end of what was done.
    static func ended(_ work: String, next: String = "Nothing was written.") -> CommandFailure {
        CommandFailure(.unavailable, "the \(work) was ended", next: next)
    }
}
