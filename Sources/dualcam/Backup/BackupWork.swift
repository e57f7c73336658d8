import DualCamConfig
import DualCamControl
import DualCamSession
import Synchronization

/// Copies a session because somebody has asked for it over the interface, and tells how far it is.
struct BackupWork: Sendable {
    private let order: SessionWork.Order
    private let folder: String

    /// - Parameters:
    ///   - order: its arguments are `to`, and where there are such, `only` (outputs) and `bandwidth` (bits a second).
    ///   - folder: The session's.
    init(_ order: SessionWork.Order, _ folder: String) { (self.order, self.folder) = (order, folder) }

    /// Copies it; where somebody else does, waits for his end and looks whether all is there. Returns what became of it.
    func line(_ printer: WorkPrinter, in place: ProcessEnvironment) async -> WorkLine {
        let ended = EndRequest(place)
        defer { ended.stop() }
        var quiet = place
        (quiet.errors, quiet.errorsAreTerminal) = (NoText(), false)
        let taken = BackedUp()
        quiet.output = JSONLines { taken.take($0, printer) }
        do throws(CommandFailure) {
            try await BackupCommand.backUp(folder, try request(), json: true, in: quiet, ended, patience: nil)
        } catch {
            return WorkLine(problem: .init(error))
        }
        return WorkLine(result: taken.result)
    }

    private func request() throws(CommandFailure) -> BackupRequest {
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

/// What `dualcam backup` tells at the end.
private final class BackedUp: Sendable {
    private let told = Mutex<JSONValue>(.null)

    /// Keys: `to`, `files`, `copied`, `bytes`.
    var result: JSONValue {
        let last = told.withLock { $0 }
        return .object(
            ["to", "files", "copied", "bytes"].map { .init($0, last[$0] ?? .null) })
    }

    func take(_ line: JSONValue, _ printer: WorkPrinter) {
        switch line["event"]?.text {
        case "progress":
            printer.write(.init(told: line))
        case "backed-up": told.withLock { $0 = line }
        default: break
        }
    }
}
