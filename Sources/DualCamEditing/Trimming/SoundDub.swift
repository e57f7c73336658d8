import DualCamPlan
internal import GStreamer

/// Sound from another file that replaces the recorded sound in a trimmed file.
struct SoundDub: Sendable, Equatable {
    var path: String
    /// The relative error of the sound file's clock compared with the recording's clock; 0.00008 means 80 ppm too fast.
    var drift: Double
    /// The ranges of the sound's samples that the trimmed file contains. Samples outside the sound file become silence.
    var samples: [KeptSamples]

    init(_ path: String, drift: Double, samples: [KeptSamples]) {
        (self.path, self.drift, self.samples) = (path, drift, samples)
    }

    /// Writes the kept samples of the sound to `inlet`, as an audio track of the trimmed file. Blocks.
    ///
    /// - Parameters:
    ///   - lead: the offset added to all times in the trimmed file, in nanoseconds.
    ///   - goesOn: called repeatedly; returns false to cancel.
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
