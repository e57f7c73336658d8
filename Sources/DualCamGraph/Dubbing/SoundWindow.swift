internal import DualCamPlan
internal import GStreamer
internal import Glibc

/// A piece of a recording's sound, to be found to a fraction of a sample.
struct SoundWindow: Sendable {
    /// The part of the recording in which it lies.
    var part: Int
    /// Seconds from the recording's beginning to it, pauses counted.
    var at: Double
    /// The number of its first sample on the timeline.
    var first: Int
    var samples: [Float]

    /// Samples a second.
    static let rate = 8000
    /// The lengths of the longest and the shortest, in samples.
    static let (longest, shortest) = (4 * rate, rate)
    /// So many at most, so that they take no more memory for a longer recording; their least distance is half their length.
    private static let most = 150

    /// The empty windows of a recording, in the order of their times: every stretch between pauses has some, and its beginning and end
    /// lie in one.
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
    /// Fills in what lies in them.
    mutating func append(_ samples: [Float], at first: Int) {
        let end = first + samples.count
        // They overlap, but each begins later than the one before it.
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

/// Measures where windows lie in a sound that comes by, each near the place where it is expected.
struct WindowSearch {
    /// The distance from the expected place up to which it is looked for, in samples.
    private static let margin = SoundWindow.rate / 4
    /// Samples beside the best place that belong to it: 1 ms.
    private static let width = SoundWindow.rate / 1000

    private var windows: ArraySlice<SoundWindow>
    private let expected: SoundPlacement
    private let transform = FourierTransform(ofAtLeast: SoundWindow.longest + 2 * margin)
    /// The samples that are still needed, and the number of the first one: the first and the last window may hold a
    /// part of them.
    private var samples = silence
    private var first = -silence.count
    private static var silence: [Float] { [Float](repeating: 0, count: SoundWindow.longest + margin) }
    private(set) var points: [ClockFit.Point] = []
    /// The windows of which it has something.
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
        // Taken off in larger pieces, for the rest is moved each time.
        let needed = windows.first.map { place(of: $0) - Self.margin } ?? first + samples.count
        let passed = min(samples.count, needed - first)
        if passed > SoundWindow.longest {
            samples.removeFirst(passed)
            first += passed
        }
    }

    /// The sound is over.
    mutating func end() { append(Self.silence) }

    private func place(of window: SoundWindow) -> Int {
        Int(((window.at - expected.begin(in: window.part)) * Double(SoundWindow.rate)).rounded())
    }

    /// The ends of what is compared would be something that both have: they are faded in and out (a Hann window).
    private static func faded(_ samples: [Float]) -> [Float] {
        samples.enumerated().map { $1 * (0.5 - 0.5 * cosf(2 * .pi * Float($0) / Float(samples.count))) }
    }

    private mutating func compare(_ window: SoundWindow, _ from: Int) {
        let part = samples[from - first..<from - first + window.samples.count + 2 * Self.margin]
        compared += 1
        let found = transform.correlation(
            of: transform.spectrum(of: Self.faded(window.samples)), with: transform.spectrum(of: part), whitens: true)
        guard let match = SoundMatch(found[...(2 * Self.margin)], width: Self.width), match.isClear,
            // What is best at the end of what was looked through may be better behind it.
            (1..<Double(2 * Self.margin)).contains(match.place)
        else { return }
        let seconds = (Double(from) + match.place) / Double(SoundWindow.rate)
        // Of a drift it is its middle that tells.
        let middle = window.at + Double(window.samples.count / 2) / Double(SoundWindow.rate)
        points.append(ClockFit.Point(part: window.part, at: middle, begin: window.at - seconds))
    }
}
