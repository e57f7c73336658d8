internal import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// A cache of the most recently used values, each stored under its key.
final class RecentValues<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let most: Int
    private let values = Mutex<[(key: Key, value: Value)]>([])

    /// Creates an empty cache.
    /// - Parameter most: the maximum number of values. When it is exceeded, the least recently used value is removed.
    init(most: Int) { self.most = most }

    /// Returns the cached value of a key. If the value is missing, creates it with `make` and caches it.
    ///
    /// - Parameter needed: the number of values that the caller uses in rotation. The cache grows to this size if
    ///   necessary; otherwise each value would be removed before its next use.
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

/// A cache of the colour tables of recently used looks (colour styles of pictures). A colour table depends only on the
/// look and the colour space.
package final class LookCache: Sendable {
    /// The most recently used colour tables, about 1 MB each.
    private let looks = RecentValues<LookPlan, PictureLook>(most: 12)

    package init() {}

    /// Returns the colour table of a look. Takes up to a tenth of a second the first time, so it must not run on a
    /// streaming thread.
    ///
    /// - Throws: `fault` if there is not enough memory.
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
