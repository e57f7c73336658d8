internal import DualCamConfig

/// The pre-roll of a graph: encoded seconds that are kept in memory while it stands by, so that a take can begin before
/// its start command.
package struct PreRollPlan: Sendable, Equatable {
    package var length: Duration
    /// The names of the queues that hold the pre-roll, one behind each encoder.
    package var queues: [String] = []
    /// The maximum number of bytes in all pre-roll queues together.
    package var mostBytes: Int64 = 0

    /// The length of the recording that the queues hold, longer than the pre-roll. Takes begin at key frames, which
    /// come once a second, and their frames must still be in the queues.
    package var held: Duration { length + .seconds(2) }
}

extension PlanBuilder {
    /// Returns the queue that keeps the pre-roll, between an encoder and the tee of its files; empty without pre-roll.
    mutating func past(_ name: String, _ branch: BranchID, bitrate: Int) -> [ElementPlan] {
        guard let held = plan.preRoll?.held else { return [] }
        // Pictures with more motion than usual need more than their bitrate.
        let most = Int64(bitrate) / 8 *| held.components.seconds *| 2 +| 4_000_000
        plan.preRoll?.queues.append(name)
        plan.preRoll?.mostBytes += most
        // `max-size-bytes` is a `guint`.
        return [.queue(name, branch, bytes: Int(min(most, Int64(UInt32.max))))]
    }

    /// Adds a note to the plan about the memory that the pre-roll needs.
    mutating func notePast() {
        guard let past = plan.preRoll else { return }
        plan.notes.append(
            "With 'dualcam serve' the last \(past.length.notation) are kept in memory, in at most "
                + "\((past.mostBytes + 999_999) / 1_000_000) MB, and a take begins with them; the encoders run all the time."
        )
    }
}
