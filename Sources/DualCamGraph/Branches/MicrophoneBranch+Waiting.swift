internal import DualCamPlan
internal import GStreamer

// MARK: Waiting for the device, and for an answer of its sound server
extension MicrophoneBranch {
    /// True unless the device is being taken out, put back or exchanged.
    private var isAtRest: Bool { presence == .present || presence == .lost }

    /// Waits until the device is no longer being taken out, put back or exchanged. A lost device is tried again and
    /// again, which takes some seconds each time.
    /// - Returns: false if that takes longer than `limit`.
    func isAtRest(within limit: Duration) async -> Bool {
        let end = ContinuousClock.now + limit
        while !isAtRest, ContinuousClock.now < end {
            let timer = Task { [weak self] in
                do { try await Task.sleep(until: end, clock: .continuous) } catch { return }
                self?.wake()
            }
            await withCheckedContinuation { waiters.append($0) }
            timer.cancel()
        }
        return isAtRest
    }

    /// Resumes the waiting tasks if the device is no longer being taken out, put back or exchanged.
    func resumeWaiters() { if isAtRest { wake() } }

    private func wake() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Returns the source element in `part` if its sound may come from a PipeWire server. Sources of PulseAudio may
    /// belong to such a server, too.
    func servedNode(in part: GraphPart) -> ElementPlan? {
        part.elements.first { $0.branch == .source(name) && ["pulsesrc", NodeTrial.element].contains($0.factory) }
    }

    /// Asks the PipeWire server, at the first buffer of sound, with which delay it delivers the sound. The delay is
    /// known only while the source runs.
    func learnDelay(of part: GraphPart, for compensator: DriftCompensator) throws(GraphFailure) {
        guard let plan = servedNode(in: part) else { return }
        let first = OnlyOnce { [weak self] in
            Task { [weak self] in compensator.learn(delay: await self?.deliveryDelay(of: plan)) }
        }
        try live.pad(PadReference(plan.name)).addProbe(.buffers) { _ in
            first.perform()
            return .pass
        }
    }

    /// Returns the delay with which the sound server delivers the sound of a source, in seconds; `nil` if unknown.
    private func deliveryDelay(of plan: ElementPlan) async -> Double? {
        let source = plan.factory == "pulsesrc" ? await currentSource(of: plan.name) : plan.text("target-object")
        do throws(GraphFailure) {
            return try await blocking("asking the sound server", within: .seconds(BoundedCall.serverPatience)) {
                PipeWireNode.ask().nodes.first { node in source.map(node.isNamed) ?? node.isDefault }?.deliveryDelay
            }
        } catch {
            return nil
        }
    }
}
