internal import DualCamConfig

/// The encoded past that is kept in memory while a graph stands by, so that a take can begin before its start command.
package struct PreRollPlan: Sendable, Equatable {
    package var length: Duration
    /// The queues that hold the past, one behind each encoder.
    package var queues: [String] = []
    /// The maximum number of bytes in all queues together.
    package var mostBytes: Int64 = 0

    /// The length that the queues hold. Takes begin at key frames, which come once a second, and their frames must
    /// still be in the queues.
    package var held: Duration { length + .seconds(2) }
}

extension PlanBuilder {
    /// Returns the queue between an encoder and the tee of its files; empty without pre-roll.
    mutating func past(_ name: String, _ branch: BranchID, bitrate: Int) -> [ElementPlan] {
        guard let held = plan.preRoll?.held else { return [] }
        // Pictures with more motion than usual need more than their bitrate.
        let most = Int64(bitrate) / 8 *| held.components.seconds *| 2 +| 4_000_000
        plan.preRoll?.queues.append(name)
        plan.preRoll?.mostBytes += most
        // `max-size-bytes` is a `guint`.
        return [.queue(name, branch, bytes: Int(min(most, Int64(UInt32.max))))]
    }

    /// Adds a note with the memory that the pre-roll needs.
    mutating func notePast() {
        guard let past = plan.preRoll else { return }
        plan.notes.append(
            "With 'dualcam serve' the last \(past.length.notation) are kept in memory, in at most "
                + "\((past.mostBytes + 999_999) / 1_000_000) MB, and a take begins with them; the encoders run all the time."
        )
    }
}
