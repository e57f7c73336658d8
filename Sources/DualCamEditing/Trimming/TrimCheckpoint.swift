import DualCamConfig
import DualCamProcess
import DualCamRecordings
import Glibc

/// The checkpoint of a command that makes several files. Each complete file is stored in the session's folder until all
/// files are complete. An interrupted command thus resumes with the next file. All functions block.
struct TrimCheckpoint: Sendable {
    private let draft: RenderCheckpoint
    private let place: ProcessEnvironment

    /// Finds or creates the checkpoint of a command that makes several files. Returns `nil` if there is only one file
    /// to make, or if the new folder is on another disk, because stored files cannot be linked there. If files cannot
    /// be stored, prints a warning and returns `nil`.
    init?(
        _ files: [TrimmedFile], of session: TrimmedSession, _ sources: HeldSources, into folder: String,
        in place: ProcessEnvironment
    ) {
        guard files.count > 1 else { return nil }
        let recorded = session.files.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
        let sounds = Set(files.compactMap(\.sound?.path)).sorted().map(Self.state)
        let facts: [Any] = [session.pipeline, recorded, files, sounds, sources.marks(of: session.files)]
        let key = RenderCheckpoint.key(of: facts, without: [session.folder])
        let draft = RenderCheckpoint.kept(what: "made", of: session.folder, key: key, whileBusy: nil, in: place)
        guard let draft else { return nil }
        (self.draft, self.place) = (draft, place)
        let trial = "\(folder)/.\(getpid()).new"
        guard link(draft.recordPath, trial) == 0 else {
            forget()
            return nil
        }
        unlink(trial)
    }

    /// Returns text that represents the state of the file at a path. It changes if the file is replaced or written to.
    private static func state(of path: String) -> String {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return "" }
        return "\(facts.st_ino) \(facts.st_size) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
    }

    /// The total size of the complete files in the checkpoint, in bytes.
    var bytes: Int64 { draft.bytes }

    var isEmpty: Bool { draft.count == 0 }

    /// Returns the frame counts of a file that the checkpoint contains; `nil` if the file must still be made.
    ///
    /// - Parameter number: The index of the file among the files to make.
    func counts(of number: Int) throws(CommandFailure) -> TrimmedCounts? {
        let told = try translated { () throws(FolderFailure) in try draft.told(of: number) }
        guard let frames = told?["frames"]?.count, let encoded = told?["encoded"]?.count else { return nil }
        return (frames, encoded)
    }

    /// Creates an empty file in the checkpoint for the new file with the index `number`. It replaces an incomplete one
    /// from an earlier run. Returns a path that is valid while the file is open.
    func open(_ number: Int) throws(CommandFailure) -> String {
        try translated { () throws(FolderFailure) in try draft.create(number) }
    }

    /// Stores the complete file with the index `number` and its frame counts in the checkpoint.
    func keep(_ number: Int, _ counts: TrimmedCounts) throws(CommandFailure) {
        let told: JSONValue = ["frames": .count(counts.frames), "encoded": .count(counts.encoded)]
        try translated { () throws(FolderFailure) in
            try draft.tell(told, of: number)
            try draft.keep(number)
        }
    }

    /// Moves the complete file with the index `number` from the checkpoint to its final path. Throws if the path is
    /// taken.
    func name(_ number: Int, _ path: String) throws(CommandFailure) {
        try OutputOption.folder.move(draft.path(of: number), to: path)
    }

    /// Deletes the checkpoint. Called once all files have their final names.
    func forget() { draft.forget("files that were kept", in: place) }
}

/// `frames`: the number of frames in a new file; `encoded`: the number of those that were re-encoded.
typealias TrimmedCounts = (frames: Int, encoded: Int)
