internal import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// The values that were made or asked for last, by what they were made of.
final class RecentValues<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let most: Int
    private let values = Mutex<[(key: Key, value: Value)]>([])

    /// - Parameter most: beyond so many the one that was not asked for the longest goes.
    init(most: Int) { self.most = most }

    /// The value of a key, which is made where it is not known.
    ///
    /// - Parameter needed: So many values are wanted again and again: not even as many go. With fewer places than that, each would have gone
    ///   by the time it is asked for again.
    func value<Failure>(
        of key: Key, needed: Int = 0, _ make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let known = values.withLock { values -> Value? in
            guard let index = values.firstIndex(where: { $0.key == key }) else { return nil }
            values.append(values.remove(at: index))
            return values.last?.value
        }
        if let known { return known }
        let made = try make()
        values.withLock { values in
            values.removeAll { $0.key == key }
            values.append((key, made))
            values.removeFirst(max(0, values.count - max(most, needed)))
        }
        return made
    }
}

/// The tables of looks that are drawn or were lately: the same look in the same colours is the same table.
final class LookCache: Sendable {
    /// A table is 1 MB.
    private let looks = RecentValues<LookPlan, PictureLook>(most: 12)

    /// The table of a look. Takes up to a tenth of a second the first time: not for a streaming thread.
    ///
    /// Throws `fault` where memory lacks.
    func look(_ plan: LookPlan) throws(GraphFailure) -> PictureLook {
        try looks.value(of: plan) { () throws(GraphFailure) in
            let made = PictureLook(
                lattice: plan.lattice(), side: plan.side, red: plan.space.red, blue: plan.space.blue,
                isFullRange: plan.space.isFullRange)
            guard let made else { throw GraphFailure(.fault, message: "there is no memory for a look's tables") }
            return made
        }
    }
}
