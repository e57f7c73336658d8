package import DualCamConfig
import DualCamPlan

// MARK: The end of a part, and of the session
extension SessionHistory {
    /// A failure that the recording told of.
    package struct Failure: Sendable, Equatable {
        package var exit: ExitCode
        /// A sentence without its full stop.
        package var message: String
    }

    /// The words of the last process on how the recording ended.
    package struct Ending: Sendable, Equatable {
        package var exit: ExitCode
        package var reason: StopReason?
        /// The outputs that a failure has cost something for good.
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

    /// An entry of the kind `failed`; the last one counts.
    mutating func fail(_ entry: LedgerEntry) {
        guard let code = entry["exit-code"]?.count, let exit = ExitCode(rawValue: Int32(clamping: code)) else { return }
        let failure = Failure(exit: exit, message: entry["message"]?.text ?? "")
        lastFailure = failure
        if let output = entry["output"]?.text { failures[OutputName(output)] = failure }
    }

    /// An entry of the kind `stop-requested`. Only the first one of a part counts.
    mutating func requestEnd(_ entry: LedgerEntry) {
        reason = entry["reason"]?.text ?? reason
        guard !parts.isEmpty, parts[currentPart].requestedEnd == nil || planted(.lastRequestCounts) else { return }
        parts[currentPart].requestedEnd = entry.runningTime
    }

    /// Counts a lost process and forgets how it said that the recording ended: another process was to go on.
    mutating func loseWorker() {
        (workersLost, ending) = (workersLost + 1, planted(.endingOfLostWorker) ? ending : nil)
        breakOff(currentPart)
    }

    /// An entry of the kind `clock-jumped` or `suspended`: the wall clock went on by more, or by less, than the part's running time.
    mutating func shiftClock(_ entry: LedgerEntry) {
        let length = (entry["by"] ?? entry["seconds"])?.nanoseconds ?? 0
        if entry.kind == .clockJumped { wallClock.jumped(by: length) }
        if !parts.isEmpty {
            parts[currentPart].clockShift = planted(.clockShiftForgotten) ? 0 : parts[currentPart].clockShift +| length
        }
    }

    /// Takes in that files of the part were cut short: an end that was set beforehand did not come, unless it had been asked for.
    ///
    /// - Parameter written: The last write to such a file.
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

    /// The most that is believed to be lost at the end of a file that was cut short, in nanoseconds: twice the longest `max-loss`.
    private static let longestLoss: Int64 = 120_000_000_000

    /// Returns when a file that was cut short was last written to; `nil` for one that had not begun. A file gets an index at least every `max-loss`: what was written to
    /// long after its last frame was copied, or touched, by somebody else.
    static func lastWrite(_ entry: LedgerEntry, _ summary: FileSummary) -> RunningTime? {
        guard let lost = entry["lost"]?.nanoseconds, lost > 0, lost <= longestLoss else { return nil }
        return RunningTime(nanoseconds: summary.end.nanoseconds +| lost)
    }
}
