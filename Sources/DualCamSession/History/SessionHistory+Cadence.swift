import DualCamConfig
package import DualCamPlan

extension SessionHistory {
    /// The measured cadence of a camera's pictures, valid from a running time of a part until the next change.
    package struct Cadence: Sendable, Equatable {
        package var input: InputName
        package var part: Int
        package var from: RunningTime
        /// The nanoseconds from one picture to the next.
        package var frame: Int64
        /// The pictures per second that the pipeline file requests; `nil` if not known.
        package var asked: Double?
        /// True when the pictures are converted to the requested rate, so the files do not hold the pictures exactly as
        /// delivered.
        package var isConverted = false
        /// The time of day at `from`, in Unix nanoseconds; `nil`: not told. Only a status tells it.
        package var since: Int64?

        /// The measured pictures per second.
        package var rate: Double { 1e9 / Double(max(1, frame)) }

        /// True when the rate differs by more than a tenth from the requested one. A camera that exposes longer in the
        /// dark is an example.
        package var isOther: Bool { asked.map { abs(rate / max(0.001, $0) - 1) > 0.1 } ?? false }

        /// Formats a rate with at most one decimal, such as `14.9` or `30`.
        package static func text(_ rate: Double) -> String { Wording.plain((rate * 10).rounded() / 10) }

        /// The keys `rate` and `asked` (or `null`), both with three decimals, and `converted` if true.
        var rates: [JSONValue.Member] {
            .of(["rate": Self.rounded(rate), "asked": asked.map(Self.rounded)])
                + .known(["converted": isConverted ? true : nil])
        }

        var members: [JSONValue.Member] {
            .of(["input": input]) + rates + .of(["frame": Duration.nanoseconds(frame), "from": from])
        }

        private static func rounded(_ rate: Double) -> JSONValue { .thousandths(Int64(saturating: rate * 1000)) }
    }

    /// Applies an entry of the kind `cadence`, `damaged`, `key-frames` or `drift`.
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

    /// Returns true if an output's camera was recorded at another rate than it delivered during a whole part.
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
    /// Counts damaged pictures of a camera.
    mutating func add(_ count: Int, of input: InputName, isKept: Bool) {
        let index = firstIndex { $0.input == input && $0.isKept == isKept } ?? endIndex
        if index == endIndex { append(.init(input: input, isKept: isKept, count: 0)) }
        self[index].count = self[index].count +| count
    }
}

/// The lengths of an output's frames in one part: by the output's rate, or by the measured cadence of its camera.
struct FrameLengths: Sendable, Equatable {
    private let nominal: Double
    /// The measured cadences in the order of their times.
    private let measured: [SessionHistory.Cadence]

    /// Creates the frame lengths of an output in a part.
    ///
    /// - Parameters:
    /// - nominal: The length at the output's rate, in nanoseconds.
    /// - measured: The cadences of the output's camera in the part.
    init(nominal: Double, _ measured: [SessionHistory.Cadence] = []) {
        self.nominal = nominal
        // Pictures that were converted to the output's rate have that rate exactly.
        let isNominal = measured.allSatisfy(\.isConverted)
        self.measured = isNominal ? [] : measured.sorted { $0.from < $1.from }
    }

    /// Returns the frame length in nanoseconds at a running time in nanoseconds. The first measurement also holds for
    /// the time before it.
    func at(_ time: Int64) -> Double {
        let cadence = measured.last { $0.from.nanoseconds <= time } ?? measured.first
        return cadence.map { $0.isConverted ? nominal : Double($0.frame) } ?? nominal
    }

    /// The nanoseconds by which a file may be longer or shorter than the ledger says. The length of the last frame is
    /// not known until the next frame comes.
    var slack: Double { measured.map { Double($0.frame) }.max().map { max($0, nominal) } ?? nominal / 2 }

    /// The share by which a file may hold more or fewer frames than its length implies. A clock may differ from the
    /// pipeline's by 200 millionths. A cadence measured over twenty pictures is less exact.
    var tolerance: Double { measured.isEmpty ? 0.0002 : 0.01 }

    /// Returns how many frames fit into a length (nanoseconds) that begins at a running time (nanoseconds).
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
