internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// The valves of all streams, by their numbers in the recording's window.
@PipelineActor
final class RecordingValves {
    private let live: LiveElements
    private var valves: [RecordingValve] = []
    /// A stream keeps its number when it is made anew.
    private var numbers: [BranchID: Int]
    /// The time at which inputs that still deliver are given up as well, once stalled ones are.
    private var patience: ContinuousClock.Instant?

    nonisolated init(_ live: LiveElements, _ plan: GraphPlan) {
        self.live = live
        numbers = Dictionary(plan.valves.enumerated().map { ($1.branch, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var count: Int { valves.count }

    subscript(branch: BranchID) -> RecordingValve? { valves.first { $0.plan.branch == branch } }

    /// Makes a stream's valve, or makes it anew.
    func install(_ plan: ValvePlan) throws(GraphFailure) {
        let index = numbers[plan.branch] ?? numbers.count
        numbers[plan.branch] = index
        let valve = RecordingValve(plan, index: index, pad: try live.pad(plan.pad), line: live.window)
        valves.removeAll { $0.index == index }
        valves.append(valve)
        valves.sort { $0.index < $1.index }
        valve.install(behind: try live.pad(plan.pad.element, "sink"))
    }

    /// Throws `refused` where a stream is passed through that can be cut at key frames only.
    func requireCutsAnywhere() throws(GraphFailure) {
        guard let valve = valves.first(where: { $0.plan.needsKeyFrame }) else { return }
        let output = live.plan.branches.first { $0.name == valve.plan.branch }?.output?.rawValue ?? ""
        throw .unable(
            "the output \(output) records H.264 as its camera delivers it, which can be cut at key frames only, so that the recording "
                + "cannot be paused",
            advice: "Use another encoder for it (encoders.\(output).use: auto), or format: mjpeg for its camera.")
    }

    /// Lets a take begin on the first instant at which everything delivers that is not `away`, or `delay` nanoseconds later.
    func begin(without away: Set<BranchID>, after delay: Int64) {
        let plans = live.plan.valves.filter { $0.decidesStart && !away.contains($0.branch) }
        let deciding = Set(plans.compactMap { self[$0.branch]?.index })
        live.window.change { $0.begin(deciding: deciding, delay: delay) }
    }

    /// Forgets streams that a recording's start or end waits for.
    func forget(_ branches: [BranchID]) {
        for valve in valves where branches.contains(valve.plan.branch) {
            live.window.change { $0.forget(stream: valve.index) }
        }
    }

    /// Tells which inputs have not delivered anything yet, while the recording waits for them.
    func nameSilentInputs() {
        for index in live.window.change({ $0.awaitedStreams }).sorted() {
            guard let valve = valves.first(where: { $0.index == index }) else { continue }
            live.warn(valve.plan.branch, "nothing has come from it yet")
        }
    }

    func renew() { patience = nil }

    /// Ends inputs that deliver nothing more now, and those that still do when they have had three more seconds to reach the
    /// end: a machine that is late is not a camera that is gone. Asked again, it gives them one.
    func abandonStalled() async throws(GraphFailure) {
        // A stream of less than a frame a second may have one to come, and the one behind it tells that it was the last.
        let slowest = valves.filter { $0.plan.cuts && !$0.hasEnded }.map(\.plan.bufferNanoseconds).max() ?? 0
        patience = .now + (patience == nil ? max(.seconds(3), .nanoseconds(slowest * 5 / 2)) : .seconds(1))
        try await abandonIdle()
        Task { [weak self, live, take = live.take] in
            while self?.awaitsInputs == true {
                do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
                // The valves of the next take have had nothing yet, either.
                guard take == live.take else { return }
                await self?.abandonIdleLater()
            }
        }
    }

    /// Nobody waits for it any more: what goes wrong is told.
    private func abandonIdleLater() async {
        do throws(GraphFailure) { try await abandonIdle() } catch { live.warn(nil, error.message) }
    }

    private var awaitsInputs: Bool { valves.contains { $0.plan.cuts && !$0.hasEnded } }

    private func abandonIdle() async throws(GraphFailure) {
        let isOver = patience.map { $0 <= .now } ?? false
        let stalled = valves.filter { valve in
            valve.plan.cuts && !valve.hasEnded && (isOver || valve.isIdle)
        }
        guard !stalled.isEmpty else { return }
        for valve in stalled { tell(valve) }
        let missing = try await blocking(
            "ending the stalled inputs", within: .seconds(2)
        ) { [stalled = stalled.map { ($0, $0.take) }] in
            stalled.map { valve, take in (valve.plan.branch, valve.abandon(in: take)) }
        }
        for (name, count) in missing where count > 0 {
            guard let branch = live.plan.branches.first(where: { $0.name == name }) else { continue }
            live.reporter.lost(count, in: branch, live.pipeline)
        }
    }

    private func tell(_ valve: RecordingValve) {
        let isLate = !valve.isIdle
        let reason = isLate ? "this machine is too slow for it" : "nothing came any more"
        let branch = valve.plan.branch
        live.warn(branch, "\(branch): \(reason); its files end with what there was")
    }
}
