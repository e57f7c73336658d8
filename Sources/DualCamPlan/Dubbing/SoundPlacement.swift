/// The position of a separately recorded sound along a recording, by a clock that continues while the recording is
/// paused.
package struct SoundPlacement: Sendable, Equatable {
    /// The time from the beginning of the recording to the beginning of the sound in seconds, by the number of the
    /// recording's part.
    package private(set) var begins: [Int: Double]
    /// The fraction by which the sound's clock is faster than the recording's: 0.00008 is 80 ppm.
    package private(set) var drift: Double

    /// Places a sound at a known time.
    ///
    /// - Parameter begin: the time in seconds from the beginning of the recording to the beginning of the sound, for
    ///   all parts.
    package init(begin: Double, drift: Double = 0) { (begins, self.drift) = ([0: begin], drift) }

    /// Places a sound by measurements of where it begins.
    ///
    /// - Parameter drift: the drift by which the measured sound has already been slowed down.
    package init(_ fit: ClockFit, drift: Double = 0) {
        // A place at `at` was found in the sound at (at - begin) * (1 - slope).
        begins = fit.begins.mapValues { $0 / (1 - fit.slope) }
        self.drift = (1 + (planted(.driftSubtracted) ? 0 : drift)) * (1 - fit.slope) - 1
    }

    /// Returns the time in seconds from the beginning of the recording to the beginning of the sound. A part without
    /// measurements uses the previous part's time, or else the next part's.
    package func begin(in part: Int) -> Double {
        let known = begins.keys.sorted()
        return ((planted(.nextPartFirst) ? known.first { $0 >= part } : known.last { $0 <= part }) ?? known.first)
            .flatMap { begins[$0] } ?? 0
    }

    /// Returns the samples of the sound for an interval of the timeline, in nanoseconds. Samples before 0 and behind
    /// the last one are silence.
    ///
    /// - Parameters:
    ///   - rate: samples a second of the sound, whose drift has been removed.
    package func samples(for stretch: Range<Int64>, on clock: CompositionClock, rate: Int) -> [KeptSamples] {
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

    /// Returns how many seconds of an interval on the timeline lie before the sound and behind its end.
    ///
    /// - Parameter length: the length of the sound in seconds, by the recording's clock.
    package func silence(
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
    /// Returns the time range of one of the clock's intervals, in nanoseconds of the timeline.
    package func times(of index: Int) -> Range<Int64> {
        let from = index == 0 ? .min / 4 : stretches[index].from
        return from..<max(from, index + 1 < stretches.count ? stretches[index + 1].from : .max / 4)
    }

    /// Returns the number of seconds from the beginning of the recording to a time on the timeline, including pauses.
    package func seconds(at time: Int64) -> Double { Double(unix(at: time) -| unix(at: start)) / 1e9 }
}
