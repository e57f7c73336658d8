import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Finds the outputs that are incomplete at the end of a recording, and the reasons.
struct Shortfalls: Sendable {
    /// The time by which an output may normally end before the others, because each output ends with its own last
    /// frame.
    static let endTolerance = Duration.milliseconds(1_500)

    /// The outputs to check, in the order in which they are reported.
    var outputs: [OutputName]
    /// The files of all parts that were begun and not cancelled.
    var files: [RecordedFile]
    /// The part of the session that was recorded, counted from 0.
    var part: Int
    /// The running time at which the recorded part started.
    var start: RunningTime
    var pauses: CutList
    /// The nominal frame rates of the outputs, before any reduction.
    var rates: [OutputName: FrameRate] = [:]
    /// The factor by which the recording's clock runs faster than other clocks; more than 1 only in tests.
    var clockRate = 1
    /// The outputs that are expected to be incomplete, because their camera was missing or they were stopped on
    /// purpose.
    var excused: Set<OutputName> = []
    /// The outputs that lost data permanently because of a disk failure.
    var damaged: Set<OutputName> = []
    var dropped: LossLog

    struct Lack: Sendable, Equatable {
        var output: OutputName
        /// The description of what is missing in an output, as the end of a sentence that begins with "it".
        var what: String
        /// True if the output has no complete file in this part.
        var isEmpty: Bool
        /// The reason for the missing content according to the ledger, as a sentence.
        var reason: String
    }

    var lacks: [Lack] {
        outputs.filter { !excused.contains($0) }.compactMap { output in
            lack(of: output).map {
                Lack(output: output, what: $0, isEmpty: lastEnd(output) == nil, reason: reason(output))
            }
        }
    }

    /// Returns the reason why an output is incomplete, as a sentence. Either frames were dropped, or the frame rate is
    /// so low that the recording ended before the next picture, or the reason is unknown.
    private func reason(_ output: OutputName) -> String {
        let count = dropped.count(of: output)
        if count > 0 { return "\(count) frames of it were dropped, as the ledger says." }
        let timeouts = timeouts(output)
        guard timeouts.isSlow, lastEnd(output) == nil else { return "The ledger gives no reason." }
        return "Its pictures come every \(Wording.length(timeouts.frame)), and the end came before the next one."
    }

    /// Returns a description of what is missing in an output, as the end of a sentence; `nil` if nothing is missing.
    private func lack(of output: OutputName) -> String? {
        guard let end = lastEnd(output) else {
            let hasFiles = files.contains { $0.output == output && $0.part == part }
            if !hasFiles, hasEarlierFrames(output), isShortPart { return nil }
            return hasFiles ? "was cut short" : "holds nothing"
        }
        let missing = Duration.nanoseconds(
            ((planted(.shortestCounts) ? outputs.compactMap(leastEnd).min() : outputs.compactMap(leastEnd).max()) ?? end)
                .nanoseconds - end.nanoseconds)
        if missing > (planted(.shortfallInvented) ? .zero : timeouts(output).limit(Self.endTolerance) * clockRate),
            !planted(.shortfallUnseen)
        {
            return "ends \(Wording.length(missing)) before the others"
        }
        return damaged.contains(output) ? "goes on in another file behind a gap" : nil
    }

    /// True if the recorded part is too short for every output to have a frame. A worker that continues a recording
    /// may be stopped during its first frames.
    private var isShortPart: Bool {
        guard let end = outputs.compactMap(lastEnd).max() else { return true }
        return .nanoseconds(end.nanoseconds -| pauses.recorded(start).nanoseconds) <= Self.endTolerance * clockRate
    }

    private func hasEarlierFrames(_ output: OutputName) -> Bool {
        files.contains { $0.output == output && $0.part < part && ($0.summary?.frames ?? 0) > 0 }
    }

    private func timeouts(_ output: OutputName) -> FrameTimeouts {
        FrameTimeouts(slowest: rates[output].map { [$0] } ?? [])
    }

    /// Returns the time until which an output has certainly recorded: the end of its last complete file. For a slow
    /// camera, it is one frame less, because its last frame ends long after those of the other outputs.
    private func leastEnd(_ output: OutputName) -> RunningTime? {
        lastEnd(output).map { timeouts(output).isSlow ? $0 + (.zero - timeouts(output).frame) : $0 }
    }

    /// Returns the end of an output's last complete file in this part, in recorded time (without pauses); `nil` if
    /// there is none.
    private func lastEnd(_ output: OutputName) -> RunningTime? {
        files.filter { $0.output == output && $0.part == part }.compactMap(\.summary?.end).max().map(pauses.recorded)
    }
}

extension Shortfalls.Lack {
    /// Returns the failure that reports what is missing in an output. Used for outputs without any other failure.
    func failure(in folder: String) -> SessionFailure {
        SessionFailure(
            .outputIncomplete, exit: .fault, output: output,
            message: isEmpty
                ? "No frame of \(output) was recorded." : "The files of \(output) do not hold everything: it \(what).",
            advice: isEmpty
                ? "Record for longer, or look at what the warnings and 'dualcam plan' say of \(output)."
                : "'dualcam audit \(folder)' shows what is missing.")
    }
}

extension SessionFailure {
    /// Returns the failure which reports that frames are missing and that the ledger gives no reason for it.
    static func unaccounted(_ count: Int, of outputs: [OutputName], in folder: String) -> SessionFailure {
        SessionFailure(
            .outputIncomplete, exit: .fault, output: outputs.count == 1 ? outputs[0] : nil,
            message:
                "Frames of \(outputs.map(\.rawValue).enumeration) are in no file (\(count)), and the ledger does not "
                + "say why.",
            advice: "'dualcam audit \(folder)' shows where.")
    }

    /// The failure of a recording that ended without a single frame.
    static let nothingRecorded = SessionFailure(
        .outputIncomplete, exit: .outputNotCreated,
        message: "Nothing was recorded: the end came before the first frame.",
        advice: "Record for longer (--duration, --until).")
}
