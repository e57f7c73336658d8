internal import CEbur128

/// Measures loudness by EBU R128, with libebur128.
package final class LoudnessMeter {
    private var handle: UnsafeMutablePointer<ebur128_state>?
    private let channels: Int

    /// `nil` where memory lacks (`ebur128_init`).
    ///
    /// - Parameters:
    ///   - channels: the left one and the right one; a single one is taken for a mono programme.
    ///   - rate: samples a second.
    package init?(channels: Int, rate: Int) {
        let mode = Int32(bitPattern: EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
        handle = ebur128_init(UInt32(channels), UInt(rate), mode)
        self.channels = channels
        if handle == nil { return nil }
    }

    deinit { ebur128_destroy(&handle) }

    /// Adds samples, those of all channels side by side, 1 for full scale.
    ///
    /// - Returns: The greatest true peak of these samples, as a factor of full scale.
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

    /// The loudness of all that was added, in LUFS; `nil` where nothing of it is as loud as -70 LUFS.
    package var integrated: Double? {
        var loudness = 0.0
        guard ebur128_loudness_global(handle, &loudness) == 0, loudness.isFinite else { return nil }
        return loudness
    }
}
