import DualCamControl
import DualCamSession

extension SessionWorkRun {
    /// Has new files of the session made by the command of that name, whose options the arguments are, by their names: texts, lists of
    /// them, and true for those without a value.
    func make(_ printer: WorkPrinter, in place: ProcessEnvironment) async throws(CommandFailure) -> JSONValue {
        try checkSound()
        let command = try command()
        let events = try await events(printer, in: place) { place throws(CommandFailure) in
            _ = try await command.run(in: place)
        }
        // What tells of a file before it is there tells no frames.
        let made = events.filter { $0["file"]?.text != nil && $0["frames"]?.count != nil }
        let paths = made.flatMap { [$0["file"], $0["chapters"]] }.compactMap { $0?.text }.map { path in
            path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
        }
        let frames = made.reduce(0) { $0 + ($1["frames"]?.count ?? 0) }
        return ["files": .array(paths.map(JSONValue.string)), "frames": .count(frames)]
    }

    /// Finds what is wrong with the arguments, by themselves and compared with the session's records if those can be read; `nil`: nothing.
    func problem(in place: ProcessEnvironment) -> SessionWork.Problem? {
        do throws(CommandFailure) {
            let command = try command()
            try command.check(in: place)
            // If the session itself cannot be read, the work reports that when it runs.
            guard SessionFolder.isSession(folder) else { return nil }
            try checkSound()
            try command.check(beside: folder, in: place)
            return nil
        } catch {
            return .init(error)
        }
    }

    private func command() throws(CommandFailure) -> any MakingCommand {
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

    /// The command line behind the command. New files lie in the session's folder; nothing that is there is in the way.
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

    /// Throws where the sound is no file of the session's folder: a link may lead anywhere.
    private func checkSound() throws(CommandFailure) {
        guard let name = (order.arguments.members ?? []).first(where: isSound)?.value.text else { return }
        let isThere = try translated { () throws(FolderFailure) in try SessionFolder.hasFile(name, in: folder) }
        guard !isThere else { return }
        throw CommandFailure(
            .usage, naming: "\(option: "sound"): the session's folder has no file '\(name)'",
            next: "Put the recorder's file there.")
    }
}
