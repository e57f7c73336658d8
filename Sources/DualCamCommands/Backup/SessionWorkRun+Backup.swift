import DualCamConfig
import DualCamControl
import DualCamSession

extension SessionWorkRun {
    /// Copies the session because somebody has asked for it over the interface; where somebody else does, waits for his end and looks
    /// whether all is there. The arguments are `to`, and where there are such, `only` (outputs) and `bandwidth` (bits a second).
    func backUp(_ printer: WorkPrinter, in place: ProcessEnvironment) async throws(CommandFailure) -> JSONValue {
        let ended = EndRequest(place)
        defer { ended.stop() }
        var quiet = place
        (quiet.errors, quiet.errorsAreTerminal) = (NoText(), false)
        let request = try backupRequest()
        let events = try await events(printer, in: quiet) { place throws(CommandFailure) in
            try await BackupCommand.backUp(folder, request, json: true, in: place, ended, patience: nil)
        }
        return events.last { $0["event"]?.text == "backed-up" }.members(["to", "files", "copied", "bytes"])
    }

    private func backupRequest() throws(CommandFailure) -> BackupRequest {
        do throws(Refusal) {
            return BackupRequest(
                to: try RemotePath(parsing: order.arguments["to"]?.text ?? ""),
                only: (order.arguments["only"]?.list ?? []).compactMap(\.text), skipsMissing: true,
                bandwidth: order.arguments["bandwidth"]?.count.map { Bitrate(bitsPerSecond: $0) })
        } catch {
            throw CommandFailure(.usage, error.message, next: error.hint ?? "")
        }
    }
}
