import DualCamConfig
import DualCamControl
import DualCamSession

extension SessionWorkRun {
    /// Hands the session over because somebody has asked for it over the interface. The arguments are options of the command, by their
    /// names; the texts are `user` and, where there is one, `password-file`, of which nobody is told.
    func publish(_ printer: WorkPrinter, in place: ProcessEnvironment) async throws(CommandFailure) -> JSONValue {
        var quiet = place
        (quiet.errors, quiet.errorsAreTerminal, quiet.workingDirectory) = (NoText(), false, folder)
        try checkFile()
        let command = try PublishCommand.declaration.parse(publishingWords)
        let events = try await events(printer, in: quiet) { place throws(CommandFailure) in
            _ = try await command.run(in: place)
        }
        return events.last { $0["event"]?.text == "published" }
            .members(["to", "time", "state", "id", "address", "title", "files"])
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

    private var publishingWords: [String] {
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
