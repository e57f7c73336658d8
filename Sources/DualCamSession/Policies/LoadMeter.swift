import DualCamPlan

/// Computes the load from the machine's counters: the share that this process uses of the processor time available to
/// it.
struct LoadMeter: Sendable, Equatable {
    /// The load between two readings.
    struct Load: Sendable, Equatable {
        /// The times of the two readings.
        var from: Duration
        var to: Duration
        /// The cores that this process used, and those available to it: all cores without the use of others, at least
        /// half of all.
        var used: Double
        var available: Double

        /// The load, 0 ... 1, and more if other processes leave less than half of the cores.
        var share: Double { used / available }
    }

    enum Finding: Sendable, Equatable {
        case measured(Load)
        /// The first reading, with which nothing can be compared.
        case tooEarly
        /// The machine does not report the counters.
        case unknown
    }

    /// The shortest time between readings. The counters have steps of 10 ms, so that a shorter time is not precise.
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
