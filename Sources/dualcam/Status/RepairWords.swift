import DualCamConfig
import DualCamPlan
import DualCamSession

/// The lines about repairs that a session makes by itself, for people.
enum RepairWords {
    /// - Parameter calendar: the time of day at an instant in Unix nanoseconds.
    static func line(
        of event: SessionEvent, calendar: (Int64) -> WallTime = { WallTime.local($0) }
    ) -> String? {
        switch event.kind {
        case .inputLost(let input, _, _):
            let what = input.isMicrophone ? "no sound" : "no signal"
            let since = clock(calendar(event.unixNanoseconds))
            return "dualcam: \(name(input)): \(what) since \(since); looking for it again and again"
        case .inputReturned(let input, _, let away, _):
            return "dualcam: \(name(input)) is back after \(Wording.span(away))"
        case .outputRestored(let file, _): return "dualcam: \(file.output) is recorded again: \(file.path)"
        case .sessionDeleted(let session, _):
            let left = session.left.isEmpty ? "" : "; left alone: \(session.left.joined(separator: ", "))"
            return "dualcam: deleted the older session \(session.path) (\(Wording.bytes(session.bytes)))\(left)"
        default: return nil
        }
    }

    /// A loss matters more than a return.
    static func severity(of event: SessionEvent) -> Severity {
        if case .inputLost = event.kind { .warning } else { .information }
    }

    private static func name(_ input: InputName) -> String {
        input.isMicrophone ? input.title : "camera \(input)"
    }

    private static func clock(_ time: WallTime) -> String {
        [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
