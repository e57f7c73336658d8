import DualCamControl
import DualCamSession
import Synchronization

/// Has new files of a session made by the command of that name, and tells how far it is.
struct MakingWork: Sendable {
    private let order: SessionWork.Order
    private let folder: String

    /// - Parameters:
    ///   - order: its arguments are options of the command, by their names: texts, lists of them, and true for those without a value.
    ///   - folder: The session's.
    init(_ order: SessionWork.Order, _ folder: String) { (self.order, self.folder) = (order, folder) }

    /// Makes them. Returns what became of it.
    func line(_ printer: WorkPrinter, in place: ProcessEnvironment) async -> WorkLine {
        let files = MadeFiles()
        var place = place
        place.output = JSONLines { files.take($0, printer) }
        do throws(CommandFailure) {
            try checkSound()
            _ = try await command().run(in: place)
        } catch {
            return WorkLine(problem: .init(error))
        }
        let made = files.made
        let paths = made.paths.map { path in
            JSONValue.string(path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path)
        }
        return WorkLine(result: ["files": .array(paths), "frames": .count(made.frames)])
    }

    /// What is wrong with the arguments, whatever the session is; `nil`: nothing.
    func problem(in place: ProcessEnvironment) -> SessionWork.Problem? {
        do throws(CommandFailure) {
            try command().check(in: place)
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
        do throws(FolderFailure) {
            if try SessionFolder.hasFile(name, in: folder) { return }
        } catch {
            throw CommandFailure(error)
        }
        throw CommandFailure(
            .usage, naming: "\(option: "sound"): the session's folder has no file '\(name)'",
            next: "Put the recorder's file there.")
    }
}

/// The files of which a command's events tell.
private final class MadeFiles: Sendable {
    struct Made {
        var paths: [String] = []
        var frames = 0
    }

    private let state = Mutex(Made())

    var made: Made { state.withLock { $0 } }

    func take(_ line: JSONValue, _ printer: WorkPrinter) {
        guard line["event"]?.text != "progress" else {
            return printer.write(percent: line["percent"]?.count, left: line["left"]?.number)
        }
        // What tells of a file before it is there tells no frames.
        guard let path = line["file"]?.text, let frames = line["frames"]?.count else { return }
        state.withLock { made in
            made.paths += [path] + [line["chapters"]?.text].compactMap(\.self)
            made.frames += frames
        }
    }
}
