package import DualCamConfig
import DualCamPlan

// MARK: The end of a part, and of the session
extension SessionHistory {
    /// A failure that was reported during the recording.
    package struct Failure: Sendable, Equatable {
        /// The exit code with which a recording ends because of this failure.
        package var exit: ExitCode
        /// The message of the reported failure: a sentence without its full stop.
        package var message: String
    }

    /// The last worker's report about how the recording ended.
    package struct Ending: Sendable, Equatable {
        /// The exit code that the worker reported for the recording.
        package var exit: ExitCode
        /// The reason why the recording ended; `nil` if it failed before it had begun, or if the reason is from a newer
        /// version.
        package var reason: StopReason?
        /// The outputs that lost data permanently because of a failure.
        package var lacking: [OutputName]

        init?(_ entry: LedgerEntry) {
            guard let exit = entry["exit-code"]?.count.flatMap({ ExitCode(rawValue: Int32(clamping: $0)) }) else {
                return nil
            }
            self.exit = exit
            reason = entry["reason"]?.text.flatMap(StopReason.init)
            lacking = (entry["lacking"]?.list ?? []).compactMap(\.text).map { OutputName($0) }
        }
    }

    /// Applies a `failed` ledger entry to the history. The failure replaces an earlier one as the last failure of the
    /// session and of its output.
    mutating func fail(_ entry: LedgerEntry) {
        guard let code = entry["exit-code"]?.count, let exit = ExitCode(rawValue: Int32(clamping: code)) else { return }
        let failure = Failure(exit: exit, message: entry["message"]?.text ?? "")
        lastFailure = failure
        if let output = entry["output"]?.text { failures[OutputName(output)] = failure }
    }

    /// Applies a `stop-requested` ledger entry to the history. Only the first such entry of a part determines the
    /// part's requested end.
    mutating func requestEnd(_ entry: LedgerEntry) {
        reason = entry["reason"]?.text ?? reason
        guard !parts.isEmpty, parts[currentPart].requestedEnd == nil || planted(.lastRequestCounts) else { return }
        parts[currentPart].requestedEnd = entry.runningTime
    }

    /// Counts a lost worker process, and records that its part was interrupted. Discards the report of the recording's
    /// end, because another worker was supposed to continue.
    mutating func loseWorker() {
        (workersLost, ending) = (workersLost + 1, planted(.endingOfLostWorker) ? ending : nil)
        breakOff(currentPart)
    }

    /// The Unix time, in nanoseconds, at which the recording began; `nil` if nothing was recorded. If the wall clock
    /// was set during the recording, this is the time that the corrected clock would have shown.
    package var began: Int64? {
        parts.first.map { first in
            planted(.leapForgotten) ? first.wallStart : parts.reduce(first.wallStart) { $0 +| $1.leapt }
        }
    }

    /// Returns the length, in nanoseconds, of the session up to a Unix time in nanoseconds; `nil` if nothing was
    /// recorded. Gaps between workers are included, pauses are not. A pause during which a worker was lost counts until
    /// the next worker begins.
    package func recorded(until wallClock: Int64) -> Int64? {
        guard let began else { return nil }
        let paused = parts.indices.reduce(Int64(0)) { sum, index in
            let part = parts[index]
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            let after = next?.wallStart ?? wallClock
            let end = RunningTime(nanoseconds: after -| part.wallOffset -| part.leapt)
            return sum +| part.pauses.length(from: part.start, to: end)
        }
        return wallClock -| began -| paused
    }

    /// Applies a ledger entry of the kind `clock-jumped` or `suspended` to the history. Such an entry states by how
    /// much the wall clock advanced more, or less, than the part's running time.
    mutating func shiftClock(_ entry: LedgerEntry) {
        let length = (entry["by"] ?? entry["seconds"])?.nanoseconds ?? 0
        if entry.kind == .clockJumped { wallClock.jumped(by: length) }
        guard !parts.isEmpty else { return }
        let kind = entry.kind == .clockJumped ? \Part.leapt : \Part.slept
        parts[currentPart][keyPath: kind] = parts[currentPart][keyPath: kind] +| length
    }

    /// Records that a part was interrupted, so that its files were cut short. Discards the part's scheduled end. If an
    /// end had been requested, the part counts as recorded up to that end.
    ///
    /// - Parameter written: The running time of the last write to a file that was cut short; `nil` if unknown.
    mutating func breakOff(_ number: Int, written: RunningTime? = nil) {
        guard parts.indices.contains(number), !planted(.endNotForgotten) else { return }
        var part = parts[number]
        if let requested = part.requestedEnd {
            part.reach = part.reach ?? part.end ?? requested
        } else {
            part.reach = [part.reach, written].compactMap(\.self).max()
        }
        part.end = nil
        parts[number] = part
    }

    /// The longest plausible loss at the end of a file that was cut short, in nanoseconds: twice the highest value of
    /// `max-loss`.
    private static let longestLoss: Int64 = 120_000_000_000

    /// Returns the running time of the last write to a file that was cut short; `nil` if the ledger entry states no
    /// plausible loss. A file's index is written at least every `max-loss`. A write long after the last frame means
    /// that another program copied or touched the file.
    static func lastWrite(_ entry: LedgerEntry, _ summary: FileSummary) -> RunningTime? {
        guard let lost = entry["lost"]?.nanoseconds, lost > 0, lost <= longestLoss else { return nil }
        return RunningTime(nanoseconds: summary.end.nanoseconds +| lost)
    }
}
