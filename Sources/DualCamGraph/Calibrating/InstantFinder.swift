package import DualCamConfig
package import DualCamPlan

/// The mean brightness of one camera picture, 0 (black) ... 1 (white), and the picture's time.
package struct PictureLight: Sendable, Equatable {
    /// The running time of the picture, in nanoseconds.
    package var time: Int64
    package var brightness: Double

    package init(time: Int64, brightness: Double) { (self.time, self.brightness) = (time, brightness) }
}

/// The level of the loudest sample in one millisecond of sound, 0 ... 1, and the time at which the millisecond begins.
package struct SoundPeak: Sendable, Equatable {
    /// The running time at which the millisecond begins, in nanoseconds.
    package var time: Int64
    package var level: Double

    package init(time: Int64, level: Double) { (self.time, self.level) = (time, level) }
}

/// Functions that find flashes of light and claps in a recording. They serve to measure the delays between its inputs.
package enum InstantFinder {
    /// The thresholds for a flash. `leastStep`: the smallest increase in brightness, 0 ... 1. `trembles`: the smallest
    /// ratio of this increase to the usual variation of the brightness.
    private static let (leastStep, trembles) = (0.02, 6.0)
    /// The times around a flash or clap, in nanoseconds. `background`: the time before it with which it is compared.
    /// `rest`: the time after it in which no further flash or clap is detected.
    private static let (background, rest): (Int64, Int64) = (500_000_000, 300_000_000)
    /// The thresholds for a clap: its lowest level (`leastLevel`), and its smallest ratio to the mean level before the
    /// clap (`timesLouder`).
    private static let (leastLevel, timesLouder) = (0.01, 8.0)
    /// The shape of a clap. `onset`: the fraction of its peak level at which a clap begins (0.3 means 30 %). `rise`:
    /// the time within which a clap reaches its peak, in nanoseconds.
    private static let (onset, rise): (Double, Int64) = (0.3, 20_000_000)

    /// Returns the time of the first picture that shows each flash, in nanoseconds of running time. The flash itself
    /// occurred up to one picture earlier.
    package static func flashes(in pictures: [PictureLight]) -> [Int64] {
        var found: [Int64] = []
        var first = 0
        for (index, picture) in pictures.enumerated() {
            while pictures[first].time < picture.time - background { first += 1 }
            let before = pictures[first..<index].map(\.brightness).sorted()
            guard before.count >= 3, picture.time >= (found.last ?? .min) +| rest else { continue }
            let usual = before[before.count / 2]
            let deviation = before.reduce(0) { $0 + abs($1 - usual) } / Double(before.count)
            let step = max(leastStep, trembles * deviation)
            // Most of the increase must have occurred since the previous picture, because a slow change of light is not
            // a flash.
            let previous = pictures[index - 1].brightness
            if picture.brightness - usual > step, picture.brightness - previous > step / 2 {
                found.append(picture.time)
            }
        }
        return found
    }

    /// Returns the times at which claps begin in the sound, in nanoseconds of running time.
    package static func claps(in sound: [SoundPeak]) -> [Int64] {
        var found: [Int64] = []
        var first = 0
        var usual = 0.0
        for (index, peak) in sound.enumerated() {
            while sound[first].time < peak.time - background {
                usual -= sound[first].level
                first += 1
            }
            let count = index - first
            let mean = count > 0 ? max(0, usual) / Double(count) : 0
            usual += peak.level
            guard count >= 100, peak.time >= (found.last ?? .min) +| rest else { continue }
            guard peak.level > max(leastLevel, timesLouder * mean) else { continue }
            let loudest = sound[index...].prefix { $0.time <= peak.time + rise }.map(\.level).max() ?? peak.level
            let start = sound[index...].first { $0.level >= onset * loudest } ?? peak
            found.append(start.time)
        }
        return found
    }
}

/// The time offset of an input relative to a reference input, measured with several flashes or claps.
package struct AlignedInput: Sendable, Equatable {
    /// The reasons why an input's offset is unknown.
    package enum Doubt: Sendable, Equatable {
        /// There are too few flashes or claps for a measurement. The value is the number that was found in both the
        /// input and the reference.
        case seen(Int)
        /// The offsets measured with the individual flashes or claps disagree; the value is their spread in
        /// milliseconds.
        case spread(Double)
        /// The offset is larger than a delay can correct; the value is the offset in milliseconds.
        case tooFar(Double)
    }

    package var input: InputName
    /// The median delay of the input relative to the reference, in milliseconds; negative if the input is early.
    package var offset: Double
    /// The difference between the smallest and largest measured offset, in milliseconds.
    package var spread: Double
    /// The number of flashes or claps from which the offset was calculated.
    package var count: Int
    package var doubt: Doubt?

    /// The value of the key `delay` in the pipeline file that aligns the input with the reference.
    package var delay: InputDelay { InputDelay(milliseconds: -offset.rounded()) }

    /// The minimum number of flashes or claps with which an input's offset can be measured.
    package static let enough = 3
    /// The maximum time difference, in nanoseconds, at which events of two inputs count as the same flash or clap.
    private static let reach: Int64 = 550_000_000

    /// Measures an input's offset relative to a reference input.
    ///
    /// - Parameters:
    ///   - instants: the flashes or claps of the input, in nanoseconds of running time.
    ///   - reference: the flashes or claps of the reference input, in nanoseconds of running time.
    ///   - tolerance: the largest accepted spread, in milliseconds.
    package init(_ input: InputName, _ instants: [Int64], against reference: [Int64], tolerance: Double) {
        self.input = input
        let pairs = reference.compactMap { time -> Double? in
            guard let nearest = instants.min(by: { abs($0 - time) < abs($1 - time) }), abs(nearest - time) < Self.reach
            else { return nil }
            return Double(nearest - time) / 1_000_000
        }.sorted()
        count = pairs.count
        guard let least = pairs.first, let most = pairs.last, pairs.count >= Self.enough else {
            (offset, spread, doubt) = (0, 0, .seen(pairs.count))
            return
        }
        let middle = pairs.count / 2
        offset = pairs.count % 2 == 1 ? pairs[middle] : (pairs[middle - 1] + pairs[middle]) / 2
        spread = most - least
        if spread > tolerance {
            doubt = .spread(spread)
        } else if abs(offset) > InputDelay.range.upperBound.milliseconds {
            doubt = .tooFar(offset)
        }
    }
}
