package import DualCamPlan
internal import GStreamer

/// The sound that a new file gets in the place of its own.
package struct SoundDub: Sendable, Equatable {
    package var path: String
    /// By how much its clock is faster; 0.00008 is 80 ppm.
    package var drift: Double
    /// The samples of it that the file gets; what it does not have is silence.
    package var samples: [KeptSamples]

    package init(_ path: String, drift: Double, samples: [KeptSamples]) {
        (self.path, self.drift, self.samples) = (path, drift, samples)
    }

    /// Writes the samples. Blocks.
    func write(
        _ track: TrimPlan.Track, into inlet: StreamInlet, lead: Int64, goesOn: @escaping @Sendable () -> Bool
    ) throws(GraphFailure) {
        let cutter = SampleCutter(samples, rate: track.rate, lead: lead, inlet, goesOn: goesOn)
        let end = samples.map(\.samples.upperBound).max() ?? 0
        let reader = SoundReader(path, track.form, rate: track.rate, drift: drift)
        let count = try reader.read(goesOn: { _ in goesOn() }) { info, first in
            cutter.append(info, at: Int64((Double(first) * 1e9 / Double(track.rate)).rounded()))
            return goesOn() && first < end
        }
        guard count != nil else { return }
        cutter.finish()
        inlet.end()
    }
}
