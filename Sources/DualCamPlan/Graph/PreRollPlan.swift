internal import DualCamConfig

/// The encoded past that is kept in memory while a graph stands by, so that a take can begin before it was asked for.
package struct PreRollPlan: Sendable, Equatable {
    package var length: Duration
    /// The queues that hold it, one behind each encoder.
    package var queues: [String] = []
    /// The maximum number of bytes that they hold together.
    package var mostBytes: Int64 = 0

    /// Takes begin at key frames, which come once a second, and no frame may have gone by then.
    package var held: Duration { length + .seconds(2) }
}

extension PlanBuilder {
    /// The queue between an encoder and the tee that the files hang on; nothing where no past is kept.
    mutating func past(_ name: String, _ branch: BranchID, bitrate: Int) -> [ElementPlan] {
        guard let held = plan.preRoll?.held else { return [] }
        // Pictures that move more than usual take more than their bitrate.
        let most = Int64(bitrate) / 8 *| held.components.seconds *| 2 +| 4_000_000
        plan.preRoll?.queues.append(name)
        plan.preRoll?.mostBytes += most
        // `max-size-bytes` is a `guint`.
        return [.queue(name, branch, bytes: Int(min(most, Int64(UInt32.max))))]
    }

    /// Says what the past takes.
    mutating func notePast() {
        guard let past = plan.preRoll else { return }
        plan.notes.append(
            "With 'dualcam serve' the last \(past.length.notation) are kept in memory, in at most "
                + "\((past.mostBytes + 999_999) / 1_000_000) MB, and a take begins with them; the encoders run all the time."
        )
    }
}
