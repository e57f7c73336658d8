import DualCamPlan

/// Computes the load from the machine's counters: the fraction of the available processor time that this process uses.
struct LoadMeter: Sendable, Equatable {
    /// The load of the processor between two readings.
    struct Load: Sendable, Equatable {
        /// The time of the earlier reading.
        var from: Duration
        /// The time of the later reading.
        var to: Duration
        /// The number of processor cores that this process used, with fractions.
        var used: Double
        /// The number of processor cores that other processes left to this process, but at least half of all cores.
        var available: Double

        /// The load, normally 0 ... 1. It exceeds 1 if this process uses more than the available cores.
        var share: Double { used / available }
    }

    enum Finding: Sendable, Equatable {
        case measured(Load)
        /// There is no earlier reading to compare with, or the earlier reading is too recent.
        case tooEarly
        /// The machine does not report its processor counters.
        case unknown
    }

    /// The shortest time between two readings. The counters have steps of 10 ms, so a shorter time is not precise.
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
