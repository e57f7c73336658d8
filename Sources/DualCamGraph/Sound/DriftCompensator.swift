internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import Synchronization

/// The pair of probes that keeps a sound device in sync with the pipeline's clock. The probes resample the sound and
/// set its time stamps according to `DriftCorrection`.
///
/// Only the arrival times of buffers are used, because the sources' time stamps and sample numbers are unreliable. The
/// time stamps of pulsesrc follow the device's clock and jump at the beginning. Those of pipewiresrc are the times at
/// which buffers were delivered, not recorded.
final class DriftCompensator: Sendable {
    private let sound: CompensatedSound.Form
    private let state: Mutex<CompensatedSound>
    /// The closure that returns the pipeline's running time in nanoseconds; `nil` while its clock does not run.
    private let runningTime: @Sendable () -> UInt64?
    /// The closure that returns the length of the sound card's buffer in seconds; `nil` if no card is read directly.
    private let cardBuffer: @Sendable () -> Double?

    /// Creates the compensator of one device's sound, in the format of `plan`.
    /// - Parameter awaitsDelay: true if `learn` will be called. The sound then begins only after that call, or
    ///   after one second.
    init(
        _ plan: SoundPlan, awaitsDelay: Bool, cardBuffer: @escaping @Sendable () -> Double? = { nil },
        runningTime: @escaping @Sendable () -> UInt64?
    ) {
        self.cardBuffer = cardBuffer
        sound = CompensatedSound.Form(format: plan.format, rate: plan.rate, channels: plan.channels)
        state = Mutex(CompensatedSound(sound, awaitsDelay: awaitsDelay))
        self.runningTime = runningTime
    }

    /// The fraction by which the device's clock is slower than the pipeline's clock (0.0001 means 100 ppm); `nil` until
    /// it is known.
    var drift: Double? { state.withLock { $0.drift } }

    /// Registers the delay, in seconds, with which the device's sound server delivers all sound; `nil` if unknown.
    func learn(delay seconds: Double?) { state.withLock { $0.learn(delay: seconds) } }

    /// Installs the probes that measure and resample the sound.
    ///
    /// - Parameters:
    ///   - source: the device's source pad, at which its buffers arrive.
    ///   - form: a pad after `source`, on the same streaming thread, at which the samples have the planned format.
    func install(from source: Pad, to form: Pad) {
        source.addProbe(.buffers) { [self] info in
            guard let now = runningTime(), let form = info.soundForm else { return .drop }
            let arrival = CompensatedSound.Arrival(
                frames: info.size / form.bytesPerFrame, rate: form.rate, number: info.offset, time: Double(now) / 1e9)
            return state.withLock { $0.note(arrival, cardBuffer: cardBuffer) } ? .pass : .drop
        }
        form.addProbe(.buffers) { [self] info in
            let bytes = info.bytes
            guard let made = state.withLock({ $0.compensate(bytes) }) else { return .drop }
            info.replaceSound(
                made.bytes, stamp: UInt64(clamping: made.stamp), length: UInt64(clamping: sound.nanoseconds(made.bytes))
            )
            return .pass
        }
    }
}

/// The state of one device's sound while it is being resampled.
struct CompensatedSound {
    /// The sample format of an interleaved sound stream.
    struct Form: Sendable {
        var format: SoundPlan.Format
        /// The sample rate of the sound in hertz.
        var rate: Int
        var channels: Int

        var bytesPerFrame: Int { format.bytes * channels }

        /// Returns the duration of the samples in `bytes`, in nanoseconds.
        func nanoseconds(_ bytes: [UInt8]) -> Int64 {
            Int64(bytes.count / bytesPerFrame) * 1_000_000_000 / Int64(rate)
        }
    }

    /// A buffer of sound as it arrived from the device.
    struct Arrival: Sendable {
        var frames: Int
        var rate: Int
        /// The source's number of the buffer's first frame; `nil` if the source does not number its frames.
        var number: UInt64?
        /// The running time at which the buffer arrived, in seconds.
        var time: Double
    }

    /// A piece of resampled sound, with the time at which it begins.
    struct Made: Sendable, Equatable {
        var bytes: [UInt8]
        /// The running time of the sound's first frame, in nanoseconds; 0 or more.
        var stamp: Int64
    }

    private let form: Form
    private let resampler: AudioResampler?
    private var correction: DriftCorrection
    private var count = SampleCount()
    private var arrival: (length: Double, lost: Double, time: Double)?
    private var held: [UInt8] = []
    /// The running time, in seconds, at which the last buffer arrived.
    private var lastSeen: Double?
    private var hasPaused = false
    /// The running time, in seconds, at which the resampled sound begins.
    private var base = 0.0
    /// The number of frames of resampled sound since `base`.
    private var frames: Int64 = 0

