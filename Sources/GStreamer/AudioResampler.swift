internal import CGStreamer

/// A resampler of raw sound whose ratio may change between any two buffers (GstAudioResampler).
///
/// The output begins with the first input sample. The newest `latency` samples are held back until more samples arrive.
package final class AudioResampler {
    private let resampler: OpaquePointer
    private let bytesPerFrame: Int
    /// The number of input frames for every `outputRate` output frames. Never equal to `outputRate`: GStreamer 1.22
    /// would then copy frames without filtering them, which loses the filter's phase and causes a click.
    private var inputRate = AudioResampler.outputRate + 1

    /// The denominator of the ratio, which the resampler accepts as two integers and rounds to 0.02 ppm. A larger
    /// denominator could overflow inside the resampler.
    private static let outputRate: Int32 = 48_000_000
    /// The range of accepted input rates, for ratios from 0.1 to 10.
    private static let limits = Double(outputRate) / 10...Double(outputRate) * 10
    /// The quality of the resampling filter. The value 4 is the default of the element `audioresample`: noise 80 dB
    /// below 16-bit samples.
    private static let quality: UInt32 = 4

    /// Creates a resampler; returns `nil` if GStreamer's resampler does not support the format.
    ///
    /// - Parameters:
    ///   - format: GStreamer's name of an interleaved format: `S16LE`, `S32LE`, `F32LE` or `F64LE`.
    ///   - channels: the number of channels, 1 or more.
    package init?(format: String, channels: Int) {
        let native = gst_audio_format_from_string(format)
        guard ["S16LE", "S32LE", "F32LE", "F64LE"].contains(format), channels > 0,
            let information = gst_audio_format_get_info(native), let options = gst_structure_new_empty("options")
        else { return nil }
        defer { gst_structure_free(options) }
        gst_audio_resampler_options_set_quality(.kaiser, Self.quality, Self.outputRate, Self.outputRate, options)
        // Avoids the default mode. It caches a filter for each phase, which takes forty times the CPU time because of
        // page faults.
        var mode = Value(type: gst_audio_resampler_filter_mode_get_type())
        g_value_set_enum(&mode.raw, Int32(GstAudioResamplerFilterMode.interpolated.rawValue))
        gst_structure_set_value(options, "GstAudioResampler.filter-mode", &mode.raw)
        var error = Value(type: Fundamental.double)
        g_value_set_double(&error.raw, 0)
        gst_structure_set_value(options, "GstAudioResampler.max-phase-error", &error.raw)
        guard
            let made = gst_audio_resampler_new(
                .kaiser, .variableRate, native, Int32(channels), Self.outputRate + 1, Self.outputRate, options)
        else { return nil }
        resampler = made
        bytesPerFrame = Int(information.pointee.width) / 8 * channels
    }

    deinit { gst_audio_resampler_free(resampler) }

    /// The number of input frames that currently become one output frame.
    package var ratio: Double { Double(inputRate) / Double(Self.outputRate) }

    /// The maximum number of frames that the resampler holds back (`gst_audio_resampler_get_max_latency`).
    package var latency: Int { Int(gst_audio_resampler_get_max_latency(resampler)) }

    /// Sets the resampling ratio from the next output frame on (`gst_audio_resampler_update`). The filter keeps its
    /// phase, so the change causes no click.
    ///
    /// - Parameter ratio: the number of input frames for each output frame, limited to 0.1 ... 10.
    package func setRatio(_ ratio: Double) {
        let wanted = (ratio * Double(Self.outputRate)).rounded()
        guard wanted.isFinite else { return }
        var rate = Int32(min(max(wanted, Self.limits.lowerBound), Self.limits.upperBound))
        if rate == Self.outputRate { rate += 1 }
        guard rate != inputRate, gst_audio_resampler_update(resampler, rate, Self.outputRate, nil) != 0 else { return }
        inputRate = rate
    }

    /// Adds whole frames to the resampler's input.
    /// - Returns: all output frames that can be computed from the input so far.
    package func resample(_ input: [UInt8]) -> [UInt8] {
        let count = input.count / bytesPerFrame
        let made = Int(gst_audio_resampler_get_out_frames(resampler, gsize(count)))
        return [UInt8](unsafeUninitializedCapacity: made * bytesPerFrame) { output, filled in
            input.withUnsafeBufferPointer { input in
                // The resampler only reads its input.
                var from: gpointer? = UnsafeMutableRawPointer(mutating: input.baseAddress)
                var to: gpointer? = UnsafeMutableRawPointer(output.baseAddress)
                gst_audio_resampler_resample(resampler, &from, gsize(count), &to, gsize(made))
            }
            filled = made * bytesPerFrame
        }
    }
}

extension ProbeInfo {
    /// Replaces the buffer that a probe has received with a new buffer of `bytes`. The new buffer has none of the old
    /// one's flags and metadata.
    ///
    /// - Parameters:
    ///   - stamp: the presentation time of the new buffer, in nanoseconds.
    ///   - length: the duration of the new buffer, in nanoseconds.
    package func replaceSound(_ bytes: [UInt8], stamp: UInt64, length: UInt64) {
        guard let old = buffer, let new = gst_buffer_new_allocate(nil, gsize(bytes.count), nil) else { return }
        gst_buffer_fill(new, 0, bytes, gsize(bytes.count))
        new.pointee.pts = UInt(stamp)
        new.pointee.duration = UInt(length)
        info.pointee.data = UnsafeMutableRawPointer(new)
        gst_mini_object_unref(UnsafeMutableRawPointer(old).assumingMemoryBound(to: GstMiniObject.self))
    }
}
