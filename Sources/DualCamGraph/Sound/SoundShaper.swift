internal import DualCamPlan
internal import Glibc

/// Applies gain, muting and the wind filter to a microphone's interleaved samples, in one pass.
///
/// If no setting was changed, the samples stay bit-identical. Each change is spread over ten milliseconds, so that it
/// does not cause a click.
struct SoundShaper: Sendable {
    /// The gain and wind filter requested for a microphone.
    struct Request: Sendable, Equatable {
        /// The factor by which the samples are multiplied: 1 leaves the sound unchanged, 0 mutes it.
        var factor = 1.0
        var windFilter = false
    }

    let format: SoundPlan.Format
    let channels: Int
    /// The gain and filter that currently apply to the sound, or that will apply after the current transition of ten
    /// milliseconds.
    private(set) var request: Request
    private var factor: AudioRamp
    private var windShare: AudioRamp
    private var filters: [HighPass]

    init(format: SoundPlan.Format, rate: Int, channels: Int, request: Request = Request()) {
        (self.format, self.channels, self.request) = (format, channels, request)
        factor = AudioRamp(request.factor, rate: rate)
        windShare = AudioRamp(request.windFilter ? 1 : 0, rate: rate)
        filters = Array(repeating: HighPass(rate: rate), count: channels)
    }

    var bytesPerFrame: Int { format.bytes * channels }

    /// True when the shaper leaves the next samples unchanged.
    var isNeutral: Bool { factor.rests(at: 1) && windShare.rests(at: 0) }

    /// Applies the requested gain and filter from the next sample on.
    mutating func follow(_ request: Request) {
        guard request != self.request else { return }
        if request.windFilter, windShare.rests(at: 0) { for channel in filters.indices { filters[channel].forget() } }
        factor.aim(at: request.factor)
        windShare.aim(at: request.windFilter ? 1 : 0)
        self.request = request
    }

    /// Applies gain and filter to the samples, which are changed in place. Not needed while `isNeutral` is true.
    mutating func shape(_ bytes: UnsafeMutableRawBufferPointer) {
        for frame in 0..<(bytes.count / bytesPerFrame) {
            let (factor, share) = (self.factor.next(), windShare.next())
            for channel in 0..<channels {
                let index = frame * channels + channel
                let given = format.sample(index, in: UnsafeRawBufferPointer(bytes))
                var value = given
                if share > 0 { value += share * (filters[channel].pass(given) - given) }
                value = factor == 0 ? 0 : min(1, max(-1, value * factor))
                if value != given { format.put(value, index, in: bytes) }
            }
        }
    }
}

/// A value, such as a gain, that changes linearly to its target within ten milliseconds.
struct AudioRamp: Sendable {
    private var value: Double
    private var goal: Double
    private var step = 0.0
    private var left = 0
    private let length: Int

    init(_ value: Double, rate: Int) { (self.value, goal, length) = (value, value, max(1, rate / 100)) }

    func rests(at value: Double) -> Bool { left == 0 && self.value == value }

    mutating func aim(at goal: Double) {
        guard goal != self.goal else { return }
        (self.goal, left, step) = (goal, length, (goal - value) / Double(length))
    }

    /// Advances by one sample, and returns the value for it.
    mutating func next() -> Double {
        guard left > 0 else { return value }
        left -= 1
        value = left == 0 ? goal : value + step
        return value
    }
}

/// A Butterworth high-pass filter of the fourth order, which removes wind noise: -3 dB at 100 Hz, and 24 dB per octave
/// below.
struct HighPass: Sendable {
    static let cutoff = 100.0

    private var first: Biquad
    private var second: Biquad

    init(rate: Int) {
        first = Biquad(highPass: Self.cutoff, quality: 0.541_196_100_146_197, rate: rate)
        second = Biquad(highPass: Self.cutoff, quality: 1.306_562_964_876_377, rate: rate)
    }

    mutating func pass(_ sample: Double) -> Double { second.pass(first.pass(sample)) }

    mutating func forget() {
        first.forget()
        second.forget()
    }
}

/// A second-order filter (two poles and two zeros) in transposed direct form II.
private struct Biquad: Sendable {
    private let (b0, b1, b2, a1, a2): (Double, Double, Double, Double, Double)
    private var (z1, z2) = (0.0, 0.0)

    /// Creates a high-pass filter with the formulas of Robert Bristow-Johnson's "Cookbook formulae for audio equalizer
    /// biquad filter coefficients". `cutoff` and `rate` are in hertz.
    init(highPass cutoff: Double, quality: Double, rate: Int) {
        let angle = 2 * Double.pi * cutoff / Double(rate)
        let (cosine, alpha) = (cos(angle), sin(angle) / (2 * quality))
        let whole = 1 + alpha
        (b0, b1, b2) = ((1 + cosine) / 2 / whole, -(1 + cosine) / whole, (1 + cosine) / 2 / whole)
        (a1, a2) = (-2 * cosine / whole, (1 - alpha) / whole)
    }

    mutating func pass(_ sample: Double) -> Double {
        let result = b0 * sample + z1
        z1 = b1 * sample - a1 * result + z2
        z2 = b2 * sample - a2 * result
        return result
    }

    mutating func forget() { (z1, z2) = (0, 0) }
}
