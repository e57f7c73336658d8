internal import DualCamPlan
internal import GStreamer
internal import Glibc

/// A short excerpt (window) of a recording's sound, whose position in another sound is determined to a fraction of a
/// sample.
struct SoundWindow: Sendable {
    /// The number of the recording part to which the window belongs.
    var part: Int
    /// The time from the recording's beginning to the window, including pauses, in seconds.
    var at: Double
    /// The number of the window's first sample, counted from the recording's beginning.
    var first: Int
    var samples: [Float]

    /// The sample rate of all windows, in hertz.
    static let rate = 8000
    /// The maximum (`longest`) and minimum (`shortest`) length of a window of sound, in samples.
    static let (longest, shortest) = (4 * rate, rate)
    /// The maximum number of windows of a long recording, which limits the memory needed. In short recordings, windows
    /// begin half a window's length apart.
    private static let most = 150

    /// Returns the windows of a recording in order of time, still filled with zeros. They cover the beginning and the
    /// end of every interval between pauses that lasts at least one second.
    static func all(of whole: Range<Int64>, on clock: CompositionClock) -> [SoundWindow] {
        let sample = { (time: Int64) in Int((Double(time - whole.lowerBound) * Double(rate) / 1e9).rounded()) }
        let distance = max(longest / 2, sample(whole.upperBound) / most)
        return clock.stretches.indices.flatMap { index -> [SoundWindow] in
            let times = clock.times(of: index).clamped(to: whole)
            let (from, to) = (sample(times.lowerBound), sample(times.upperBound))
            let length = min(longest, to - from)
            guard length >= shortest else { return [] }
            let starts = Array(stride(from: from, to: to - length, by: distance)) + [to - length]
            return starts.map { start in
                let time = whole.lowerBound + Int64(start) * 1_000_000_000 / Int64(rate)
                return SoundWindow(
                    part: clock.stretches[index].part, at: clock.seconds(at: max(time, times.lowerBound)), first: start,
                    samples: [Float](repeating: 0, count: length))
            }
        }
    }
}

extension [SoundWindow] {
    /// Copies samples of the recording into all windows that overlap them. `first` is the number of the first sample,
    /// counted from the recording's beginning.
    mutating func append(_ samples: [Float], at first: Int) {
        let end = first + samples.count
        // Windows overlap, but each begins later than the previous one.
        for index in indices where self[index].first < end {
            let window = self[index].first
            let common =
                Swift.max(first, window)..<Swift.max(first, window, Swift.min(end, window + self[index].samples.count))
            guard !common.isEmpty else { continue }
            self[index].samples.replaceSubrange(
                common.lowerBound - window..<common.upperBound - window,
                with: samples[common.lowerBound - first..<common.upperBound - first])
        }
    }
}

/// Finds a recording's windows in another sound, which arrives in pieces. Searches for each window near its expected
/// position.
struct WindowSearch {
    /// The maximum distance of a window from its expected position, in samples: a quarter of a second.
    private static let margin = SoundWindow.rate / 4
    /// The number of samples on either side of a correlation's peak that belong to the peak (1 ms).
    private static let width = SoundWindow.rate / 1000

    private var windows: ArraySlice<SoundWindow>
    private let expected: SoundPlacement
    private let transform = FourierTransform(ofAtLeast: SoundWindow.longest + 2 * margin)
    /// The sound that has arrived and is still needed for the search. Silence is inserted before it, because the first
    /// window may begin before the sound.
    private var samples = silence
    /// The number of the first sample in `samples`; negative for the silence before the sound.
    private var first = -silence.count
    private static var silence: [Float] { [Float](repeating: 0, count: SoundWindow.longest + margin) }
    private(set) var points: [ClockFit.Point] = []
    /// The number of windows that overlapped the sound and were therefore compared with it.
    private(set) var compared = 0

    init(_ windows: [SoundWindow], expected: SoundPlacement) {
        let place = { (window: SoundWindow) in window.at - expected.begin(in: window.part) }
        self.windows = windows.sorted { place($0) < place($1) }[...]
        self.expected = expected
    }

    mutating func append(_ new: [Float]) {
        samples += new
        while let window = windows.first {
            let from = place(of: window) - Self.margin
            let end = from + window.samples.count + 2 * Self.margin
            guard end <= first + samples.count else { break }
            if from >= first { compare(window, from) }
            windows.removeFirst()
        }
        // Removes samples in large pieces, because each removal moves all remaining samples in memory.
        let needed = windows.first.map { place(of: $0) - Self.margin } ?? first + samples.count
        let passed = min(samples.count, needed - first)
        if passed > SoundWindow.longest {
            samples.removeFirst(passed)
            first += passed
        }
    }

    /// Ends the search at the end of the sound. Appends silence, so that the last windows can be compared as well.
    mutating func end() { append(Self.silence) }

    private func place(of window: SoundWindow) -> Int {
        Int(((window.at - expected.begin(in: window.part)) * Double(SoundWindow.rate)).rounded())
    }

    /// Returns the samples faded in and out with a Hann window, because the hard edges of two windows would match each
    /// other.
    private static func faded(_ samples: [Float]) -> [Float] {
        samples.enumerated().map { $1 * (0.5 - 0.5 * cosf(2 * .pi * Float($0) / Float(samples.count))) }
    }

    private mutating func compare(_ window: SoundWindow, _ from: Int) {
        let part = samples[from - first..<from - first + window.samples.count + 2 * Self.margin]
        compared += 1
        let found = transform.correlation(
            of: transform.spectrum(of: Self.faded(window.samples)), with: transform.spectrum(of: part), whitens: true)
        guard let match = SoundMatch(found[...(2 * Self.margin)], width: Self.width), match.isClear,
            // A peak at the edge of the searched range may have a higher one beyond it.
            (1..<Double(2 * Self.margin)).contains(match.place)
        else { return }
        let seconds = (Double(from) + match.place) / Double(SoundWindow.rate)
        // A window's position belongs to its middle, which matters if the clock drifts.
        let middle = window.at + Double(window.samples.count / 2) / Double(SoundWindow.rate)
        points.append(ClockFit.Point(part: window.part, at: middle, begin: window.at - seconds))
    }
}
