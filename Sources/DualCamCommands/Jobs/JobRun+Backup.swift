import DualCamConfig
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamTransfer
import DualCamWorker

extension JobRun {
    /// Makes the backup that a client of the control interface requested. If another process is copying the session,
    /// waits until it has ended and then verifies the copy. The job's arguments are `to` and optionally `only`
    /// (outputs) and `bandwidth` (bits per second). Returns the destination (`to`) and the numbers of `files`, `copied`
    /// files and `bytes`.
    func backUp(_ printer: JobReporter, in place: ProcessEnvironment) async throws(CommandFailure) -> JSONValue {
        let ended = TerminationFlag(place)
        defer { ended.stop() }
        var quiet = place
        (quiet.errors, quiet.errorsAreTerminal) = (NullSink(), false)
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
