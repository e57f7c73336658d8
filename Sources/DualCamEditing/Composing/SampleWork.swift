import DualCamGraph
internal import DualCamPlan
internal import Ebur128
internal import GStreamer
internal import Synchronization

/// Processes an exported track's samples: cuts them to the export's length, applies the gain and measures their
/// loudness.
final class SampleWork: Sendable {
    private struct State {
        var reading = LoudnessReading(integrated: nil, peaks: [])
        var meter: LoudnessMeter?
        /// The length of the part of the exported track that has been processed so far, in nanoseconds.
        var length: Int64 = 0
        var isOver = false
    }

    private let start: Int64
    private let end: Int64
    private let curve: GainCurve?
    private let state = Mutex(State())

    /// Creates the processing for a part of the recorded sound.
    ///
    /// - Parameters:
    ///   - start: the running time of the first sample to export, in nanoseconds.
    ///   - end: the running time at which the export ends, in nanoseconds.
    ///   - curve: the gain over time; `nil` for none.
    ///   - measures: true to measure the loudness after the gain was applied.
    init(from start: Int64, to end: Int64, curve: GainCurve?, measures: Bool = false) {
        (self.start, self.end, self.curve) = (start, end, curve)
        if measures {
            state.withLock { $0.meter = LoudnessMeter(channels: ExportSamples.channels, rate: ExportSamples.rate) }
        }
    }

    /// The loudness and peaks of the samples that have been processed so far.
    var reading: LoudnessReading {
        state.withLock { state in
            state.reading.integrated = state.meter?.integrated
            return state.reading
        }
    }

    /// The length of the part of the exported track that has been processed so far, in nanoseconds.
    var length: Int64 { state.withLock { $0.length } }

    func install(on pad: Pad) {
        pad.addProbe(.buffers) { [self] info in
            guard let time = info.runningTime else { return .drop }
            guard time < end else {
                let isFirst = state.withLock { state in
                    defer { state.isOver = true }
                    return !state.isOver
                }
                if isFirst { info.endPeer() }
                return .drop
            }
            guard info.keepSound(within: start..<end) else { return .drop }
            append(info, at: max(start, time))
            return .pass
        }
    }

    private func append(_ info: borrowing ProbeInfo, at time: Int64) {
        // Rounds to the nearest sample, because a sample's time is itself rounded to nanoseconds.
        let first = Int((Double(time - start) * Double(ExportSamples.rate) / 1e9).rounded())
        state.withLock { $0.length = max($0.length, time - start) }
        guard first >= 0, curve != nil || state.withLock({ $0.meter != nil }) else { return }
        info.withWritableBytes { bytes in
            let samples = bytes.bindMemory(to: Float.self)
            if let curve { Self.raise(samples, first, curve) }
            measure(Array(samples), first)
        }
    }

    private static func raise(_ samples: UnsafeMutableBufferPointer<Float>, _ first: Int, _ curve: GainCurve) {
        for frame in 0..<samples.count / ExportSamples.channels {
            let factor = curve.factor(at: first + frame)
            for channel in 0..<ExportSamples.channels { samples[frame * ExportSamples.channels + channel] *= factor }
        }
    }

    /// Measures the loudness and peaks of samples. The peak of all these samples is assigned to every block that
    /// contains some of them.
    private func measure(_ samples: [Float], _ first: Int) {
        let frames = samples.count / ExportSamples.channels
        state.withLock { state in
            guard let meter = state.meter, frames > 0 else { return }
            let peak = Float(meter.add(samples))
            let last = (first + frames - 1) / LoudnessReading.block
            while state.reading.peaks.count <= last { state.reading.peaks.append(0) }
            for block in first / LoudnessReading.block...last {
                state.reading.peaks[block] = max(state.reading.peaks[block], peak)
            }
        }
    }
}

extension ProbeInfo {
    /// Cuts a buffer of raw sound to a range of running times, in nanoseconds. Returns false if no samples are left.
    func keepSound(within times: Range<Int64>) -> Bool {
        guard let time = runningTime, let length = duration.map({ Int64(clamping: $0) }) else { return false }
        guard time < times.lowerBound || time +| length > times.upperBound else { return true }
        let skip = max(0, times.lowerBound - time)
        return skip < length && time < times.upperBound
            && keepSound(from: skip, length: min(length, times.upperBound - time) - skip)
    }
}
