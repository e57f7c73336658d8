import DualCamConfig
import DualCamPlan

@testable import DualCamRecordings
@testable import DualCamSession

/// The times since when a full disk, heat or an empty battery should end the recording, in nanoseconds of uptime; `nil`
/// while that condition does not hold.
struct LimitWatch {
    var short: Int64?
    var hot: Int64?
    var empty: Int64?
    /// The cameras and outputs that are lost although they could return, with the time since when.
    var idle: [String: Int64] = [:]
    /// The time since when the session was seen to record.
    var running: Int64?
    /// The time for which a recording that must end may continue. Readings arrive every second, and three of five must
    /// agree.
    static let patience = 15 * Span.second
    /// The time within which a lost camera or output must return. Attempts are made every ten seconds, and each may
    /// take ten seconds.
    static let comeback = 40 * Span.second
}

/// Checks of the session's decisions against the state of the world.
extension SimulatedSession {
    // MARK: Limits that end a recording
    /// The time for which a recording may continue although a limit is exceeded, in nanoseconds. It is longer if a full
    /// disk makes the session delete older sessions, because only one is deleted per second.
    private var patience: Int64 {
        world.scenario.pipeline.storage.whenFull == .deleteOldest ? 3 * LimitWatch.patience : LimitWatch.patience
    }

    func checkLimits() {
        noteReadings()
        guard phase == .running, !isOver else { return limits = LimitWatch() }
        let now = world.uptime
        limits.running = limits.running ?? now
        // Older sessions are checked in the recording directory only; there are none beside the fallback folder.
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

    /// Checks that a camera that is connected again, or an encoder that works again, is used again.
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

    /// Records whether the machine is hot, short of power or short of space now, to judge a later end by it.
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

    /// True if less space is free than required.
    ///
    /// - Parameter hasReserve: Also true if `storage.keep-free` will be reached within the reserve.
    private func isShort(withReserve hasReserve: Bool) -> Bool {
        let volume = place.flatMap { world.disk.find($0.path)?.volume } ?? 1
        let frames = Int64(world.scenario.outputs.count) * Int64(world.scenario.rate.framesPerSecond + 1)
        let reserve = hasReserve ? 13 * frames * MediaFile.bytesPerFrame : 0
        return world.disk.freeBytes(of: volume) < world.scenario.pipeline.storage.keepFree.bytes + reserve
    }

    /// Checks that heat, power and space end a recording only if the limits were really exceeded.
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

    /// Checks that `recording.until` follows the wall clock as it is then. A recording that begins after that time ends
    /// soon.
    private func checkTimeOfDay() {
        let (recording, now) = (world.scenario.pipeline.recording, world.wall)
        guard let until = recording.until, recording.duration == nil, graph?.start != nil else { return }
        // The program reads the wall clock once a second.
        if let jump = world.truth.lastJump, world.uptime - jump < 5 * Span.second { return }
        if WallTime.next(until, after: now - 60 * Span.second) > now + 2 * Span.second {
            world.breach(.isAsLong, "worker \(pid) ends at \(WallTime.local(now).text), and not at \(until)")
        }
    }

    // MARK: The end
    /// Checks that the reason and the exit code of the end are consistent. The first reported reason has to be the last
    /// one, and a bad end must not have a good exit code.
    func checkEnd(_ outcome: SessionOutcome) {
        guard let firstEnd else { return }
        // The failure of an output that was shed anyway loses nothing.
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

    /// Records when the finished part began and ended.
    func noteSpan(of graph: SimulatedGraph, in path: String) {
        guard let begun = graph.begun else { return }
        world.truth.spans[path, default: []].append(
            PartSpan(begun: begun.wall, lastWritten: graph.lastWritten, shift: (begun.shift, world.wallShift)))
        // A pause that has lasted for more than three seconds is in the ledger.
        let paused = graph.cuts.isOpen ? graph.cuts.cuts.last?.from.nanoseconds : nil
        let isKnown = paused.map { (graph.now ?? 0) - $0 > 3 * Span.second } ?? false
        if isKnown, !world.truth.isLedgerHurt, !world.truth.isDiskSlow {
            world.truth.pausedAtLoss.insert(path)
        } else {
            world.truth.pausedAtLoss.remove(path)
        }
    }

    /// Checks that a recording that was paused when its worker died continues paused.
    func checkPause(in path: String) {
        guard world.truth.pausedAtLoss.contains(path), let graph, !world.truth.isLedgerHurt else { return }
        if graph.cuts.cuts.first?.from.nanoseconds != graph.start {
            world.breach(.order, "\(path) was paused, and worker \(pid) records at once")
        }
    }
}
