package import DualCamPlan
internal import GStreamer

/// The sound of a recorded file.
package enum FileSound {
    /// Returns the samples a second and the channels of each track. Blocks.
    package static func forms(of path: String) throws(GraphFailure) -> [(rate: Int, channels: Int)] {
        let info = try translating { try MediaInfo.probe(path: path) }
        return info.audio.compactMap { caps in
            guard let form = caps.structures.first, let rate = form.int("rate"), let channels = form.int("channels")
            else { return nil }
            return (rate, channels)
        }
    }

    /// Returns its length in nanoseconds, as its container tells it. Blocks.
    package static func length(of path: String) throws(GraphFailure) -> Int64 {
        try translating { Int64(clamping: try MediaInfo.probe(path: path).duration) }
    }
}
