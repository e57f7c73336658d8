internal import Dispatch
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
    /// A stream of which nothing has come for so long will not come to the end, where the machine is not busy (`FairSilence`).
    private static let stall = Duration.milliseconds(500)

    nonisolated init(_ live: LiveElements, _ plan: GraphPlan) {
        self.live = live
        numbers = Dictionary(plan.valves.enumerated().map { ($1.branch, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var count: Int { valves.count }

    subscript(branch: BranchID) -> RecordingValve? { valves.first { $0.plan.branch == branch } }

    /// Makes a stream's valve, or makes it anew.
    ///
    /// - Parameter account: is told which frames are recorded.
    func install(_ plan: ValvePlan, account: FrameAccount? = nil) throws(GraphFailure) {
        let index = numbers[plan.branch] ?? numbers.count
        numbers[plan.branch] = index
        let branch = live.plan.branches.first { $0.name == plan.branch }
        let valve = RecordingValve(
            plan, index: index, pad: try live.pad(plan.pad), line: live.window, account: account
        ) { [reporter = live.reporter, pipeline = live.pipeline] in
            if let branch { reporter.lost(1, in: branch, pipeline) }
        }
        valves.removeAll { $0.index == index }
        valves.append(valve)
        valves.sort { $0.index < $1.index }
        valve.install(behind: try live.pad(plan.pad.element, "sink"))
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

    /// Tells in a while which inputs have not delivered anything yet, each when it should have.
    func nameSilentInputsLater() {
        for limit in Set(live.plan.valves.map(\.silence)) {
            DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in
                Task { [weak self] in await self?.nameSilentInputs(within: limit) }
            }
        }
    }

    /// Tells which inputs have not delivered anything yet, while the recording waits for them, of those that should have within a limit.
    private func nameSilentInputs(within limit: Duration) {
        for index in live.window.change({ $0.awaitedStreams }).sorted() {
            guard let valve = valves.first(where: { $0.index == index }), valve.plan.silence == limit else { continue }
            live.warn(valve.plan.branch, "nothing has come from it yet")
        }
    }

    func renew() { patience = nil }

    /// The time since each stream went on that is to come to the end.
    var silences: [FairSilence.Subject: Duration] {
        let awaited = valves.filter { $0.plan.cuts && !$0.hasEnded }
        return Dictionary(awaited.map { (.stream($0.plan.branch), $0.idle) }, uniquingKeysWith: { first, _ in first })
    }

    /// Ends inputs that deliver nothing more. Those that still do get a minute to reach the end: a machine that is late is not a
    /// camera that is gone. Asked again, it gives them a second.
    func abandonStalled() async throws(GraphFailure) {
        patience = .now + .seconds(patience == nil ? 60 : 1)
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
            guard valve.plan.cuts, !valve.hasEnded else { return false }
            // On a busy machine too: no further frame belongs to the recording.
            let silence = reachesEnd(valve) ? valve.idle : silence(of: valve)
            return isOver || silence >= Self.stall
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

    /// Something may have come since the silences were looked at.
    private func silence(of valve: RecordingValve) -> Duration {
        min(valve.idle, live.silences[.stream(valve.plan.branch)] ?? .zero)
    }

    /// Returns true if the last recorded frame lasts beyond the recording's end, so that no further frame belongs to it.
    private func reachesEnd(_ valve: RecordingValve) -> Bool {
        guard let end = live.window.stop, let reached = valve.reached else { return false }
        return reached.recorded >= end
    }

    private func tell(_ valve: RecordingValve) {
        if reachesEnd(valve) { return }
        let isLate = silence(of: valve) < Self.stall
        let reason = isLate ? "this machine is too slow for it" : "nothing came any more"
        let branch = valve.plan.branch
        live.warn(branch, "\(branch): \(reason); its files end with what there was")
    }
}

extension ValvePlan {
    /// The time by which something should have come to a recording that begins.
    var silence: Duration {
        FrameTimeouts(frame: media == .video ? .nanoseconds(bufferNanoseconds) : .zero).limit(.seconds(3))
    }
}
