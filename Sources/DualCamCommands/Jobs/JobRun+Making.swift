import DualCamControl
import DualCamEditing
import DualCamProcess
import DualCamRecordings
import DualCamWorker

extension JobRun {
    /// Runs a job that makes new files from a session, by running the command of the same name. The job's arguments are
    /// the command's options, keyed by name. Their values are strings, lists of strings, or `true` for an option
    /// without a value.
    func make(_ printer: JobReporter, in place: ProcessEnvironment) async throws(CommandFailure) -> JSONValue {
        try checkSound()
        let command = try command()
        let events = try await events(printer, in: place) { place throws(CommandFailure) in
            _ = try await command.run(in: place)
        }
        // Events about a file that does not exist yet have no frame count.
        let made = events.filter { $0["file"]?.text != nil && $0["frames"]?.count != nil }
        let paths = made.flatMap { [$0["file"], $0["chapters"]] }.compactMap { $0?.text }.map { path in
            path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
        }
        let frames = made.reduce(0) { $0 + ($1["frames"]?.count ?? 0) }
        return ["files": .array(paths.map(JSONValue.string)), "frames": .count(frames)]
    }

    /// Checks the job's arguments. If the session can be read, also checks them against the session's records. Returns
    /// the first problem; `nil` if there is none.
    func problem(in place: ProcessEnvironment) -> Job.Problem? {
        do throws(CommandFailure) {
            let command = try command()
            try command.check(in: place)
            // If the session itself cannot be read, the job reports that when it runs.
            guard SessionFolder.isSession(folder) else { return nil }
            try checkSound()
            try command.check(beside: folder, in: place)
            return nil
        } catch {
            return .init(error)
        }
    }

    private func command() throws(CommandFailure) -> any RenderCommand {
        switch order.kind {
        case .compose: try ComposeCommand(words, texts: order.texts)
        case .export: try ExportCommand(words, texts: order.texts)
        case .trim: try TrimCommand(words, texts: order.texts)
        case .dub: try DubCommand(words, texts: order.texts)
        case .stabilise: try StabiliseCommand(words, texts: order.texts)
        case .audit, .recover, .proxy, .calibrate, .backup, .publish:
            throw CommandFailure(.usage, "'\(order.kind.rawValue)' makes no files", next: "")
        }
    }

    /// The job as the words of a command line. The options in it make new files appear in the session's folder and
    /// never replace existing files.
    private var words: [String] {
        let options = (order.arguments.members ?? []).flatMap { member -> [String] in
            switch member.value {
            case .bool(let isGiven): isGiven ? ["--\(member.key)"] : []
            case .array(let list): list.compactMap(\.text).map { "--\(member.key)=\($0)" }
            default: member.value.text.map { ["--\(member.key)=\(isSound(member) ? "\(folder)/" : "")\($0)"] } ?? []
            }
        }
        let place = [.trim, .dub].contains(order.kind) ? ["--output=\(folder)/\(order.kind.rawValue)"] : []
        return options + place + ["--numbered", "--json", "--", folder]
    }

    private func isSound(_ argument: JSONValue.Member) -> Bool { order.kind == .dub && argument.key == "sound" }

    /// Throws a failure if the argument `sound` does not name a file in the session's folder. Symbolic links are not
    /// allowed, because they may point to any file.
    private func checkSound() throws(CommandFailure) {
        guard let name = (order.arguments.members ?? []).first(where: isSound)?.value.text else { return }
        let isThere = try translated { () throws(FolderFailure) in try SessionFolder.hasFile(name, in: folder) }
        guard !isThere else { return }
        throw CommandFailure(
            .usage, naming: "\(option: "sound"): the session's folder has no file '\(name)'",
            next: "Copy the recorder's file there.")
    }
}