    init(_ form: Form, awaitsDelay: Bool = false) {
        self.form = form
        correction = DriftCorrection(awaitsDelay: awaitsDelay)
        resampler = AudioResampler(format: form.format.rawValue, channels: form.channels)
    }

    var drift: Double? { correction.drift }

    mutating func learn(delay seconds: Double?) { correction.learn(delay: seconds) }

    /// Registers a buffer that has arrived from the device. Its samples are passed to `compensate` later, in the
    /// planned format.
    ///
    /// - Parameter cardBuffer: Returns the length of the sound card's buffer in seconds; `nil` if no card is read
    ///   directly. A buffer after a longer pause holds old sound if its number says that nothing was lost: while a card
    ///   delivers nothing, `alsasrc` outputs such a buffer whenever its wait for the card ends (`read_error`, GStreamer
    ///   1.22.0). If the number says that sound was lost, only the streaming thread was late.
    /// - Returns: false for a buffer of old sound, which is not registered and must be dropped.
    @discardableResult
    mutating func note(_ seen: Arrival, cardBuffer: () -> Double? = { nil }) -> Bool {
        let pause = lastSeen.map { seen.time - $0 } ?? 0
        lastSeen = seen.time
        if pause > Self.shortestBuffer, count.isNext(seen), let longest = cardBuffer(), pause > longest {
            // The position is determined again, because the sample numbers do not show how long the card has paused.
            correction.restart()
            (arrival, held, frames, count, hasPaused) = (nil, [], 0, SampleCount(), true)
            return false
        }
        let lost = count.lost(before: seen)
        let length = Double(seen.frames) / Double(seen.rate)
        arrival = (length + (arrival?.length ?? 0), lost + (arrival?.lost ?? 0), seen.time)
        return true
    }

    /// The shortest buffer of a sound card that is expected, in seconds.
    private static let shortestBuffer = 0.05

    /// Appends the samples of buffers that `note` has registered, and returns the sound resampled from them; `nil` if
    /// none is available yet.
    mutating func compensate(_ bytes: [UInt8]) -> Made? {
        guard let resampler else { return nil }
        held += bytes
        if let arrival {
            self.arrival = nil
            switch correction.arrive(arrival.length, lost: arrival.lost, at: arrival.time) {
            case .wait: return nil
            case .restart:
                held = bytes
                return nil
            case .begin(let time): begin(at: time)
            case .follow: break
            case .jump(let by): base += by
            }
        }
        guard correction.hasClock else { return nil }
        resampler.setRatio(1 / correction.stretch)
        let made = resampler.resample(held)
        held = []
        let count = made.count / form.bytesPerFrame
        guard count > 0 else { return nil }
        let length = Double(count) / Double(form.rate)
        correction.resample(length * resampler.ratio, into: length)
        defer { frames += Int64(count) }
        return Made(bytes: made, stamp: Int64((base * 1e9).rounded()) + frames * 1_000_000_000 / Int64(form.rate))
    }

    /// The maximum length of held sound with which the stream begins, in seconds. A recording begins with a whole
    /// buffer of sound. A longer first buffer would begin before pictures that have already been dropped.
    private static let longestBeginning = 0.02

    /// Begins the resampled stream with the newest part of the held sound, or with all of it after a pause. `time` is
    /// the running time of the held sound's first sample, in seconds. Drops older sound, and all sound from before
    /// running time 0.
    private mutating func begin(at time: Double) {
        let all = held.count / form.bytesPerFrame
        let early = Int((-min(0, time) * Double(form.rate)).rounded(.up))
        let old = hasPaused ? 0 : all - Int(Self.longestBeginning * Double(form.rate))
        let left = min(all, max(early, old))
        let length = Double(left) / Double(form.rate)
        held.removeFirst(left * form.bytesPerFrame)
        correction.skip(length)
        base = time + length
    }
}

/// Detects missing sound by a source's sample numbers. The numbers are trusted once several buffers in a row have had
/// consecutive numbers.
private struct SampleCount {
    private static let enough = 5

    private var next: UInt64?
    private var run = 0

    /// Returns false if the buffer's sample number shows that sound was lost before it. Returns true if none was, or if
    /// the number is unknown.
    func isNext(_ seen: CompensatedSound.Arrival) -> Bool { next == nil || seen.number == nil || seen.number == next }

    /// Returns how many seconds of sound the device lost before a buffer, according to the buffer's sample number; 0 if
    /// unknown.
    mutating func lost(before seen: CompensatedSound.Arrival) -> Double {
        guard let number = seen.number else { return 0 }
        defer { next = number &+ UInt64(seen.frames) }
        guard let next, next != number else {
            run += 1
            return 0
        }
        defer { run = 0 }
        guard number > next, run >= Self.enough else { return 0 }
        return Double(number - next) / Double(seen.rate)
    }
}
