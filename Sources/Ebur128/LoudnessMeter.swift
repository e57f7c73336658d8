internal import CEbur128

/// Measures loudness according to EBU R128, with libebur128.
package final class LoudnessMeter {
    private var handle: UnsafeMutablePointer<ebur128_state>?
    private let channels: Int

    /// Creates a meter; `nil` if there is not enough memory (`ebur128_init`).
    ///
    /// - Parameters:
    ///   - channels: The number of channels: 2 for left and right; 1 is measured as a mono programme.
    ///   - rate: The sample rate in hertz.
    package init?(channels: Int, rate: Int) {
        let mode = Int32(bitPattern: EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
        handle = ebur128_init(UInt32(channels), UInt(rate), mode)
        self.channels = channels
        if handle == nil { return nil }
    }

    deinit { ebur128_destroy(&handle) }

    /// Adds interleaved samples to the measurement. A sample of 1 is full scale.
    ///
    /// - Returns: The highest true peak of these samples, as a factor of full scale; 0 if there are no samples or
    ///   libebur128 fails.
    package func add(_ samples: [Float]) -> Double {
        let frames = samples.count / channels
        guard frames > 0, ebur128_add_frames_float(handle, samples, frames) == 0 else { return 0 }
        var greatest = 0.0
        for channel in 0..<channels {
            var peak = 0.0
            if ebur128_prev_true_peak(handle, UInt32(channel), &peak) == 0 { greatest = max(greatest, peak) }
        }
        return greatest
    }

    /// The loudness of all samples so far, in LUFS (integrated loudness of EBU R128); `nil` if all of them are quieter
    /// than -70 LUFS.
    package var integrated: Double? {
        var loudness = 0.0
        guard ebur128_loudness_global(handle, &loudness) == 0, loudness.isFinite else { return nil }
        return loudness
    }
}
