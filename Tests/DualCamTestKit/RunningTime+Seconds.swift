package import DualCamPlan

extension RunningTime {
    /// Returns the running time of `seconds` whole seconds.
    package static func seconds(_ seconds: Int64) -> RunningTime { RunningTime(nanoseconds: seconds * 1_000_000_000) }
}
