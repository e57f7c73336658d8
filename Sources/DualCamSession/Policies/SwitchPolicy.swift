import DualCamConfig

/// Decides when the main camera changes by itself, and to which.
struct SwitchPolicy: Sendable, Equatable {
    /// The main camera, and since when; `nil`: it is not seen to change now.
    private var shown: (camera: String, since: Duration)?

    static func == (left: SwitchPolicy, right: SwitchPolicy) -> Bool {
        left.shown?.camera == right.shown?.camera && left.shown?.since == right.shown?.since
    }

    /// The main camera is this one now; the interval counts from when it became that, or began to be recorded.
    /// - Returns: when it has been that for the interval.
    mutating func due(_ camera: String, every interval: Duration, at now: Duration) -> Duration {
        let since = shown.flatMap { $0.camera == camera ? $0.since : nil } ?? now
        shown = (camera, since)
        return since + interval
    }

    /// The interval begins anew: it was to change and could not, or nothing is recorded.
    mutating func restart() { shown = nil }

    /// The next of `cameras` behind `main` that is not away; `nil`: there is no other.
    static func next(after main: String, of cameras: [String], away: Set<String>) -> String? {
        let start = cameras.firstIndex(of: main).map { $0 + 1 } ?? 0
        let turned = cameras[start...] + cameras[..<start]
        return turned.first { $0 != main && !away.contains($0) }
    }
}
