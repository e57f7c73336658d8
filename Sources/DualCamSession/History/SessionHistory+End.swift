package import DualCamConfig
import DualCamPlan

// MARK: The end of a part, and of the session
extension SessionHistory {
    /// A failure that the recording itself reported.
    package struct Failure: Sendable, Equatable {
        package var exit: ExitCode
        /// A sentence without its full stop.
        package var message: String
    }

    /// The last process's report of how the recording ended.
    package struct Ending: Sendable, Equatable {
        package var exit: ExitCode
        package var reason: StopReason?
        /// The outputs that permanently lack something because of a failure.
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

    /// Applies an entry of the kind `failed`. The last one counts.
    mutating func fail(_ entry: LedgerEntry) {
        guard let code = entry["exit-code"]?.count, let exit = ExitCode(rawValue: Int32(clamping: code)) else { return }
        let failure = Failure(exit: exit, message: entry["message"]?.text ?? "")
        lastFailure = failure
        if let output = entry["output"]?.text { failures[OutputName(output)] = failure }
    }

    /// Applies an entry of the kind `stop-requested`. Only the first one of a part counts.
    mutating func requestEnd(_ entry: LedgerEntry) {
        reason = entry["reason"]?.text ?? reason
        guard !parts.isEmpty, parts[currentPart].requestedEnd == nil || planted(.lastRequestCounts) else { return }
        parts[currentPart].requestedEnd = entry.runningTime
    }

    /// Counts a lost worker process and discards its report of how the recording ended, because another worker was to
    /// resume.
    mutating func loseWorker() {
        (workersLost, ending) = (workersLost + 1, planted(.endingOfLostWorker) ? ending : nil)
        breakOff(currentPart)
    }

    /// Applies an entry of the kind `clock-jumped` or `suspended`: the wall clock advanced by more, or less, than the
    /// part's running time.
    mutating func shiftClock(_ entry: LedgerEntry) {
        let length = (entry["by"] ?? entry["seconds"])?.nanoseconds ?? 0
        if entry.kind == .clockJumped { wallClock.jumped(by: length) }
        if !parts.isEmpty {
            parts[currentPart].clockShift = planted(.clockShiftForgotten) ? 0 : parts[currentPart].clockShift +| length
        }
    }

    /// Records that files of the part were cut short. An end that was scheduled beforehand did not happen, unless it
    /// had been requested.
    ///
    /// - Parameter written: The running time of the last write to such a file.
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

    /// The longest loss that is believed at the end of a file that was cut short, in nanoseconds: twice the longest
    /// `max-loss`.
    private static let longestLoss: Int64 = 120_000_000_000

    /// Returns the running time of the last write to a file that was cut short; `nil` for a file that had not begun. A
    /// file gets an index at least every `max-loss`. A write long after its last frame means that somebody else copied
    /// or touched the file.
    static func lastWrite(_ entry: LedgerEntry, _ summary: FileSummary) -> RunningTime? {
        guard let lost = entry["lost"]?.nanoseconds, lost > 0, lost <= longestLoss else { return nil }
        return RunningTime(nanoseconds: summary.end.nanoseconds +| lost)
    }
}
