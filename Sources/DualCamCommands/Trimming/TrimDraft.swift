import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession
import DualCamSupervision
import Glibc

/// New files that are whole before the others are. They are kept in the session's folder until all are, so that whoever was interrupted
/// goes on with the next one. Its functions block.
struct TrimDraft: Sendable {
    private let draft: CompositionDraft
    private let place: ProcessEnvironment

    /// `nil` where nothing is kept: there is one file alone, the new folder takes no file that lies in the session's (another disk), or
    /// nothing can be kept there, which is told.
    init?(
        _ files: [TrimmedFile], of session: TrimmedSession, _ sources: HeldSources, into folder: String,
        in place: ProcessEnvironment
    ) {
        guard files.count > 1 else { return nil }
        let recorded = session.files.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
        let sounds = Set(files.compactMap(\.sound?.path)).sorted().map(Self.state)
        let facts: [Any] = [session.pipeline, recorded, files, sounds, sources.marks(of: session.files)]
        let key = CompositionDraft.key(of: facts, without: [session.folder])
        let draft = CompositionDraft.kept(what: "made", of: session.folder, key: key, whileBusy: nil, in: place)
        guard let draft else { return nil }
        (self.draft, self.place) = (draft, place)
        let trial = "\(folder)/.\(getpid()).new"
        guard link(draft.recordPath, trial) == 0 else {
            forget()
            return nil
        }
        unlink(trial)
    }

    /// Differs when another file has taken the place of the one at a path, or that one was written to.
    private static func state(of path: String) -> String {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return "" }
        return "\(facts.st_ino) \(facts.st_size) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
    }

    /// Bytes of what is kept.
    var bytes: Int64 { draft.bytes }

    var isEmpty: Bool { draft.count == 0 }

    /// Returns the counts of a file that is kept; `nil`: the file has to be made.
    func counts(of number: Int) throws(CommandFailure) -> TrimmedCounts? {
        let told = try translated { () throws(FolderFailure) in try draft.told(of: number) }
        guard let frames = told?["frames"]?.count, let encoded = told?["encoded"]?.count else { return nil }
        return (frames, encoded)
    }

    /// Makes the file anew. Returns a path that leads to it while it is open.
    func open(_ number: Int) throws(CommandFailure) -> String {
        try translated { () throws(FolderFailure) in try draft.create(number) }
    }

    /// Keeps a file that is whole.
    func keep(_ number: Int, _ counts: TrimmedCounts) throws(CommandFailure) {
        let told: JSONValue = ["frames": .count(counts.frames), "encoded": .count(counts.encoded)]
        try translated { () throws(FolderFailure) in
            try draft.tell(told, of: number)
            try draft.keep(number)
        }
    }

    /// Gives a kept file its name. Throws where something has it already.
    func name(_ number: Int, _ path: String) throws(CommandFailure) {
        try OutputOption.folder.move(draft.path(of: number), to: path)
    }

    /// All files are whole, and have their names.
    func forget() { draft.forget("files that were kept", in: place) }
}

/// The frames of a new file, and how many of them were encoded anew.
typealias TrimmedCounts = (frames: Int, encoded: Int)
