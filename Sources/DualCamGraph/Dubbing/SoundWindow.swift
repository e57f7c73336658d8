internal import DualCamPlan
internal import GStreamer
internal import Glibc

/// A window of a recording's sound, whose position is to be found to a fraction of a sample.
struct SoundWindow: Sendable {
    /// The number of the part of the recording that contains the window.
    var part: Int
    /// The time from the recording's beginning to the window, with pauses, in seconds.
    var at: Double
    /// The number of the window's first sample on the timeline.
    var first: Int
    var samples: [Float]

    /// The sample rate in hertz.
    static let rate = 8000
    /// The maximum and minimum length of a window, in samples.
    static let (longest, shortest) = (4 * rate, rate)
    /// The maximum number of windows, which bounds the memory for long recordings. The minimum distance of windows is
    /// half their length.
    private static let most = 150

    /// Returns the empty windows of a recording, in the order of their times. Every stretch between pauses has some,
    /// including its beginning and end.
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
    /// Copies samples into the windows that contain them.
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

/// The measurement of windows' positions in a sound that arrives in pieces, each near its expected position.
struct WindowSearch {
    /// The maximum distance from the expected position, in samples.
    private static let margin = SoundWindow.rate / 4
    /// The samples on either side that belong to a peak: 1 ms.
    private static let width = SoundWindow.rate / 1000

    private var windows: ArraySlice<SoundWindow>
    private let expected: SoundPlacement
    private let transform = FourierTransform(ofAtLeast: SoundWindow.longest + 2 * margin)
    /// The samples that are still needed, and the number of the first one. Silence precedes the first sample, because
    /// the first window may begin before the sound.
    private var samples = silence
    private var first = -silence.count
    private static var silence: [Float] { [Float](repeating: 0, count: SoundWindow.longest + margin) }
    private(set) var points: [ClockFit.Point] = []
    /// The number of windows that overlap the sound.
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
        // Removes samples in large pieces, because each removal moves the rest.
        let needed = windows.first.map { place(of: $0) - Self.margin } ?? first + samples.count
        let passed = min(samples.count, needed - first)
        if passed > SoundWindow.longest {
            samples.removeFirst(passed)
            first += passed
        }
    }

    /// Ends the sound, and compares the last windows.
    mutating func end() { append(Self.silence) }

    private func place(of window: SoundWindow) -> Int {
        Int(((window.at - expected.begin(in: window.part)) * Double(SoundWindow.rate)).rounded())
    }

    /// Returns the samples faded in and out (a Hann window), because hard edges would match each other.
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
