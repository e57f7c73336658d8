internal import Dispatch
internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer

/// The recording valves of all streams. A valve lets exactly the frames that belong to the recording pass to the files.
@PipelineActor
final class RecordingValves {
    private let live: LiveElements
    private var valves: [RecordingValve] = []
    /// The number by which `RecordingWindow` identifies each stream. A stream that is rebuilt keeps its number.
    private var numbers: [BranchID: Int]
    /// The deadline by which all inputs must have delivered their data up to the recording's end. Afterwards, even the
    /// streams of working inputs are ended. `nil` until `abandonStalled` is called.
    private var patience: ContinuousClock.Instant?
    /// The time without frames after which a stream is no longer expected to reach the recording's end. Time in which
    /// the machine was busy is not counted (`FairSilence`).
    private static let stall = Duration.milliseconds(500)

    nonisolated init(_ live: LiveElements, _ plan: GraphPlan) {
        self.live = live
        numbers = Dictionary(plan.valves.enumerated().map { ($1.branch, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var count: Int { valves.count }

    subscript(branch: BranchID) -> RecordingValve? { valves.first { $0.plan.branch == branch } }

    /// Creates a stream's recording valve, or replaces the valve when the stream is rebuilt.
    ///
    /// - Parameter account: the record to which the valve adds every recorded frame; `nil` for none.
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

    /// Begins a take `delay` nanoseconds after each stream of a camera or microphone that decides the start has
    /// delivered a buffer. Does not wait for the streams in `away`.
    func begin(without away: Set<BranchID>, after delay: Int64) {
        let plans = live.plan.valves.filter { $0.decidesStart && !away.contains($0.branch) }
        let deciding = Set(plans.compactMap { self[$0.branch]?.index })
        live.window.change { $0.begin(deciding: deciding, delay: delay) }
    }

    /// Removes the given streams from those that must deliver a buffer before the recording begins.
    func forget(_ branches: [BranchID]) {
        for valve in valves where branches.contains(valve.plan.branch) {
            live.window.change { $0.forget(stream: valve.index) }
        }
    }

    /// Schedules a check of each input for the time at which its first buffer should have arrived. The check reports a
    /// warning if none has.
    func nameSilentInputsLater() {
        let take = live.take
        for limit in Set(live.plan.valves.map(\.silence)) {
            DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in
                Task { [weak self] in await self?.nameSilentInputs(within: limit, ofTake: take) }
            }
        }
    }

    /// Reports a warning for each input that has delivered nothing although the recording waits for it. Checks only
    /// inputs whose time limit is `limit`.
    private func nameSilentInputs(within limit: Duration, ofTake take: Int) {
        guard take == live.take else { return }
        let indices = live.window.change { $0.awaitedStreams }.sorted()
        let awaited = indices.compactMap { index in valves.first { $0.index == index } }
        let branches = awaited.filter { $0.plan.silence == limit }.map(\.plan.branch)
        // The recording may wait for the same camera twice: for its own file and for the combined picture.
        var told: Set<InputName> = []
        for branch in branches {
            let input = branch.input
            if let input, !told.insert(input).inserted { continue }
            let seconds = Int((limit / .seconds(1)).rounded())
            live.warn(
                input.map(BranchID.source) ?? branch,
                "nothing has come from \(input?.noun ?? "\(branch)") for \(seconds) s; recording waits for it")
        }
    }

    func renew() { patience = nil }

    /// The time since the last frame of each stream (the key) that has not yet reached the recording's end.
    var silences: [FairSilence.Subject: Duration] {
        let awaited = valves.filter { $0.plan.cuts && !$0.hasEnded }
        return Dictionary(awaited.map { (.stream($0.plan.branch), $0.idle) }, uniquingKeysWith: { first, _ in first })
    }

    /// Ends the streams of inputs that no longer deliver buffers. Called when the recording is ending. Other inputs get
    /// one more minute to reach the recording's end, because the machine may only be slow. A second call reduces the
    /// minute to one second.
    func abandonStalled() async throws(GraphFailure) {
        patience = .now + .seconds(patience == nil ? 60 : 1)
        try await abandonIdle()
        Task { [weak self, live, take = live.take] in
            while self?.awaitsInputs == true {
                do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
                // Stops once another take has begun: its valves have not received anything yet, which would look like a
                // stall.
                guard take == live.take else { return }
                await self?.abandonIdleLater()
            }
        }
    }

    /// Ends the streams of inputs that no longer deliver buffers. Reports errors as warnings, because no caller
    /// receives them.
    private func abandonIdleLater() async {
        do throws(GraphFailure) { try await abandonIdle() } catch { live.warn(nil, error.message) }
    }

    private var awaitsInputs: Bool { valves.contains { $0.plan.cuts && !$0.hasEnded } }

    private func abandonIdle() async throws(GraphFailure) {
        let isOver = patience.map { $0 <= .now } ?? false
        let stalled = valves.filter { valve in
            guard valve.plan.cuts, !valve.hasEnded else { return false }
            // If an input has reached the end, busy time of the machine counts as silence, too, because no further
            // frame belongs to the recording.
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

    /// Returns the time since the last frame of a valve's stream: the smaller of the value in `silences` and the
    /// current one, because a frame may have arrived in between.
    private func silence(of valve: RecordingValve) -> Duration {
        min(valve.idle, live.silences[.stream(valve.plan.branch)] ?? .zero)
    }

    /// Returns true if the last recorded frame reaches the recording's end, so that no further frame belongs to it.
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

extension BranchID {
    /// The input whose pictures or sound pass through this branch's valve; `nil` if they come from several inputs.
    fileprivate var input: InputName? {
        switch self {
        case .source(let input), .mixerInput(let input): input
        case .encoder(let output): output == .combined ? nil : InputName(output.rawValue)
        default: microphone
        }
    }
}

extension ValvePlan {
    /// The time limit for the first frame of this stream in a new recording. If it is exceeded, a warning is reported.
    var silence: Duration {
        FrameTimeouts(frame: media == .video ? .nanoseconds(bufferNanoseconds) : .zero).limit(.seconds(3))
    }
}
