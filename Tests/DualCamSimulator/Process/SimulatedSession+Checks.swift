import DualCamConfig
import DualCamPlan

@testable import DualCamSession

/// Since when something holds that is to end a recording, in nanoseconds for which the machine was awake.
struct LimitWatch {
    var short: Int64?
    var hot: Int64?
    var empty: Int64?
    /// Cameras and outputs that are out although nothing keeps them.
    var idle: [String: Int64] = [:]
    /// Since when it was seen to record.
    var running: Int64?
    /// A recording that should end may go on for so long: readings come every second, and three of five are believed.
    static let patience = 15 * Span.second
    /// What is tried again every ten seconds, each of which may take ten, is there again after so long.
    static let comeback = 40 * Span.second
}

/// What a session decides, against what its world is like.
extension SimulatedSession {
    // MARK: What has to end a recording
    /// Older sessions go one a second.
    private var patience: Int64 {
        world.scenario.pipeline.storage.whenFull == .deleteOldest ? 3 * LimitWatch.patience : LimitWatch.patience
    }

    func checkLimits() {
        noteReadings()
        guard phase == .running, !isOver else { return limits = LimitWatch() }
        let now = world.uptime
        limits.running = limits.running ?? now
        // Older sessions are looked at where it records: beside the fallback there are none.
        if place.map({ Disk.parent(of: $0.path) }) == Scenario.directory {
            world.truth.longestRun = max(world.truth.longestRun, now - (limits.running ?? now))
        }
        let isThere = place.map { world.disk.find($0.path) != nil } ?? false
        limits.short = isThere && isShort(withReserve: false) ? limits.short ?? now : nil
        limits.hot = isHot && !world.readings.isNonsense ? limits.hot ?? now : nil
        limits.empty = isEmpty && !world.readings.isNonsense ? limits.empty ?? now : nil
        for (since, what) in [(limits.short, "a full disk"), (limits.hot, "heat"), (limits.empty, "an empty battery")] {
            if let since, now - since > patience {
                world.breach(.limitsEnd, "worker \(pid) records in spite of \(what)")
            }
        }
        checkComebacks()
    }

    /// A camera that is plugged in again and an encoder that works again are taken up again.
    private func checkComebacks() {
        guard let graph else { return }
        let cameras = graph.inputs.filter { input in
            input.isLost && max(input.isBack, world.deviceBack[input.name] ?? 0) <= world.time
        }
        let outputs = graph.outputs.filter {
            !$0.isAlive && $0.name != .combined && graph.behaviour.restoresFrom <= world.time
        }
        let names = Set(cameras.map(\.name.rawValue) + outputs.map(\.name.rawValue))
        limits.idle = limits.idle.filter { names.contains($0.key) }
        for name in names.sorted() {
            let since = limits.idle[name] ?? world.uptime
            limits.idle[name] = since
            if world.uptime - since > LimitWatch.comeback, !world.truth.isLedgerHurt {
                world.breach(.comesBack, "\(name) could be recorded again, and worker \(pid) does not")
            }
        }
    }

    /// What the world is like at the moment, for whoever ends soon because of it.
    func noteReadings() {
        let now = world.uptime
        if isHot || world.readings.isNonsense { world.truth.lastHot = now }
        if isEmpty || world.readings.isNonsense { world.truth.lastEmpty = now }
        if isShort(withReserve: true) { world.truth.lastShort = now }
        if isHot || isEmpty || world.readings.isNonsense { world.truth.hasTrouble = true }
    }

    private var isHot: Bool { world.readings.celsius >= world.scenario.pipeline.thermal.shutdown.celsius }

    private var isEmpty: Bool {
        guard let battery = world.readings.battery, let stop = world.scenario.pipeline.battery.stop else {
            return false
        }
        return battery.isDischarging && battery.charge < stop.fraction
    }

    /// Less is left than has to be.
    ///
    /// - Parameter hasReserve: also where `storage.keep-free` is reached within the reserve.
    private func isShort(withReserve hasReserve: Bool) -> Bool {
        let volume = place.flatMap { world.disk.find($0.path)?.volume } ?? 1
        let frames = Int64(world.scenario.outputs.count) * Int64(world.scenario.rate.framesPerSecond + 1)
        let reserve = hasReserve ? 13 * frames * MediaFile.bytesPerFrame : 0
        return world.disk.freeBytes(of: volume) < world.scenario.pipeline.storage.keepFree.bytes + reserve
    }

