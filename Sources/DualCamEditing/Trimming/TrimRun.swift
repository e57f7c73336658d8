import CommandLine
import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import Glibc

/// Makes new files from a session's recorded files, and reports the progress.
struct TrimRun {
    /// The kind of command that makes the new files, such as `trim` or `dub`.
    let work: MadeFile.Kind
    let making: RenderContext

    private var place: ProcessEnvironment { making.place }

    /// Makes the new files of the session in a folder. Blocks.
    ///
    /// - Parameter sources: The files that were read for planning. Throws if one of them has changed since then.
    func make(
        _ files: [TrimmedFile], of session: TrimmedSession, reading sources: HeldSources = HeldSources()
    ) throws(CommandFailure) {
        try sources.add(TrimPreparation.readPaths(of: files).union(files.compactMap(\.sound?.path)))
        try making.check(session.files, reading: sources, ended: ended, leavingOut: "cameras")
        let reservation = try making.reserve(
            making.output ?? "\(session.folder)_\(work.rawValue)", where: Self.isTaken)
        defer { reservation.release() }
        let folder = reservation.path
        let isNew = try make(folder)
        let draft = TrimCheckpoint(files, of: session, sources, into: folder, in: place)
        do throws(CommandFailure) {
            let paths = files.map { "\(folder)/\($0.name).\($0.plan.container.rawValue)" }
            let made = try sources.guarding { () throws(CommandFailure) in
                try write(files, to: paths, draft) { making.goesOn() && sources.change == nil }
            }
            for (number, target) in made.enumerated() {
                if let file = target.file { try OutputOption.folder.keep(file) }
                if target.file == nil { try draft?.name(number, paths[number]) }
            }
            draft?.forget()
            for (number, target) in made.enumerated() {
                place.noteMade(paths[number], work, of: session.folder)
                tell(files[number], paths[number], target.counts)
            }
        } catch {
            // Files that already have their final names are complete and are kept.
            if isNew { rmdir(folder) }
            throw error
        }
    }

    /// A complete new file and its frame counts. `file` has no name yet; it is `nil` if the checkpoint contains the
    /// file.
    private typealias Target = (file: NewFile?, counts: TrimmedCounts)

    private func write(
        _ files: [TrimmedFile], to paths: [String], _ draft: TrimCheckpoint?, goesOn: () -> Bool
    ) throws(CommandFailure) -> [Target] {
        let seconds = Double(files.reduce(0) { $0 +| $1.spans.length }) / 1e9
        var progress = ComposeProgress(place, json: making.options.json, word: word, seconds: max(0.001, seconds))
        defer { progress.end() }
        let bytes = max(0, files.reduce(0) { $0 +| $1.bytes } -| (draft?.bytes ?? 0))
        var (made, told): ([Target], SessionComposer.Progress) = ([], .init())
        for (number, file) in files.enumerated() {
            let fresh = try OutputOption.folder.create(paths[number])
            if number == 0 { try OutputOption.folder.checkRoom(for: bytes, of: "the new files", at: fresh) }
            if let counts = try draft?.counts(of: number) {
                made.append((nil, counts))
                told.kept = told.kept +| file.spans.length
            } else {
                made.append(
                    try write(file, number, fresh, draft) { written in
                        let before = told.length
                        var now = told
                        (now.frames, now.length) = (written.frames, before +| written.length)
                        progress.show(now)
                        return goesOn()
                    })
            }
            told.length = told.length +| file.spans.length
        }
        return made
    }

    /// Returns true if something already exists at the path of the new folder. An empty folder does not count, because
    /// a killed process may have left it behind.
    private static func isTaken(_ folder: String) -> Bool {
        guard NewFile.isTaken(folder) else { return false }
        let files = DiskView()
        return files.kind(of: folder) != .directory || !files.names(in: folder).isEmpty
    }

    /// Creates the folder for the new files. Returns false if an empty folder already exists there. Throws if it is not
    /// empty.
    private func make(_ folder: String) throws(CommandFailure) -> Bool {
        guard mkdir(folder, FileMode.folder) != 0 else { return true }
        guard errno == EEXIST else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(
                .outputNotCreated, naming: "'\(folder)' cannot be created: \(reason)", next: Self.elsewhere)
        }
        guard place.files.kind(of: folder) == .directory, place.files.names(in: folder).isEmpty else {
            throw CommandFailure(
                .outputNotCreated, naming: "'\(folder)' already exists", next: Self.elsewhere)
        }
        return false
    }

    private static let elsewhere: OptionText = "\(commandLineOnly: "Choose another folder with --output DIR.")"

    private func write(
        _ file: TrimmedFile, _ number: Int, _ fresh: NewFile, _ draft: TrimCheckpoint?,
        goesOn: (SessionComposer.Progress) -> Bool
    ) throws(CommandFailure) -> Target {
        var (ending, target) = (FileTrimmer.Ending.otherForm, fresh)
        // If the codec headers of re-encoded frames differ from those of copied frames, the second attempt writes
        // headers with each key frame.
        for isSelfTold in [false, true] where ending == .otherForm {
            if isSelfTold { target = try OutputOption.folder.create(fresh.path) }
            let path = try draft?.open(number) ?? target.writingPath
            let trimmer = FileTrimmer(
                file.plan, file.spans, keepsSound: file.keepsSound, sound: file.sound, isSelfTold: isSelfTold)
            ending = try translated { () throws(GraphFailure) in try trimmer.write(to: path, goesOn: goesOn) }
        }
        guard case .whole(let frames, let encoded) = ending else { throw failure(ending, fresh.path, draft) }
        let counts: TrimmedCounts = (frames, encoded)
        try draft?.keep(number, counts)
        return (draft == nil ? target : nil, counts)
    }

    private func tell(_ file: TrimmedFile, _ path: String, _ counts: TrimmedCounts) {
        let length = Duration.milliseconds(file.spans.length / 1_000_000)
        let reencoded = file.sound == nil ? ", \(counts.encoded) of them re-encoded" : ""
        making.tell(
            [
                "event": .string(file.sound == nil ? "trimmed" : "dubbed"), "file": .string(path),
                "frames": .count(counts.frames), "encoded": .count(counts.encoded),
                "seconds": .number(Double(file.spans.length) / 1e9),
            ], "\(path): \(counts.frames) frames\(reencoded), \(Wording.clock(length))\n")
    }

    private func failure(_ ending: FileTrimmer.Ending, _ path: String, _ draft: TrimCheckpoint?) -> CommandFailure {
        guard ending == .ended else {
            return CommandFailure(
                .unavailable, naming: "'\(path)' cannot be created: its files have pictures in different formats",
                next: "Trim them separately, without \(option: "join").")
        }
        guard let draft, !draft.isEmpty else { return ended }
        return .ended(
            word,
            next:
                "Finished files are kept for a week in the session's folder. Run the same command to resume."
        )
    }

    var ended: CommandFailure { .ended(word) }

    private var word: String { work == .dub ? "dubbing" : "trimming" }
}
