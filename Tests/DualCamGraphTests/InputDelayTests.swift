import Testing

@testable import DualCamGraph

/// The effect of positive and negative delays on pictures and sound.
@Suite struct InputDelayTests {
    private static let frame: Int64 = 40

    /// Feeds pictures of 40 ns from time 0 on, alternating with changes of the delay. Returns the times of the pictures
    /// that pass.
    private static func pass(_ delays: [Int64], each count: Int, keyFrames every: Int = 1) -> [Int64] {
        var shift = PictureShift(delay: delays[0])
        var passed: [Int64] = []
        for number in 0..<delays.count * count {
            if number % count == 0 { shift.change(to: delays[number / count]) }
            let time = Int64(number) * frame
            if shift.admit(at: time, length: frame, isKeyFrame: number % every == 0) == .pass {
                passed.append(time + shift.delay)
            }
        }
        return passed
    }

    private typealias Case = (name: String, delays: [Int64], every: Int, passed: [Int64])

    private static let cases: [Case] = [
        ("no delay", [0], 1, [0, 40, 80, 120]),
        ("later", [100], 1, [100, 140, 180, 220]),
        ("earlier: what would lie before the beginning is left out", [-60], 1, [20, 60]),
        ("becoming later leaves a gap", [0, 100], 1, [0, 40, 80, 120, 260, 300, 340, 380]),
        ("becoming earlier leaves pictures out", [0, -100], 1, [0, 40, 80, 120, 140, 180]),
        ("nearly a picture earlier costs one", [0, -40], 1, [0, 40, 80, 120, 160, 200, 240]),
        ("less than half a picture earlier costs none", [0, -15], 1, [0, 40, 80, 120, 145, 185, 225, 265]),
        ("of pictures that need others, up to the next that stands alone", [0, -40], 3, [0, 40, 80, 120, 200, 240]),
    ]

    @Test(arguments: cases.indices) func picturesNeverGoBackInTime(_ index: Int) {
        let (name, delays, every, expected) = Self.cases[index]
        let passed = Self.pass(delays, each: 4, keyFrames: every)
        #expect(passed == expected, "\(name)")
        #expect(passed == passed.sorted())
    }

    private static let rate = 1000

    /// Feeds buffers of ten samples, one per millisecond each. Returns the sound that passes as ranges of running time
    /// in milliseconds, and the inserted silence.
    private static func sound(_ delays: [Int64], each count: Int) -> (heard: [Range<Int>], silence: [Range<Int>]) {
        var shift = SoundShift(delay: delays[0] * 1_000_000, rate: rate)
        var (heard, silence): ([Range<Int>], [Range<Int>]) = ([], [])
        for number in 0..<delays.count * count {
            let (begin, wanted) = (number * 10, delays[number / count] * 1_000_000)
            var changed = shift
            let changes = changed.change(to: wanted)
            let before = shift.delay
            let verdict = shift.observe(10, at: Int64(begin) * 1_000_000, isLast: changes)
            if changes { _ = shift.change(to: wanted) }
            if verdict.silence > 0 { silence.append(begin + before - verdict.silence..<begin + before) }
            if verdict.skip < 10 { heard.append(begin + before + verdict.skip..<begin + before + 10) }
        }
        return (heard, silence)
    }

    private typealias SoundCase = (name: String, delays: [Int64], whole: Range<Int>, silence: [Range<Int>])

    private static let sounds: [SoundCase] = [
        ("no delay", [0], 0..<50, []), ("later", [7], 7..<57, []), ("earlier", [-13], 0..<37, []),
        ("becoming later puts silence in", [0, 25], 0..<125, [60..<85]),
        ("becoming earlier leaves sound out", [0, -25], 0..<75, []),
        ("and back", [0, -25, 0], 0..<150, [85..<110]),
    ]

    /// The samples are consecutive: none is missing, and none is repeated.
    @Test(arguments: sounds.indices) func soundHasNoGap(_ index: Int) {
        let (name, delays, whole, silence) = Self.sounds[index]
        let made = Self.sound(delays, each: 5)
        #expect(made.silence == silence, "\(name)")
        let all = (made.heard + made.silence).sorted { $0.lowerBound < $1.lowerBound }
        #expect(
            all.first?.lowerBound == whole.lowerBound && all.last?.upperBound == whole.upperBound, "\(name): \(all)")
        for (one, next) in zip(all, all.dropFirst()) { #expect(one.upperBound == next.lowerBound, "\(name): \(all)") }
    }

    /// The sound before a change fades out, and the sound after it fades in.
    @Test func aChangeFades() {
        var shift = SoundShift(delay: 0, rate: Self.rate)
        let before = shift.observe(10, at: 0, isLast: false)
        let last = shift.observe(10, at: 10_000_000, isLast: true)
        let changes = shift.change(to: 5_000_000)
        let first = shift.observe(10, at: 20_000_000, isLast: false)
        let behind = shift.observe(10, at: 30_000_000, isLast: false)
        #expect(before == .init() && last.fadesOut && changes)
        #expect(first == .init(silence: 5, skip: 0, fadesOut: false, fadesIn: true))
        #expect(behind == .init())
    }
}
