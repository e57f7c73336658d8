import DualCamPlan

/// Turns the machine's counters into the load: of what this process can have, the share it uses.
struct LoadMeter: Sendable, Equatable {
    /// The load between two readings.
    struct Load: Sendable, Equatable {
        /// The times of the two readings.
        var from: Duration
        var to: Duration
        /// Cores this process used, and cores it could have used: all but those that others used, half of all at least.
        var used: Double
        var available: Double

        /// 0 ... 1, and beyond where others leave less than half.
        var share: Double { used / available }
    }

    enum Finding: Sendable, Equatable {
        case measured(Load)
        /// There is nothing to compare with yet.
        case tooEarly
        /// The machine does not tell.
        case unknown
    }

    /// The counters go in steps of 10 ms: what lies closer together is no measure.
    private static let shortest = Duration.milliseconds(500)

    private struct Counted: Sendable, Equatable {
        var at: Duration
        var process: Duration
        var busy: Duration
    }

    private var last: Counted?

    mutating func observe(_ reading: MachineReading, at now: Duration) -> Finding {
        guard let process = reading.processTime, let busy = reading.busyTime else {
            last = nil
            return .unknown
        }
        let counted = Counted(at: now, process: process, busy: busy)
        guard let before = last, process >= before.process, busy >= before.busy else {
            last = counted
            return .tooEarly
        }
        let length = now - before.at
        guard length >= (planted(.shortMeasure) ? .milliseconds(1) : Self.shortest) else { return .tooEarly }
        last = counted
        let used = (process - before.process) / length
        let others = max(0, (busy - before.busy) / length - used)
        let cores = Double(max(1, reading.cores))
        return .measured(
            Load(
                from: before.at, to: now, used: used,
                available: max(cores - others, planted(.nothingIsLeft) ? 0.01 : cores / 2)))
    }
}
