import DualCamProcess
import DualCamRecordings
import DualCamTransfer
import DualCamWorker

extension JobRun {
    /// Publishes the session, as a client of the control interface requested. The job's arguments are the options of
    /// `dualcam publish`, keyed by name. Its separate texts are `user` and optionally `password-file`, whose content is
    /// never reported.
    func publish(_ printer: JobReporter, in place: ProcessEnvironment) async throws(CommandFailure) -> JSONValue {
        var quiet = place
        (quiet.errors, quiet.errorsAreTerminal, quiet.workingDirectory) = (NullSink(), false, folder)
        try checkFile()
        let command = try PublishCommand.declaration.command(publishingWords)
        let events = try await events(printer, in: quiet) { place throws(CommandFailure) in
            _ = try await command.run(in: place)
        }
        return events.last { $0["event"]?.text == "published" }
            .members(["to", "time", "state", "id", "address", "title", "files"])
    }

    /// Throws a failure if the argument `file` names a file outside the session's folder, also if a symbolic link leads
    /// there.
    private func checkFile() throws(CommandFailure) {
        guard let choice = order.arguments["file"]?.text, let place = DiskView.resolved(folder),
            let path = DiskView.resolved("\(folder)/\(choice)"), !path.hasPrefix(place + "/")
        else { return }
        throw CommandFailure(
            .usage, naming: "\(option: "file"): the file is not in the session's folder",
            next: "Name an output, or a file that was made from the session.")
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
