import DualCamProcess
import DualCamRecordings
import DualCamWorker

extension SupervisorExecutor {
    /// Prints an audit's closing line, which summarises the recorded files. With `--json`, prints the line on standard
    /// error.
    func close(with audit: Audit) {
        if order.quiet, audit.exit == .finished { return }
        order.quiet || order.json
            ? place.note(audit.closingLine, audit.closingSeverity)
            : place.noteAboveStatus(audit.closingLine, audit.closingSeverity)
    }
}
