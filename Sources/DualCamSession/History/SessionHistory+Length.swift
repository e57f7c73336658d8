import DualCamPlan

extension SessionHistory {
    /// Tells for how many nanoseconds the session had recorded at a Unix time in nanoseconds, at which another worker goes on
    /// with it: gaps between workers count, pauses do not; one in which a worker was lost lasts until the next one. `nil`:
    /// nothing was recorded.
    package func recorded(until wallClock: Int64) -> Int64? {
        guard let first = parts.first else { return nil }
        let paused = parts.indices.reduce(Int64(0)) { sum, index in
            let part = parts[index]
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            let after = next?.wallStart ?? wallClock
            let end = RunningTime(nanoseconds: after -| part.wallOffset)
            return sum +| pauses(in: index).length(from: part.start, to: end)
        }
        return wallClock -| first.wallStart -| paused
    }
}
