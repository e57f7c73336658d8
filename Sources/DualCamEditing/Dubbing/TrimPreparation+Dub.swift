import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

extension TrimPreparation {
    /// Returns the recorded files with which the new sound is compared, to find its position. They are the combined
    /// files or, if there are none, those of the output with the longest recording. All outputs of a session have the
    /// same sound. Returns `nil` if no output has sound.
    func reference() throws(GraphFailure) -> [CompositionSources.File]? {
        let length = { (files: [ComposedSession.File]) in files.reduce(0) { $0 +| ($1.end -| $1.start) } }
        let outputs = session.files.sorted { one, other in
            if (one.key == .combined) != (other.key == .combined) { return one.key == .combined }
            return (length(other.value), one.key.rawValue) < (length(one.value), other.key.rawValue)
        }
        return try firstWithSound(of: outputs.map(\.value))?.map { file throws(GraphFailure) in
            CompositionSources.File(
                path: file.path, first: try FileProbe.firstFrame(of: file.path), start: file.start, end: file.end)
        }
    }

    /// Returns changed plans of new files, in which the new sound replaces the recorded sound. The new sound is encoded
    /// like the recorded sound. If a file has no sound, the session's settings determine the encoding.
    /// - Parameter channels: The number of channels of the new sound.
    func dubbed(
        _ files: [TrimmedFile], with sound: String, channels: Int, _ placement: SoundPlacement
    ) throws(CommandFailure) -> [TrimmedFile] {
        let microphone = pipeline.microphones.first
        var dubbed = files
        for index in dubbed.indices {
            guard let path = dubbed[index].plan.files.first?.path, let stretch = dubbed[index].spans.spans.first else {
                continue
            }
            let (audio, form) = try translated { () throws(GraphFailure) in
                (try FilePreview(path, named: path).facts.audio, try FileProbe.soundForms(of: path).first)
            }
            let codec = audio.flatMap { AudioCodec(rawValue: $0) } ?? pipeline.encoders.audio.use
            let rate = form?.rate ?? microphone?.rate ?? 48_000
            dubbed[index].plan.tracks = [
                TrimPlan.track(
                    0, codec, rate: rate, channels: channels, microphones: [], bits: microphone?.bits ?? .sixteen)
            ]
            // The container stays unchanged, because a parser (h264parse 1.22) may repeat the headers before the first
            // picture.
            dubbed[index].plan.picture.framing = []
            dubbed[index].sound = SoundDub(
                sound, drift: placement.drift, samples: placement.samples(for: stretch, on: session.clock, rate: rate))
        }
        return dubbed
    }
}