    /// Heat, power and space end only what they have to end.
    func checkCause(of reason: StopReason) {
        noteReadings()
        let (since, limit): (Int64?, Int64)
        switch reason {
        case .heat: (since, limit) = (world.truth.lastHot, 12 * Span.second)
        case .battery: (since, limit) = (world.truth.lastEmpty, 12 * Span.second)
        case .diskFull where !world.truth.isLedgerHurt: (since, limit) = (world.truth.lastShort, 5 * Span.second)
        case .duration: return checkTimeOfDay()
        default: return
        }
        if since.map({ world.uptime - $0 > limit }) ?? true {
            world.breach(.endsForCause, "worker \(pid) ends (\(reason.rawValue)), and the world is not so")
        }
    }

    /// `recording.until` comes by the clock as it is then. Who records again when it is past ends soon.
    private func checkTimeOfDay() {
        let (recording, now) = (world.scenario.pipeline.recording, world.wall)
        guard let until = recording.until, recording.duration == nil, graph?.start != nil else { return }
        // The clock is read once a second.
        if let jump = world.truth.lastJump, world.uptime - jump < 5 * Span.second { return }
        if WallTime.next(until, after: now - 60 * Span.second) > now + 2 * Span.second {
            world.breach(.isAsLong, "worker \(pid) ends at \(WallTime.local(now).text), and not at \(until)")
        }
    }

    // MARK: The end
    /// The reason that was told first is the one that is told last, and what is no good end has no good code.
    func checkEnd(_ outcome: SessionOutcome) {
        guard let firstEnd else { return }
        // What fails while it rests anyway costs nothing.
        let dead =
            graph?.outputs.filter { output in
                !output.isAlive && output.failedAt.map { $0 < endTold } ?? false
                    && machine?.outputs.wasShed(output.name) != true
            } ?? []
        if graph?.start != nil, !dead.isEmpty, outcome.exit == .finished, outcome.reason != .handOver,
            outcome.reason != .folderLost
        {
            world.breach(.exitIsTrue, "worker \(pid) ends with 0, and \(dead.map(\.name)) had failed")
        }
        if outcome.reason != firstEnd {
            let last = outcome.reason?.rawValue ?? "nothing"
            world.breach(.firstReason, "worker \(pid) began to end for \(firstEnd.rawValue), and ended for \(last)")
        }
        let expected: ExitCode
        switch firstEnd {
        case .heat, .battery: expected = .heat
        case .diskFull: expected = .diskFailed
        default: return
        }
        let isOther = outcome.failures.count < 2 ? outcome.exit != expected : outcome.exit == .finished
        if isOther { world.breach(.firstReason, "worker \(pid) ends (\(firstEnd.rawValue)) with \(outcome.exit)") }
    }

    /// When the part that is over began and ended.
    func noteSpan(of graph: SimulatedGraph, in path: String) {
        guard let begun = graph.begun else { return }
        world.truth.spans[path, default: []].append(
            PartSpan(begun: begun.wall, lastWritten: graph.lastWritten, shift: (begun.shift, world.wallShift)))
        // What is paused for a while is in the ledger.
        let paused = graph.cuts.isOpen ? graph.cuts.cuts.last?.from.nanoseconds : nil
        let isKnown = paused.map { (graph.now ?? 0) - $0 > 3 * Span.second } ?? false
        if isKnown, !world.truth.isLedgerHurt, !world.truth.isDiskSlow {
            world.truth.pausedAtLoss.insert(path)
        } else {
            world.truth.pausedAtLoss.remove(path)
        }
    }

    /// A recording that was paused when its worker was lost goes on paused.
    func checkPause(in path: String) {
        guard world.truth.pausedAtLoss.contains(path), let graph, !world.truth.isLedgerHurt else { return }
        if graph.cuts.cuts.first?.from.nanoseconds != graph.start {
            world.breach(.order, "\(path) was paused, and worker \(pid) records at once")
        }
    }
}
