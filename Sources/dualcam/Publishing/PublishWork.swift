import DualCamConfig
import DualCamControl
import DualCamSession
import Synchronization

/// Hands a session over because somebody has asked for it over the interface, and tells how far it is.
struct PublishWork: Sendable {
    private let order: SessionWork.Order
    private let folder: String

    /// - Parameters:
    ///   - order: its arguments are options of the command, by their names; its texts are `user` and, where there is one, `password-file`, of
    ///     which nobody is told.
    ///   - folder: The session's.
    init(_ order: SessionWork.Order, _ folder: String) { (self.order, self.folder) = (order, folder) }

    /// Hands it over. Returns what became of it.
    func line(_ printer: WorkPrinter, in place: ProcessEnvironment) async -> WorkLine {
        var quiet = place
        (quiet.errors, quiet.errorsAreTerminal, quiet.workingDirectory) = (NoText(), false, folder)
        let published = Mutex<JSONValue>(.null)
        quiet.output = JSONLines { line in
            switch line["event"]?.text {
            case "progress": printer.write(.init(told: line))
            case "published": published.withLock { $0 = line }
            default: break
            }
        }
        do throws(CommandFailure) {
            try checkFile()
            _ = try await PublishCommand.declaration.parse(words).run(in: quiet)
        } catch {
            return WorkLine(problem: .init(error))
        }
        let told = published.withLock { $0 }
        let keys = ["to", "time", "state", "id", "address", "title", "files"]
        return WorkLine(result: .object(keys.map { .init($0, told[$0] ?? .null) }))
    }

    /// Throws for a file that a link leads to elsewhere.
    private func checkFile() throws(CommandFailure) {
        guard let choice = order.arguments["file"]?.text, let place = DiskView.resolved(folder),
            let path = DiskView.resolved("\(folder)/\(choice)"), !path.hasPrefix(place + "/")
        else { return }
        throw CommandFailure(
            .usage, naming: "\(option: "file"): it is not in the session's folder",
            next: "Name an output, or a file that was made of the session.")
    }

    private var words: [String] {
        let options = (order.arguments.members ?? []).compactMap { member -> String? in
            switch member.value {
            case .bool(let isGiven): isGiven ? "--\(member.key)" : nil
            case .integer(let bits): "--\(member.key)=\(bits)bps"
            default: member.value.text.map { "--\(member.key)=\($0)" }
            }
        }
        return options + order.texts.sorted { $0.key < $1.key }.map { "--\($0.key)=\($0.value)" } + [
            "--json", "--", folder,
        ]
    }
}
