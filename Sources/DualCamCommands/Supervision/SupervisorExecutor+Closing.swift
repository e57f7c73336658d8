import DualCamSession
import DualCamSupervision

extension SupervisorExecutor {
    /// Tells what became of the files, also beside JSON lines.
    func close(with audit: Audit) {
        if order.quiet, audit.exit == .finished { return }
        order.quiet || order.json
            ? place.note(audit.closingLine, audit.closingSeverity)
            : place.noteAboveStatus(audit.closingLine, audit.closingSeverity)
    }
}
