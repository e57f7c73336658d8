internal import DualCamConfig

/// The plan of the pre-roll: the last seconds of encoded data, which are kept in memory so that a take can include the
/// time before its start command.
package struct PreRollPlan: Sendable, Equatable {
    package var length: Duration
    /// The names of the queues that hold the pre-roll, one after each encoder.
    package var queues: [String] = []
    /// The maximum number of bytes in all queues of the pre-roll together.
    package var mostBytes: Int64 = 0

    /// The duration that the queues can hold. It exceeds the pre-roll, because a take must start at a key frame, and
    /// key frames are one second apart.
    package var held: Duration { length + .seconds(2) }
}

extension PlanBuilder {
    /// Returns the queue for the pre-roll of a stream, placed between the encoder and the tee for files, and adds its
    /// size to the plan. Returns an empty list if the recording has no pre-roll.
    mutating func past(_ name: String, _ branch: BranchID, bitrate: Int) -> [ElementPlan] {
        guard let held = plan.preRoll?.held else { return [] }
        // Fast motion can require more than the target bitrate.
        let most = Int64(bitrate) / 8 *| held.components.seconds *| 2 +| 4_000_000
        plan.preRoll?.queues.append(name)
        plan.preRoll?.mostBytes += most
        // The property `max-size-bytes` has the type `guint`.
        return [.queue(name, branch, bytes: Int(min(most, Int64(UInt32.max))))]
    }

    /// Adds a note to the plan that states how much memory the pre-roll needs.
    mutating func notePast() {
        guard let past = plan.preRoll else { return }
        plan.notes.append(
            "With 'dualcam serve' the last \(past.length.notation) are kept in memory, in at most "
                + "\((past.mostBytes + 999_999) / 1_000_000) MB, and a take begins with them; the encoders run all the time."
        )
    }
}
