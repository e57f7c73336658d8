import DualCamPlan
import Glibc
import GStreamer
import Testing

@testable import DualCamGraph

/// The sound of a device with a wrong clock, corrected by the real resampler. The tests check where its ticks are, and
/// that there are no clicks.
@Suite struct CompensatedSoundTests {
    private static let form = CompensatedSound.Form(format: .s16, rate: 8000, channels: 1)
    private static let loud = 16_000.0

    init() throws { try Library.initialize() }

    /// The recorded samples with their running time.
    private struct Heard {
        var samples: [Int] = []
        /// The running time of the first sample, in nanoseconds.
        var start: Int64 = 0
        /// The distances between buffers, in samples; 0 if one follows the other directly.
        var steps: [Int64] = []
        private var end: Int64 = 0

        mutating func append(_ made: CompensatedSound.Made) {
            if samples.isEmpty { start = made.stamp } else { steps.append((made.stamp - end + 62_500) / 125_000) }
            end = made.stamp + Int64(made.bytes.count / 2) * 125_000
            samples += made.bytes.withUnsafeBytes { bytes in
                (0..<bytes.count / 2).map {
                    Int(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)))
                }
            }
        }

        func time(_ index: Int) -> Double { Double(start) / 1e9 + Double(index) / 8000 }
    }

    /// - Parameter signal: Returns the sound's value at a time in seconds.
    private static func record(
        _ millionths: Double, seconds: Double, jitter: Double = 0.02, _ signal: (Double) -> Double
    ) -> (heard: Heard, drift: Double?) {
        var device = SimulatedDevice(millionths)
        device.jitter = jitter
        var (sound, heard, number) = (CompensatedSound(form), Heard(), UInt64(0))
        while device.captured < seconds {
            for arrival in device.next() {
                let step = (arrival.end - arrival.begin) / 160
                let bytes = (0..<160).flatMap { index -> [UInt8] in
                    let value = Int16(signal(arrival.begin + Double(index) * step).rounded())
                    return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
                }
                sound.note(.init(frames: 160, rate: 8000, number: number, time: arrival.time))
                number += 160
                if let made = sound.compensate(bytes) { heard.append(made) }
            }
        }
        return (heard, sound.drift)
    }

    /// While its device delivers nothing, `alsasrc` outputs old sound now and then. It is left out, and the sound after
    /// the pause is where it belongs.
    @Test(arguments: [0.7, 4]) func aPauseOfTheDeviceIsAGap(seconds: Double) throws {
        var (sound, number, made) = (CompensatedSound(Self.form), UInt64(0), [CompensatedSound.Made]())
        func feed(_ value: UInt8, at time: Double) {
            let arrival = CompensatedSound.Arrival(frames: 160, rate: 8000, number: number, time: time)
            number += 160
            guard sound.note(arrival, cardBuffer: { 0.2 }) else { return }
            if let piece = sound.compensate([UInt8](repeating: value, count: 320)) { made.append(piece) }
        }
        for index in 1...100 { feed(1, at: Double(index) * 0.02) }
        let before = made.count
        for time in stride(from: 2.224, to: 2 + seconds, by: 0.224) { feed(9, at: time) }
        #expect(made.count == before)
        for index in 1...10 { feed(2, at: 2 + seconds + Double(index) * 0.02) }
        let after = try #require(made.dropFirst(before).first)
        // The first buffer after the pause may be left out, too.
        let late = Double(after.stamp) / 1e9 - 2 - seconds
        #expect(late > -0.001 && late < 0.021, "\(after.stamp)")
    }

    /// If the streaming thread was late, the sample numbers show how much sound was lost, and the buffer is used.
    @Test func aLateThreadIsNoPause() {
        var sound = CompensatedSound(Self.form)
        func note(_ number: UInt64, at time: Double) -> Bool {
            sound.note(.init(frames: 160, rate: 8000, number: number, time: time), cardBuffer: { 0.2 })
        }
        for index in 1...100 { #expect(note(UInt64(160 * index), at: Double(index) * 0.02)) }
        #expect(note(160 * 111, at: 2.24))
        #expect(!note(160 * 112, at: 2.48))
    }

    @Test("Ticks stay where they are", arguments: [200.0, -500, 3000, -3000])
    func ticks(_ millionths: Double) throws {
        let (heard, drift) = Self.record(millionths, seconds: 40) { time in
            let part = time - time.rounded(.down)
            return part < 0.05 ? Self.loud * cos(2 * .pi * 1000 * part) : 0
        }
        #expect(heard.steps.allSatisfy { $0 == 0 })
        var (onsets, quiet): ([Double], Int) = ([], 0)
        for (index, sample) in heard.samples.enumerated() {
            if abs(sample) > 5000 {
                if quiet > 1600 { onsets.append(heard.time(index)) }
                quiet = 0
            } else {
                quiet += 1
            }
        }
        let late = onsets.filter { $0 > 10 }.map { $0 - $0.rounded() }
        #expect(late.count >= 29)
        #expect(late.allSatisfy { abs($0) < 0.01 }, "\(late)")
        #expect(abs((drift ?? 1) * -1e6 - millionths) < 100, "\(drift ?? 1)")
    }

    /// The second difference of a sine is a sine. An omitted or inserted sample would stand out of it by several times.
    @Test("Nothing clicks", arguments: [0.0, 200, 3000, -3000])
    func clicks(_ millionths: Double) {
        let (heard, _) = Self.record(millionths, seconds: 30) { Self.loud * sin(2 * .pi * 300 * $0) }
        #expect(heard.steps.allSatisfy { $0 == 0 })
        let samples = heard.samples
        let most = Self.loud * pow(2 * .pi * 300 / 8000 * 1.006, 2)
        let bends = zip(zip(samples, samples.dropFirst()), samples.dropFirst(2)).map { abs($0.0 - 2 * $0.1 + $1) }
        // Four rounding errors of half a step, and the resampler's own noise.
        #expect(Double(bends.dropFirst(100).max() ?? 0) < most + 8)
    }

    /// pulsesrc delivers the sound from before the pipeline ran in one piece, followed by a jump of its sample numbers.
    /// The recording begins with the first new buffer, which is short and is used as a whole.
    @Test func beginsWithTheNewestSound() throws {
        var sound = CompensatedSound(Self.form)
        var heard = Heard()
        var number: UInt64 = 0
        for index in 0..<100 {
            if index == 3 { number += 10_230 }
            let time = index < 30 ? 0.001 * Double(index) : 0.02 * Double(index - 28)
            sound.note(.init(frames: 160, rate: 8000, number: number, time: time))
            number += 160
            guard let made = sound.compensate([UInt8](repeating: 1, count: 320)) else { continue }
            if heard.samples.isEmpty {
                #expect(made.bytes.count <= 320)
                #expect(abs(Double(made.stamp) / 1e9 + 0.02 - time) < 0.02, "\(made.stamp) at \(time)")
            }
            heard.append(made)
        }
        #expect(heard.start >= 0)
        #expect(heard.steps.allSatisfy { $0 == 0 })
        let end = heard.time(heard.samples.count)
        // Buffer 99 ends at 1.42 s; some samples are still in the resampler.
        #expect(abs(end - 1.42) < 0.01, "\(end)")
    }

    /// Sound that the device reports as lost is missing at the right time.
    @Test func leavesAGapWhereSoundWasLost() {
        var sound = CompensatedSound(Self.form)
        var heard = Heard()
        var (number, time): (UInt64, Double) = (0, 0)
        for index in 0..<100 {
            if index == 60 { (number, time) = (number + 800, time + 0.1) }
            time += 0.02
            sound.note(.init(frames: 160, rate: 8000, number: number, time: time))
            number += 160
            if let made = sound.compensate([UInt8](repeating: 1, count: 320)) { heard.append(made) }
        }
        #expect(heard.steps.filter { $0 != 0 } == [800])
    }
}
