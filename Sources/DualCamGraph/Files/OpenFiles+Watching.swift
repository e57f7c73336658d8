internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import Glibc

extension OpenFiles {
    // MARK: Watching
    /// Creates the monitor of all files that the outputs of `plan` record. If a file is deleted, replaced or cannot be
    /// flushed, `lost` is called on a dispatch queue with its path and the error.
    convenience init(
        _ plan: GraphPlan, _ reporter: Reporter, lost: @escaping @Sendable (String, GraphFailure) -> Void
    ) {
        let limit = plan.maxLoss ?? .zero
        let log = SyncLog(limit: limit) { length, path in
            reporter.yield(.warning(branch: nil, text: Self.slowness(length, path, limit)))
        } onRefusal: { path, problem in
            lost(path, .unwritable(path, problem))
        }
        self.init(period: plan.syncPeriod, log: log) { path in lost(path, .disappeared(path)) }
    }

    private static func slowness(_ length: Duration, _ path: String, _ limit: Duration) -> String {
        let (took, allowed) = (length.wholeNanoseconds / 1_000_000, limit.wholeNanoseconds / 1_000_000)
        return "the disk of \(path) took \(took) ms to write through; a power cut then would have cost more than "
            + "recording.max-loss (\(allowed) ms)"
    }
}

extension GraphFailure {
    fileprivate static func disappeared(_ path: String) -> GraphFailure {
        GraphFailure(
            .diskFailed, message: "\(path) was deleted or moved while it was being written",
            advice: "Leave the folder of a session alone while it records.")
    }

    static func unwritable(_ path: String, _ problem: Int32) -> GraphFailure {
        GraphFailure(
            problem == ENOSPC || problem == EDQUOT ? .diskFull : .diskFailed,
            message: "\(path) cannot be written through to its disk: \(String(cString: strerror(problem)))",
            advice: "Look at the disk and its messages ('dmesg'), or choose another one with --output DIR.")
    }
}
