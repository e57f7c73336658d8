import DualCamSession
import DualCamSupervision

extension SupervisorExecutor {
    /// Prints the closing line of an audit about the recorded files. With `--json`, the line goes to standard error.
    func close(with audit: Audit) {
        if order.quiet, audit.exit == .finished { return }
        order.quiet || order.json
            ? place.note(audit.closingLine, audit.closingSeverity)
            : place.noteAboveStatus(audit.closingLine, audit.closingSeverity)
    }
}
