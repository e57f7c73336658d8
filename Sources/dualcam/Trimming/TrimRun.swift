import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession
import Glibc

/// Writes the new files of a session and tells how far it is.
struct TrimRun: Sendable {
    /// What is done to them.
    var work = MadeFile.Kind.trim
    /// The folder of the new files; `nil`: one beside the session's.
    var folder: String?
    /// Where the folder is there already, another with a number behind its name is made.
    var isNumbered = false
    var json: Bool
    var place: ProcessEnvironment

    /// Blocks.
    func trim(
        _ preparation: TrimPreparation, _ request: TrimRequest, goesOn: () -> Bool
    ) throws(CommandFailure) -> ExitCode {
        let files = try preparation.files(request, preparation.spans(request))
        return try make(files, of: preparation.session, isUnchecked: request.isUnchecked, goesOn: goesOn)
    }

    /// Blocks.
    func make(
        _ files: [TrimmedFile], of session: TrimmedSession, isUnchecked: Bool, goesOn: () -> Bool
    ) throws(CommandFailure) -> ExitCode {
        if !isUnchecked {
            try SourceCheck(session.files, reading: TrimPreparation.readPaths(of: files))
                .check(while: goesOn, ended: ended, leavingOut: "cameras")
        }
        let wanted = folder ?? "\(session.folder)_\(work.rawValue)"
        let folder = isNumbered ? OutputOption.numbered(wanted, place.files) : wanted
        let isNew = try make(folder)
        var made: [(file: NewFile, told: JSONValue, words: String)] = []
        do throws(CommandFailure) {
            let seconds = Double(files.reduce(0) { $0 +| $1.spans.length }) / 1e9
            var progress = ComposeProgress(place, json: json, word: word, seconds: max(0.001, seconds))
            defer { progress.end() }
            let bytes = files.reduce(0) { $0 +| $1.bytes }
            var before: Int64 = 0
            for file in files {
                let path = "\(folder)/\(file.name).\(file.plan.container.rawValue)"
                made.append(try write(file, to: path, bytes, &progress, before, goesOn))
                before = before +| file.spans.length
            }
            progress.end()
            for one in made { try OutputOption.folder.keep(one.file) }
        } catch {
            // What has a name already is whole, and stays.
            if isNew { rmdir(folder) }
            throw error
        }
        for one in made {
            place.noteMade(one.file.path, work, of: session.folder)
            place.output.write(json ? TerminalText(json: one.told.line + "\n") : "\(one.words)\n")
        }
        return .finished
    }

    /// Returns false where the folder was there, and empty.
    private func make(_ folder: String) throws(CommandFailure) -> Bool {
        guard mkdir(folder, 0o755) != 0 else { return true }
        guard errno == EEXIST else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(
                .outputNotCreated, naming: "'\(folder)' cannot be created: \(reason)", next: Self.elsewhere)
        }
        guard place.files.kind(of: folder) == .directory, place.files.names(in: folder).isEmpty else {
            throw CommandFailure(
                .outputNotCreated, naming: "'\(folder)' is there already", next: Self.elsewhere)
        }
        return false
    }

    private static let elsewhere: OptionText = "\(commandLineOnly: "Choose another folder with --output DIR.")"

    private func write(
        _ file: TrimmedFile, to path: String, _ bytes: Int64, _ progress: inout ComposeProgress, _ before: Int64,
        _ goesOn: () -> Bool
    ) throws(CommandFailure) -> (file: NewFile, told: JSONValue, words: String) {
        var (ending, target) = (FileTrimmer.Ending.otherForm, nil as NewFile?)
        // Where what is encoded anew has other headers than what is kept, they are written with each key frame.
        for isSelfTold in [false, true] where ending == .otherForm {
            let fresh = try OutputOption.folder.create(path)
            if before == 0 { try OutputOption.folder.checkRoom(for: bytes, of: "the new files", at: fresh) }
            do throws(GraphFailure) {
                let trimmer = FileTrimmer(
                    file.plan, file.spans, keepsSound: file.keepsSound, sound: file.sound, isSelfTold: isSelfTold)
                ending = try trimmer.write(to: fresh.writingPath) { told in
                    progress.show(.init(frames: told.frames, length: before +| told.length))
                    return goesOn()
                }
            } catch {
                throw CommandFailure(error)
            }
            target = fresh
        }
        guard let target, case .whole(let frames, let encoded) = ending else { throw failure(ending, path) }
        let length = Duration.milliseconds(file.spans.length / 1_000_000)
        let told: JSONValue = [
            "event": .string(file.sound == nil ? "trimmed" : "dubbed"), "file": .string(path), "frames": .count(frames),
            "encoded": .count(encoded),
            "seconds": .number(Double(file.spans.length) / 1e9),
        ]
        let anew = file.sound == nil ? ", \(encoded) of them encoded anew" : ""
        return (target, told, "\(path): \(frames) frames\(anew), \(Wording.clock(length))")
    }

    private func failure(_ ending: FileTrimmer.Ending, _ path: String) -> CommandFailure {
        guard ending == .ended else {
            return CommandFailure(
                .unavailable, naming: "'\(path)' cannot be made: its files have pictures of several forms",
                next: "Cut them one by one, without \(option: "join").")
        }
        return ended
    }

    var ended: CommandFailure { CommandFailure(.unavailable, "the \(word) was ended", next: "Nothing was written.") }

    private var word: String { work == .dub ? "dubbing" : "trimming" }
}
