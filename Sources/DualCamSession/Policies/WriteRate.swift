import DualCamConfig
import DualCamPlan

/// The bytes written per second, over the last half minute. The second with the most is left out: files begin with room for
/// their index, which is no rate.
struct WriteRate: Sendable {
    static let window = Duration.seconds(30)
    /// A shorter time tells nothing of the rate.
    static let shortest = Duration.seconds(3)
    private static let step = Duration.seconds(1)

    private var last: [OutputName: Int64] = [:]
    private var total: Int64 = 0
    private var samples: [(at: Duration, total: Int64)] = []

    /// - Parameter outputs: those that write to the disk in question.
    mutating func observe(_ outputs: [GraphStatistics.Output], at now: Duration) {
        for output in outputs {
            total = total +| max(0, output.bytes -| (last[output.name] ?? output.bytes))
            last[output.name] = output.bytes
        }
        if let newest = samples.last, now - newest.at < Self.step { return }
        samples.append((now, total))
        while samples.count > 2, now - samples[1].at >= Self.window { samples.removeFirst() }
    }

    /// Bytes per second; 0 before a rate has been measured.
    var bytesPerSecond: Double {
        guard let first = samples.first, let newest = samples.last, newest.at - first.at >= Self.shortest else {
            return 0
        }
        let steps = zip(samples, samples.dropFirst()).map { (bytes: $1.total - $0.total, time: $1.at - $0.at) }
        guard let most = steps.max(by: { $0.bytes < $1.bytes }) else { return 0 }
        let time = (newest.at - first.at - most.time) / .seconds(1)
        return time > 0 ? Double(newest.total - first.total - most.bytes) / time : 0
    }

    /// Forgets what was measured, because something else is being written from now on.
    mutating func restart() { samples = [] }
}
