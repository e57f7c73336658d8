import Glibc

// MARK: What the disk can promise
extension SessionState {
    /// Storage that cannot keep `recording.max-loss` is refused, also when recording has begun meanwhile.
    mutating func storageProbed(_ facts: StorageFacts) {
        guard phase < .finishing, let limit = settings.maxLoss, let reason = Self.shortcoming(facts, limit) else {
            return
        }
        fail(
            SessionFailure(
                .outputNotCreated, exit: .outputNotCreated,
                message: "\(folder) \(reason); recording.max-loss: \(Self.text(limit)) cannot be kept.",
                advice: "Record to \(facts.memory == nil ? "another" : "a") disk, or set recording.max-loss: off."))
    }

    /// What stands in the way of losing no more than `limit`; `nil`: nothing.
    private static func shortcoming(_ facts: StorageFacts, _ limit: Duration) -> String? {
        if let memory = facts.memory { return "is on \(memory), which a power cut empties" }
        if let refusal = facts.refusal {
            return "cannot be written through to its disk (\(String(cString: strerror(refusal))))"
        }
        guard let delay = facts.delay, delay > limit / 2 else { return nil }
        return "is on a disk that takes \(text(delay)) to write through"
    }

    /// `1s`, `250ms`, as the pipeline file has it.
    private static func text(_ length: Duration) -> String {
        let parts = length.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
