import DualCamConfig
package import DualCamPlan

extension SessionHistory {
    /// The measured rate of a camera's pictures, valid from a running time of a part until the next measurement.
    package struct Cadence: Sendable, Equatable {
        package var input: InputName
        /// The part of the session in which the rate was measured, counted from 0.
        package var part: Int
        /// The running time, within the part, from which the measurement is valid.
        package var from: RunningTime
        /// The nanoseconds from one picture of the camera to the next.
        package var frame: Int64
        /// The frame rate that the pipeline file requests from the camera, in pictures per second; `nil` if unknown.
        package var asked: Double?
        /// True when the camera's pictures are converted to the requested rate, so that its files do not contain the
        /// pictures exactly as delivered.
        package var isConverted = false
        /// The wall-clock time from which the rate is valid, in Unix nanoseconds. Set only in the event `status`;
        /// otherwise `nil`.
        package var since: Int64?

        package init(
            input: InputName, part: Int, from: RunningTime, frame: Int64, asked: Double? = nil,
            isConverted: Bool = false, since: Int64? = nil
        ) {
            (self.input, self.part, self.from, self.frame) = (input, part, from, frame)
            (self.asked, self.isConverted, self.since) = (asked, isConverted, since)
        }

        /// The measured rate in pictures per second.
        package var rate: Double { 1e9 / Double(max(1, frame)) }

        /// True when the measured rate differs from the requested one by more than a tenth. For example, a camera's
        /// rate falls if it exposes longer in the dark.
        package var isOther: Bool { asked.map { abs(rate / max(0.001, $0) - 1) > 0.1 } ?? false }

        /// Formats a rate with at most one decimal place, such as `14.9` or `30`.
        package static func text(_ rate: Double) -> String { Wording.plain((rate * 10).rounded() / 10) }

        /// The rates as JSON members: `rate` (measured) and `asked` (requested, or `null`), both in pictures per second
        /// with three decimal places. `converted` is added if true.
        var rates: [JSONValue.Member] {
            .of(["rate": Self.rounded(rate), "asked": asked.map(Self.rounded)])
                + .known(["converted": isConverted ? true : nil])
        }

        /// The measurement as JSON members for the event and the ledger: `input`, the members of `rates`, `frame`
        /// (seconds) and `from`.
        package var members: [JSONValue.Member] {
            .of(["input": input]) + rates + .of(["frame": Duration.nanoseconds(frame), "from": from])
        }

        private static func rounded(_ rate: Double) -> JSONValue { .thousandths(Int64(saturating: rate * 1000)) }
    }

    /// Applies a ledger entry of the kind `cadence`, `damaged`, `key-frames` or `drift` to the history.
    mutating func measure(_ entry: LedgerEntry) {
        if entry.kind == .damaged { return damage(entry) }
        if entry.kind == .keyFrames { return measureKeyFrames(entry) }
        if entry.kind == .drift { return measureDrift(entry) }
        guard let input = entry["input"]?.text, let frame = entry["frame"]?.nanoseconds, frame > 0,
            let from = entry["from"]?.time, !parts.isEmpty
        else { return }
        cadences.append(
            Cadence(
                input: InputName(input), part: currentPart, from: from, frame: frame, asked: entry["asked"]?.number,
                isConverted: entry["converted"]?.flag ?? false))
    }

    /// Returns true if the pictures of an output's camera were converted to another rate throughout a part.
    func convertsRate(of output: OutputName, in part: Int) -> Bool {
        let own = cadences.filter { $0.input.rawValue == output.rawValue && $0.part == part }
        return !own.isEmpty && own.allSatisfy(\.isConverted)
    }
}

extension SessionHistory {
    private mutating func damage(_ entry: LedgerEntry) {
        guard let input = entry["input"]?.text.map({ InputName($0) }), let count = entry["count"]?.count, count > 0
        else {
            return
        }
        let isKept = entry["kept"]?.flag ?? false
        losses.damaged.add(count, of: input, isKept: isKept)
    }
}

extension [SessionHistory.Damage] {
    /// Increases the number of damaged pictures of a camera by `count`. Pictures that were recorded (`isKept` is true)
    /// and pictures that were left out are counted separately.
    package mutating func add(_ count: Int, of input: InputName, isKept: Bool) {
        let index = firstIndex { $0.input == input && $0.isKept == isKept } ?? endIndex
        if index == endIndex { append(.init(input: input, isKept: isKept, count: 0)) }
        self[index].count = self[index].count +| count
    }
}

/// The lengths of an output's frames in one part, from the output's rate or from the measured rates of its camera.
struct FrameLengths: Sendable, Equatable {
    private let nominal: Double
    /// The measured rates of the output's camera, in order of time; empty if the output's own rate applies.
    private let measured: [SessionHistory.Cadence]

    /// Creates the frame lengths of an output in a part.
    ///
    /// - Parameters:
    ///   - nominal: The length of a frame at the output's rate, in nanoseconds.
    ///   - measured: The measured rates of the output's camera in the part.
    init(nominal: Double, _ measured: [SessionHistory.Cadence] = []) {
        self.nominal = nominal
        // Pictures converted to the output's rate have exactly that rate.
        let isNominal = measured.allSatisfy(\.isConverted)
        self.measured = isNominal ? [] : measured.sorted { $0.from < $1.from }
    }

    /// Returns the length of a frame, in nanoseconds, at a running time in nanoseconds. The first measurement also
    /// applies to the time before it.
    func at(_ time: Int64) -> Double {
        let cadence = measured.last { $0.from.nanoseconds <= time } ?? measured.first
        return cadence.map { $0.isConverted ? nominal : Double($0.frame) } ?? nominal
    }

    /// The nanoseconds by which a file's real length may differ from the length in the ledger. The length of the last
    /// frame is unknown until the next frame arrives.
    var slack: Double { measured.map { Double($0.frame) }.max().map { max($0, nominal) } ?? nominal / 2 }

    /// The fraction by which a file's number of frames may differ from the number that its length implies; 0.01 is one
    /// per cent. At a nominal rate, this is 200 parts per million, the largest difference between a camera's clock and
    /// the pipeline's. A measured rate is less exact, because it is measured over twenty pictures.
    var tolerance: Double { measured.isEmpty ? 0.0002 : 0.01 }

    /// Returns the number of frames that fit into an interval.
    ///
    /// - Parameters:
    ///   - start: The running time at the interval's start, in nanoseconds.
    ///   - length: The interval's length in nanoseconds.
    func frames(from start: Int64, length: Double) -> Double {
        let ends = measured.map { Double($0.from.nanoseconds -| start) }.filter { $0 > 0 && $0 < length } + [length]
        var (sum, from) = (0.0, 0.0)
        for end in ends {
            sum += (end - from) / at(start +| Int64(saturating: from))
            from = end
        }
        return sum
    }
}
