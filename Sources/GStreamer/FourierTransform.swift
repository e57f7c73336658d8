internal import CGStreamer

/// The discrete Fourier transform of real numbers of one length, by GStreamer's own library (`GstFFTF32`).
package final class FourierTransform {
    /// The frequencies of a signal.
    package struct Spectrum {
        fileprivate var values: [GstFFTF32Complex]
    }

    /// The samples of a signal.
    package let length: Int
    private let (forth, back): (OpaquePointer?, OpaquePointer?)

    /// - Parameter least: the samples of the longest signal; what is shorter is followed by zeros.
    package init(ofAtLeast least: Int) {
        length = Int(gst_fft_next_fast_length(Int32(clamping: max(2, least))))
        forth = gst_fft_f32_new(Int32(length), 0)
        back = gst_fft_f32_new(Int32(length), 1)
    }

    deinit {
        gst_fft_f32_free(forth)
        gst_fft_f32_free(back)
    }

    /// Samples beyond the length are left out.
    package func spectrum(of samples: some Collection<Float>) -> Spectrum {
        var padded = Array(samples.prefix(length))
        padded += [Float](repeating: 0, count: length - padded.count)
        var values = [GstFFTF32Complex](repeating: .init(r: 0, i: 0), count: length / 2 + 1)
        gst_fft_f32_fft(forth, padded, &values)
        return Spectrum(values: values)
    }

    /// Returns the cross-correlation of two signals: at place k how well the first, moved by k samples, fits the second.
    ///
    /// - Parameter whitens: every frequency counts alike, however loud it is (the phase transform, GCC-PHAT).
    package func correlation(of first: Spectrum, with second: Spectrum, whitens: Bool) -> [Float] {
        var product = zip(first.values, second.values).map { one, other in
            GstFFTF32Complex(r: one.r * other.r + one.i * other.i, i: one.r * other.i - one.i * other.r)
        }
        if whitens {
            for index in product.indices {
                let value = product[index]
                let size = (value.r * value.r + value.i * value.i).squareRoot()
                product[index] = size > 0 ? .init(r: value.r / size, i: value.i / size) : .init(r: 0, i: 0)
            }
        }
        var samples = [Float](repeating: 0, count: length)
        gst_fft_f32_inverse_fft(back, product, &samples)
        return samples
    }
}
