import DualCamConfig
import DualCamPlan

/// How many bytes a second are written, over the last half minute.
struct WriteRate: Sendable, Equatable {
    static let window = Duration.seconds(30)
    /// A shorter time tells nothing of the rate.
    static let shortest = Duration.seconds(2)

    private var last: [OutputName: Int64] = [:]
    private var total: Int64 = 0
    private var samples: [(at: Duration, total: Int64)] = []

    static func == (left: WriteRate, right: WriteRate) -> Bool {
        left.last == right.last && left.samples.elementsEqual(right.samples, by: ==)
    }

    /// - Parameter outputs: those that write to the disk in question.
    mutating func observe(_ outputs: [GraphStatistics.Output], at now: Duration) {
        for output in outputs {
            total += max(0, output.bytes - (last[output.name] ?? output.bytes))
            last[output.name] = output.bytes
        }
        samples.append((now, total))
        while samples.count > 2, now - samples[1].at >= Self.window { samples.removeFirst() }
    }

    /// Bytes per second; 0 before a rate has been measured.
    var bytesPerSecond: Double {
        guard let first = samples.first, let newest = samples.last, newest.at - first.at >= Self.shortest else {
            return 0
        }
        return Double(newest.total - first.total) / ((newest.at - first.at) / .seconds(1))
    }

    /// Forgets what was measured, because something else is being written from now on.
    mutating func restart() { samples = [] }
}
