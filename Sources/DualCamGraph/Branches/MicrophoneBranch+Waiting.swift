internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

// MARK: Waiting for the device, and for the sound server's answer
extension MicrophoneBranch {
    /// True unless the device's elements are being removed, rebuilt or exchanged.
    private var isAtRest: Bool { presence == .present || presence == .lost }

    /// Waits until the device's elements are not being removed, rebuilt or exchanged. While a device is lost, they are
    /// rebuilt again and again, which takes some seconds each time.
    /// - Returns: true if the device is at rest; false if the wait takes longer than `limit`.
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

    /// Resumes the waiting tasks if the device's elements are no longer being removed, rebuilt or exchanged.
    func resumeWaiters() { if isAtRest { wake() } }

    private func wake() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Returns the source element in `part` if its sound may come from a PipeWire server, otherwise `nil`. This
    /// includes PulseAudio sources, because a PipeWire server may provide them.
    func servedNode(in part: GraphPart) -> ElementPlan? {
        part.elements.first { $0.branch == .source(name) && ["pulsesrc", NodeTrial.element].contains($0.factory) }
    }

    /// Asks the PipeWire server for the delay with which it delivers the sound, and passes the answer to `compensator`.
    /// Asks at the first buffer, because the server knows the delay only while the source runs.
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
