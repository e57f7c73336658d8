import DualCamPlan

/// The position of a separately recorded sound in a recording. It is measured with a clock that continues to run while
/// the recording is paused.
struct SoundPlacement: Sendable, Equatable {
    /// For each part of the recording, by its number, the time in seconds from the start of the recording to the start
    /// of the sound.
    private(set) var begins: [Int: Double]
    /// The fraction by which the sound's clock is faster than the recording's clock (0.00008 means 80 ppm).
    private(set) var drift: Double

    /// Creates the placement of a sound at a known time.
    ///
    /// - Parameter begin: the time in seconds from the start of the recording to the start of the sound, the same for
    ///   all parts.
    init(begin: Double, drift: Double = 0) { (begins, self.drift) = ([0: begin], drift) }

    /// Creates the placement of a sound from measurements of its start time in the recording.
    ///
    /// - Parameter drift: the drift that had been removed from the sound before the measurements.
    init(_ fit: ClockFit, drift: Double = 0) {
        // The measurement at position `at` was found in the sound at (at - begin) * (1 - slope).
        begins = fit.begins.mapValues { $0 / (1 - fit.slope) }
        self.drift = (1 + (planted(.driftSubtracted) ? 0 : drift)) * (1 - fit.slope) - 1
    }

    /// Returns the time in seconds from the start of the recording to the start of the sound, as measured in a part of
    /// the recording. For a part without measurements, uses the previous part's time, or else the next part's.
    func begin(in part: Int) -> Double {
        let known = begins.keys.sorted()
        return ((planted(.nextPartFirst) ? known.first { $0 >= part } : known.last { $0 <= part }) ?? known.first)
            .flatMap { begins[$0] } ?? 0
    }

    /// Returns the samples of the sound to play in an interval of the timeline, given in nanoseconds. Sample numbers
    /// below 0 or after the last sample mean silence.
    ///
    /// - Parameters:
    ///   - rate: the sample rate of the sound after its drift was removed, in samples per second.
    func samples(for stretch: Range<Int64>, on clock: CompositionClock, rate: Int) -> [KeptSamples] {
        let count = { (seconds: Double) in
            Int64(
                saturating: (seconds * Double(rate)).rounded(
                    planted(.sampleRoundedDown) ? .down : .toNearestOrAwayFromZero))
        }
        return clock.stretches.indices.compactMap { index in
            let times = clock.times(of: index).clamped(to: stretch)
            guard !times.isEmpty else { return nil }
            let place = count(Double(times.lowerBound - stretch.lowerBound) / 1e9)
            let end = count(Double(times.upperBound - stretch.lowerBound) / 1e9)
            let first = count(clock.seconds(at: times.lowerBound) - begin(in: clock.stretches[index].part))
            return KeptSamples(samples: first..<(first + end - place), place: place)
        }
    }

    /// Returns the number of seconds in an interval of the timeline without sound: `before` the sound's start, and
    /// `behind` its end. The interval is in nanoseconds.
    ///
    /// - Parameter length: the duration of the sound in seconds, measured with the recording's clock.
    func silence(
        in stretch: Range<Int64>, on clock: CompositionClock, length: Double
    ) -> (before: Double, behind: Double) {
        let (rate, all) = (1000, samples(for: stretch, on: clock, rate: 1000))
        let end = Int64(saturating: length * Double(rate))
        let before = all.reduce(0) { $0 + $1.samples.clamped(to: .min / 4..<0).count }
        let behind = all.reduce(0) { $0 + $1.samples.clamped(to: end..<max(end, .max / 4)).count }
        return (Double(before) / Double(rate), Double(behind) / Double(rate))
    }
}

extension CompositionClock {
    /// Returns the time range of the interval `stretches[index]`, in nanoseconds on the timeline. The first interval
    /// has no lower limit, and the last one has no upper limit.
    func times(of index: Int) -> Range<Int64> {
        let from = index == 0 ? .min / 4 : stretches[index].from
        return from..<max(from, index + 1 < stretches.count ? stretches[index + 1].from : .max / 4)
    }

    /// Returns the number of seconds from the start of the recording to a time on the timeline, including pauses.
    func seconds(at time: Int64) -> Double { Double(unix(at: time) -| unix(at: start)) / 1e9 }
}
