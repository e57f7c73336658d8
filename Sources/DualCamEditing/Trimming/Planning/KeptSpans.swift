import DualCamConfig
import DualCamPlan

/// The parts of a recording that remain after trimming: spans of its timeline, in order. They consist of whole frames
/// and do not touch each other. All times are in nanoseconds.
struct KeptSpans: Sendable, Equatable {
    private(set) var spans: [Range<Int64>]
    /// The duration of one frame of the recording in nanoseconds.
    private let frame: Double
    /// The rounding tolerance, in nanoseconds, for comparing the times of frames.
    private static let slack: Int64 = 1_000_000

    /// Creates the spans of a recording from which nothing is removed yet.
    ///
    /// - Parameters:
    ///   - whole: the time range of the recording, which starts with its first frame.
    ///   - rate: the frame rate of the recording.
    init(_ whole: Range<Int64>, rate: FrameRate) {
        frame = 1e9 / rate.framesPerSecond
        spans = whole.isEmpty ? [] : [whole]
        origin = whole.lowerBound
    }

    private let origin: Int64

    /// Removes an interval from the kept parts. Its start and its end are moved to the nearest frames.
    mutating func cut(_ stretch: Range<Int64>) {
        let (from, to) = (nearest(stretch.lowerBound), nearest(stretch.upperBound))
        guard from < to else { return }
        spans = spans.flatMap { span in
            [
                span.lowerBound..<max(span.lowerBound, min(from, span.upperBound)),
                min(span.upperBound, max(to, span.lowerBound))..<span.upperBound,
            ]
        }.filter { !$0.isEmpty }
    }

    /// Removes everything outside of an interval from the kept parts.
    mutating func keep(_ stretch: Range<Int64>) {
        cut(.min / 4..<stretch.lowerBound)
        cut(stretch.upperBound..<(.max / 4))
    }

    private func nearest(_ time: Int64) -> Int64 {
        guard time.magnitude < UInt64(Int64.max / 8) else { return time }
        return origin
            +| Int64(
                saturating: ((Double(time -| origin) / frame).rounded(
                    planted(.frameRoundedDown) ? .down : .toNearestOrAwayFromZero) * frame).rounded())
    }

    var length: Int64 { spans.reduce(0) { $0 +| $1.length } }

    /// Returns the kept parts that are within an interval.
    func within(_ stretch: Range<Int64>) -> KeptSpans {
        var part = self
        part.spans = spans.map { $0.clamped(to: stretch) }.filter { !$0.isEmpty }
        return part
    }

    /// Returns the new time of a frame in the trimmed result, in which the kept parts directly follow each other.
    /// Returns `nil` if the frame is not kept.
    func place(of time: Int64) -> Int64? {
        var before: Int64 = 0
        for span in spans {
            if time < span.lowerBound -| Self.slack { return nil }
            if time < span.upperBound -| Self.slack { return before +| max(0, time -| span.lowerBound) }
            before = before +| span.length
        }
        return nil
    }

    /// Returns the new time of a file's frame in the trimmed result; `nil` if the frame is not kept. Because of
    /// rounding, the last frame of a file may be at the end of the file or slightly after it.
    func place(of time: Int64, inFileTo end: Int64) -> Int64? {
        let known = min(time, end -| 2 * Self.slack)
        return place(of: known).map { $0 +| (time -| known) }
    }
}

/// The audio samples of a kept span, and their position in the trimmed result. Sample numbers are relative to time 0 of
/// the timeline.
struct KeptSamples: Sendable, Equatable {
    var samples: Range<Int64>
    var place: Int64

    /// Returns the audio samples of each kept span. The result has no gaps, and rounding errors of the positions do not
    /// accumulate.
    static func all(of spans: KeptSpans, rate: Int) -> [KeptSamples] {
        let count = { (time: Int64) in
            Int64(
                saturating: (Double(time) * Double(rate) / 1e9).rounded(
                    planted(.samplesRoundedDown) ? .down : .toNearestOrAwayFromZero))
        }
        var before: Int64 = 0
        return spans.spans.map { span in
            let (place, end) = (count(before), count(before +| span.length))
            before = before +| span.length
            let first = count(span.lowerBound)
            let last = first +| (planted(.samplesDrift) ? count(span.length) : end -| place)
            return KeptSamples(samples: first..<last, place: place)
        }
    }
}
