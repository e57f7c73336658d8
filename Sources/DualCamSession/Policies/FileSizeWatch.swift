import DualCamConfig
import DualCamPlan

/// Decides when files go on in new ones because the file system takes no larger ones: FAT's 4 GB, or a limit of the process
/// (`ulimit -f`).
struct FileSizeWatch: Sendable, Equatable {
    /// New files are asked for when the old ones would reach the limit within this time.
    static let lead = Duration.seconds(10)
    /// The growth of a file is measured over this time.
    static let window = Duration.seconds(5)

    fileprivate struct Growth: Sendable, Equatable {
        var samples: [Sample] = []
        /// The size of the file in whose place a new one was asked for; it is open for a moment longer.
        var asked: Int64?
    }

    fileprivate struct Sample: Sendable, Equatable {
        var at: Duration
        var bytes: Int64
    }

    /// The bytes that a file may have; `nil`: no limit is known.
    private(set) var limit: Int64?
    private var outputs: [OutputName: Growth] = [:]

    /// Takes in a limit that is known beforehand, or that a file has met. The smallest counts.
    mutating func learn(_ limit: Int64) { self.limit = planted(.limitOfLast) ? limit : min(self.limit ?? limit, limit) }

    /// Takes in the sizes of the open files; returns whether one is about to become too large.
    mutating func observe(_ statistics: [GraphStatistics.Output], at now: Duration) -> Bool {
        guard let limit else { return false }
        var isDue = false
        for output in statistics {
            let isOne = outputs[output.name, default: Growth()].observe(output, limit, at: now)
            isDue = isDue || isOne
        }
        return isDue
    }
}

extension FileSizeWatch.Growth {
    fileprivate mutating func observe(
        _ output: GraphStatistics.Output, _ limit: Int64, at now: Duration
    ) -> Bool {
        samples.append(.init(at: now, bytes: output.bytes))
        while samples.count > 2, now - samples[1].at >= FileSizeWatch.window { samples.removeFirst() }
        let size = output.largestFile
        if let asked {
            // The old file still grows until it is closed; the new one begins small.
            guard size < asked || planted(.askedAgain) else { return false }
            self.asked = nil
        }
        guard size > limit - reserve(limit) else { return false }
        asked = size
        return true
    }

    /// The bytes that a file still gets until it is closed: what is recorded meanwhile, and a muxer's index.
    private func reserve(_ limit: Int64) -> Int64 {
        guard let first = samples.first, let newest = samples.last, newest.at > first.at else { return limit / 50 }
        let rate = Double(max(0, newest.bytes - first.bytes)) / ((newest.at - first.at) / .seconds(1))
        return min(limit / 2, limit / 50 +| Int64(saturating: rate * (FileSizeWatch.lead / .seconds(1))))
    }
}
