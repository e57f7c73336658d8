internal import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// The tables of looks that are drawn or were lately: the same look in the same colours is the same table.
final class LookCache: Sendable {
    /// Beyond so many the oldest go; a table is 1 MB.
    private static let most = 12

    private struct Entry {
        var plan: LookPlan
        var look: PictureLook
    }

    private let entries = Mutex<[Entry]>([])

    /// The table of a look. Takes up to a tenth of a second the first time: not for a streaming thread.
    ///
    /// Throws `fault` where memory lacks.
    func look(_ plan: LookPlan) throws(GraphFailure) -> PictureLook {
        if let known = entries.withLock({ entries in entries.first { $0.plan == plan }?.look }) { return known }
        let made = PictureLook(
            lattice: plan.lattice(), side: plan.side, red: plan.space.red, blue: plan.space.blue,
            isFullRange: plan.space.isFullRange)
        guard let made else { throw GraphFailure(.fault, message: "there is no memory for a look's tables") }
        entries.withLock { entries in
            entries.removeAll { $0.plan == plan }
            entries.append(Entry(plan: plan, look: made))
            entries.removeFirst(max(0, entries.count - Self.most))
        }
        return made
    }
}
