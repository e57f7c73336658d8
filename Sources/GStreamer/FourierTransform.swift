internal import CGStreamer

/// The discrete Fourier transform of real signals of a fixed length, computed by GStreamer (`GstFFTF32`).
package final class FourierTransform {
    /// The spectrum of a signal, as computed by `FourierTransform.spectrum`.
    package struct Spectrum {
        fileprivate var values: [GstFFTF32Complex]
    }

    /// The number of samples of each signal, including padding.
    package let length: Int
    private let (forth, back): (OpaquePointer?, OpaquePointer?)

    /// Creates a transform for signals of up to a given length.
    /// - Parameter least: the number of samples of the longest signal. Shorter signals are padded with zeros.
    package init(ofAtLeast least: Int) {
        length = Int(gst_fft_next_fast_length(Int32(clamping: max(2, least))))
        forth = gst_fft_f32_new(Int32(length), 0)
        back = gst_fft_f32_new(Int32(length), 1)
    }

    deinit {
        gst_fft_f32_free(forth)
        gst_fft_f32_free(back)
    }

    /// Returns the spectrum of a signal. Ignores samples beyond `length`.
    package func spectrum(of samples: some Collection<Float>) -> Spectrum {
        var padded = Array(samples.prefix(length))
        padded += [Float](repeating: 0, count: length - padded.count)
        var values = [GstFFTF32Complex](repeating: .init(r: 0, i: 0), count: length / 2 + 1)
        gst_fft_f32_fft(forth, padded, &values)
        return Spectrum(values: values)
    }

    /// Returns the cross-correlation of two signals. The value at index k measures how well the first signal, delayed
    /// by k samples, matches the second.
    ///
    /// - Parameter whitens: true to give all frequencies equal weight (the phase transform, GCC-PHAT), except those
    ///   with almost no energy.
    package func correlation(of first: Spectrum, with second: Spectrum, whitens: Bool) -> [Float] {
        var product = zip(first.values, second.values).map { one, other in
            GstFFTF32Complex(r: one.r * other.r + one.i * other.i, i: one.r * other.i - one.i * other.r)
        }
        if whitens { Self.whiten(&product) }
        var samples = [Float](repeating: 0, count: length)
        gst_fft_f32_inverse_fft(back, product, &samples)
        return samples
    }

    /// The threshold below which a frequency counts as noise, as a fraction of the largest product of the two spectra.
    /// 1e-6 means -60 dB in each signal.
    private static let leastShare: Float = 1e-6

    private static func whiten(_ product: inout [GstFFTF32Complex]) {
        let sizes = product.map { ($0.r * $0.r + $0.i * $0.i).squareRoot() }
        let floor = (sizes.max() ?? 0) * leastShare
        guard floor > 0 else { return }
        for index in product.indices {
            let size = max(sizes[index], floor)
            product[index] = .init(r: product[index].r / size, i: product[index].i / size)
        }
    }
}
