import Dispatch
import DualCamConfig
package import DualCamProcess
import Glibc
import Kernel
import Synchronization

/// Starts a separate process (`dualcam job backup-next`) for each session to copy. The processes run at idle priority
/// for CPU and disk.
package final class BackupProcess: Sendable {
    private static let limit = Duration.seconds(7 * 86_400)

    private let launcher: String?
    private let environment: [String: String]
    private let report: @Sendable (BackupEnding) -> Void
    private let note: @Sendable (BackupNote) -> Void
    private let isWanted = Atomic(true)
    private let queue = DispatchQueue(label: "dualcam.backup")

    /// Creates the object without starting a process.
    ///
    /// - Parameters:
    ///   - note: The closure that receives progress reports of the running copy.
    ///   - report: The closure that receives the result of each attempt to copy a session.
    package init(
        _ place: ProcessEnvironment, note: @escaping @Sendable (BackupNote) -> Void,
        report: @escaping @Sendable (BackupEnding) -> Void
    ) {
        (launcher, environment, self.note, self.report) = (place.launcher, place.environment, note, report)
    }

    /// Starts a process that copies the next session. Returns immediately; the closure `report` receives the result.
    package func start(_ order: BackupOrder) {
        isWanted.store(true, ordering: .relaxed)
        queue.async { [self] in report(perform(order)) }
    }

    /// Requests the end of the running copy process by SIGTERM. Returns immediately. The process is killed if it still
    /// runs three seconds later.
    package func stop() { isWanted.store(false, ordering: .relaxed) }

    private func perform(_ order: BackupOrder) -> BackupEnding {
        let words = InternalJob.backupNext.words + [String(decoding: order.ownJSON, as: UTF8.self)]
        do throws(ChildProcess.Refusal) {
            let ended = try ChildProcess.output(
                of: launcher, words, environment: environment, isIdle: true, within: Self.limit, ending: SIGTERM
            ) { [self] printed in
                handleNotes(out: &printed)
                return isWanted.load(ordering: .relaxed)
            }
            let lines = ended.output.split(separator: UInt8(ascii: "\n"))
            guard let last = lines.last, let ending = BackupEnding(ownJSON: last) else {
                return .failed(session: nil, reason: "The backup process ended early (\(ended.code)).")
            }
            return ending
        } catch {
            let reason = String(cString: strerror(error.errorNumber))
            return .failed(session: nil, reason: "The backup process could not be started: \(reason).")
        }
    }

    /// Removes the progress reports from the process's output and passes them to `note`. The result at the end of the
    /// output stays.
    private func handleNotes(out printed: inout [UInt8]) {
        var rest: [UInt8] = []
        for line in printed.removeLines() {
            // The last line, the result, can also be decoded as a report. That report is empty, because the result has
            // none of its keys.
            if let note = BackupNote(ownJSON: line), note != BackupNote() {
                self.note(note)
            } else {
                rest += line + [UInt8(ascii: "\n")]
            }
        }
        printed = rest + printed
    }
}
