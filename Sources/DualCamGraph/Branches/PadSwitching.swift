internal import DualCamPlan
internal import GStreamer

extension Pad {
    /// Unlinks this source pad while nothing passes, or after a second all the same, and gives it back where it was requested.
    /// Blocks.
    func part(from sink: Pad) {
        let done = Promise<Void>()
        whenIdle { [self] in
            unlink(from: sink)
            done.keep(())
        }
        if done.wait(within: 1) == nil { unlink(from: sink) }
        if isRequested { element?.release(self) }
    }

    /// Links this source pad; a refusal is told of `branch`.
    func join(_ sink: Pad, _ branch: BranchID?) throws(GraphFailure) {
        try translating(in: branch) { try link(to: sink) }
    }
}
