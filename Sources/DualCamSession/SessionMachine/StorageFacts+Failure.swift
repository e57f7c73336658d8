import DualCamPlan
import Glibc

extension StorageFacts {
    /// Returns why a recording with `recording.max-loss` cannot go on into the session's folder, also when it has begun meanwhile;
    /// `nil`: it can.
    func failure(in context: SessionContext) -> SessionFailure? {
        guard context.phase < .finishing, let limit = context.settings.recording.maxLoss else { return nil }
        return failure(of: context.folder, limit)
    }

    /// Returns why files in a folder could lose more than `limit` by a power cut; `nil`: they do not.
    func failure(of folder: String, _ limit: Duration) -> SessionFailure? {
        guard let reason = shortcoming(limit) else { return nil }
        return SessionFailure(
            .outputNotCreated, exit: .outputNotCreated,
            message: "\(folder) \(reason); recording.max-loss: \(Self.text(limit)) cannot be kept.",
            advice: "Record to \(memory == nil ? "another" : "a") disk, or set recording.max-loss: off.")
    }

    /// Returns the reason why more than `limit` may be lost; `nil`: there is none.
    private func shortcoming(_ limit: Duration) -> String? {
        if let memory = memory { return "is on \(memory), which a power cut empties" }
        if let refusal = refusal {
            return "cannot be written through to its disk (\(String(cString: strerror(refusal))))"
        }
        guard let delay = delay, delay > limit / 2 else { return nil }
        return "is on a disk that takes \(Self.text(delay)) to write through"
    }

    /// `1s`, `250ms`, as the pipeline file has it.
    private static func text(_ length: Duration) -> String {
        let milliseconds = length.nanoseconds / 1_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
