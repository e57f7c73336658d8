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
        let events = MakingEvents(printer)
        var place = place
        place.output = events
        do throws(CommandFailure) {
            _ = try await command().run(in: place)
        } catch {
            return WorkLine(problem: .init(error))
        }
        let made = events.made
        let files = made.paths.map { path in
            JSONValue.string(path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path)
        }
        return WorkLine(result: ["files": .array(files), "frames": .count(made.frames)])
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
        case .audit, .recover, .proxy, .calibrate:
            throw CommandFailure(.usage, "'\(order.kind.rawValue)' makes no files", next: "")
        }
    }

    /// The command line behind the command. New files lie in the session's folder; nothing that is there is in the way.
    private var words: [String] {
        let options = (order.arguments.members ?? []).flatMap { member -> [String] in
            switch member.value {
            case .bool(let isGiven): isGiven ? ["--\(member.key)"] : []
            case .array(let list): list.compactMap(\.text).map { "--\(member.key)=\($0)" }
            default: member.value.text.map { ["--\(member.key)=\($0)"] } ?? []
            }
        }
        let place = order.kind == .trim ? ["--output=\(folder)/trim"] : []
        return options + place + ["--numbered", "--json", "--", folder]
    }
}

/// Takes the events that a command prints.
private final class MakingEvents: TextSink {
    struct Made {
        var paths: [String] = []
        var frames = 0
    }

    private struct State {
        var made = Made()
        /// The beginning of a line of which the rest has not come.
        var rest: [UInt8] = []
    }

    private let printer: WorkPrinter
    private let state = Mutex(State())

    init(_ printer: WorkPrinter) { self.printer = printer }

    var made: Made { state.withLock { $0.made } }

    func write(_ text: TerminalText, patience: Duration?) { _ = write(bytes: Array(text.text.utf8)) }

    func write(bytes: [UInt8]) -> Bool {
        let lines = state.withLock { state -> [JSONValue] in
            state.rest += bytes
            guard let end = state.rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
            let whole = state.rest[..<end].split(separator: UInt8(ascii: "\n"))
            let lines = whole.compactMap { JSONValue(ifJSON: String(decoding: $0, as: UTF8.self)) }
            state.rest.removeSubrange(...end)
            return lines
        }
        for line in lines { take(line) }
        return true
    }

    private func take(_ line: JSONValue) {
        guard line["event"]?.text != "progress" else {
            return printer.write(percent: line["percent"]?.count, left: line["left"]?.number)
        }
        // What tells of a file before it is there tells no frames.
        guard let path = line["file"]?.text, let frames = line["frames"]?.count else { return }
        state.withLock { state in
            state.made.paths += [path] + [line["chapters"]?.text].compactMap(\.self)
            state.made.frames += frames
        }
    }
}
