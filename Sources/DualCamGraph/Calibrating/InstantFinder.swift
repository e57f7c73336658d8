package import DualCamConfig
package import DualCamPlan

/// The mean brightness of a picture, 0 ... 1, and its time.
package struct PictureLight: Sendable, Equatable {
    /// Nanoseconds of running time.
    package var time: Int64
    package var brightness: Double

    package init(time: Int64, brightness: Double) { (self.time, self.brightness) = (time, brightness) }
}

/// The loudest sample of a millisecond of sound, 0 ... 1, and the time of its beginning.
package struct SoundPeak: Sendable, Equatable {
    /// Nanoseconds of running time.
    package var time: Int64
    package var level: Double

    package init(time: Int64, level: Double) { (self.time, self.level) = (time, level) }
}

/// Finds the instants at which something flashed or clapped in what the inputs of a recording delivered.
package enum InstantFinder {
    /// A flash raises the brightness by at least so much, and by so many times what it trembles by otherwise.
    private static let (leastStep, trembles) = (0.02, 6.0)
    /// The length of the look before a flash, and the time after it in which no other is looked for, in nanoseconds.
    private static let (background, rest): (Int64, Int64) = (500_000_000, 300_000_000)
    /// A clap is at least so loud, and so many times as loud as what is heard before it.
    private static let (leastLevel, timesLouder) = (0.01, 8.0)
    /// A clap begins where it comes to this share of its loudest, which it reaches within so many nanoseconds.
    private static let (onset, rise): (Double, Int64) = (0.3, 20_000_000)

    /// Returns the times, in nanoseconds, of the first pictures of each flash: the light came up to one picture before.
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
            // A step of which less was seen in the picture before: a slow change of light is none.
            let previous = pictures[index - 1].brightness
            if picture.brightness - usual > step, picture.brightness - previous > step / 2 {
                found.append(picture.time)
            }
        }
        return found
    }

    /// Returns the times, in nanoseconds, at which claps begin.
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

/// The offset of one input against another, as several flashes and claps tell it.
package struct AlignedInput: Sendable, Equatable {
    /// The reasons why nothing is known.
    package enum Doubt: Sendable, Equatable {
        /// Fewer than so many instants were seen that the reference has seen as well.
        case seen(Int)
        /// The instants do not agree, by so many milliseconds.
        case spread(Double)
        /// The input is late or early by so many milliseconds, more than a delay can mend.
        case tooFar(Double)
    }

    package var input: InputName
    /// By how much it is later than the reference, in milliseconds; below zero: earlier. The median of all instants.
    package var offset: Double
    /// Between the smallest and the greatest offset, in milliseconds.
    package var spread: Double
    /// The number of instants by which it is known.
    package var count: Int
    package var doubt: Doubt?

    /// The delay that brings it in step with the reference.
    package var delay: InputDelay { InputDelay(milliseconds: -offset.rounded()) }

    /// The number of instants by which an offset is known.
    package static let enough = 3
    /// Instants of two inputs further apart than this are not one, in nanoseconds.
    private static let reach: Int64 = 550_000_000

    /// - Parameters:
    ///   - instants: the flashes or claps of the input, in nanoseconds of running time.
    ///   - reference: those of the input against which it is measured.
    ///   - tolerance: the greatest spread that is believed, in milliseconds.
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
