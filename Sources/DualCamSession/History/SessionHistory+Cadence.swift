import DualCamConfig
package import DualCamPlan

extension SessionHistory {
    /// The measured cadence of a camera's pictures, from a running time of a part on, until it changed.
    package struct Cadence: Sendable, Equatable {
        package var input: InputName
        package var part: Int
        package var from: RunningTime
        /// Nanoseconds from one picture to the next.
        package var frame: Int64
        /// Pictures a second that the pipeline file asks for; `nil`: not known.
        package var asked: Double?
        /// True where its pictures are brought to the rate that is asked for: its files hold others than it delivered.
        package var isConverted = false

        /// Pictures a second.
        package var rate: Double { 1e9 / Double(max(1, frame)) }

        /// True where it differs by more than a tenth from what was asked for, as that of a camera does which exposes longer in the dark.
        package var isOther: Bool { asked.map { abs(rate / max(0.001, $0) - 1) > 0.1 } ?? false }

        /// `14.9`, `30`
        package static func text(_ rate: Double) -> String { Wording.plain((rate * 10).rounded() / 10) }

        /// Keys: `rate` and `asked` (or `null`), both to three digits behind the point, and `converted` where it is true.
        var rates: [JSONValue.Member] {
            .of(["rate": Self.rounded(rate), "asked": asked.map(Self.rounded)])
                + .known(["converted": isConverted ? true : nil])
        }

        var members: [JSONValue.Member] {
            .of(["input": input]) + rates + .of(["frame": Duration.nanoseconds(frame), "from": from])
        }

        private static func rounded(_ rate: Double) -> JSONValue { .thousandths(Int64(saturating: rate * 1000)) }
    }

    /// An entry of the kind `cadence`, `damaged` or `key-frames`.
    mutating func measure(_ entry: LedgerEntry) {
        if entry.kind == .damaged { return damage(entry) }
        if entry.kind == .keyFrames { return measureKeyFrames(entry) }
        guard let input = entry["input"]?.text, let frame = entry["frame"]?.nanoseconds, frame > 0,
            let from = entry["from"]?.time, !parts.isEmpty
        else { return }
        cadences.append(
            Cadence(
                input: InputName(input), part: currentPart, from: from, frame: frame, asked: entry["asked"]?.number,
                isConverted: entry["converted"]?.flag ?? false))
    }

    /// Returns true where an output's camera was recorded at another rate than it delivered, in a whole part.
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
        let index = losses.damaged.firstIndex { $0.input == input && $0.isKept == isKept } ?? losses.damaged.endIndex
        if index == losses.damaged.endIndex { losses.damaged.append(Damage(input: input, isKept: isKept, count: 0)) }
        losses.damaged[index].count = losses.damaged[index].count +| count
    }
}

/// The length of an output's frames in one part: by its rate, or by what was measured of its camera.
struct FrameLengths: Sendable, Equatable {
    private let nominal: Double
    /// In the order of their times.
    private let measured: [SessionHistory.Cadence]

    /// - Parameters:
    ///   - nominal: the length at the output's rate, in nanoseconds.
    ///   - measured: the cadences of the output's camera in the part.
    init(nominal: Double, _ measured: [SessionHistory.Cadence] = []) {
        self.nominal = nominal
        // What was brought to the output's rate has that, to the frame.
        let isNominal = measured.allSatisfy(\.isConverted)
        self.measured = isNominal ? [] : measured.sorted { $0.from < $1.from }
    }

    /// Nanoseconds at a running time in nanoseconds. What was measured first holds for what was before, too.
    func at(_ time: Int64) -> Double {
        let cadence = measured.last { $0.from.nanoseconds <= time } ?? measured.first
        return cadence.map { $0.isConverted ? nominal : Double($0.frame) } ?? nominal
    }

    /// The nanoseconds by which a file may be longer or shorter than the ledger says: how long the last frame lasts nobody knows before
    /// the next one.
    var slack: Double { measured.map { Double($0.frame) }.max().map { max($0, nominal) } ?? nominal / 2 }

    /// The share by which a file may hold more or less frames than its length says. A clock may differ from the pipeline's by 200
    /// millionths; what was measured of twenty pictures is less exact.
    var tolerance: Double { measured.isEmpty ? 0.0002 : 0.01 }

    /// Returns how many frames come in so many nanoseconds from a running time (nanoseconds) on.
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
