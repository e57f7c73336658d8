import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Decides when outputs must continue in new files because of a file size limit. Such a limit is the 4 GB of FAT, or
/// the process's own limit (`ulimit -f`).
struct FileSizeWatch: Sendable, Equatable {
    /// The lead time with which new files are requested before a file reaches its size limit.
    static let lead = Duration.seconds(10)
    /// The time over which the growth of an output's file is measured.
    static let window = Duration.seconds(5)

    fileprivate struct Growth: Sendable, Equatable {
        var samples: [Sample] = []
        /// The size of the file when the next file was requested; `nil` if none has been requested. The file stays open
        /// for a moment after that.
        var asked: Int64?
    }

    fileprivate struct Sample: Sendable, Equatable {
        var at: Duration
        var bytes: Int64
    }

    /// The largest allowed file size in bytes; `nil` if no limit is known.
    private(set) var limit: Int64?
    private var outputs: [OutputName: Growth] = [:]

    /// Adds a file size limit in bytes. A limit may become known only when a file reaches it. The smallest of all
    /// limits applies.
    mutating func learn(_ limit: Int64) { self.limit = planted(.limitOfLast) ? limit : min(self.limit ?? limit, limit) }

    /// Compares the sizes of the open files with the limit. Returns true if a file is about to reach it, so that all
    /// outputs need new files.
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
            // The old file grows until it is closed; a smaller size means that the new file has begun.
            guard size < asked || planted(.askedAgain) else { return false }
            self.asked = nil
        }
        guard size > limit - reserve(limit) else { return false }
        asked = size
        return true
    }

    /// Returns the number of bytes that a file still needs until it is closed: for `lead` of further data, and for the
    /// muxer's index.
    private func reserve(_ limit: Int64) -> Int64 {
        guard let first = samples.first, let newest = samples.last, newest.at > first.at else { return limit / 50 }
        let rate = Double(max(0, newest.bytes - first.bytes)) / ((newest.at - first.at) / .seconds(1))
        return min(limit / 2, limit / 50 +| Int64(saturating: rate * (FileSizeWatch.lead / .seconds(1))))
    }
}
