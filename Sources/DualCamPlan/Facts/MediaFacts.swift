package import DualCamConfig

/// The form of a recorded file's streams, for those who show it.
package struct MediaFacts: Sendable, Equatable {
    package struct Video: Sendable, Equatable {
        /// `h264`, `hevc`, `vp8`, `vp9`, `av1`, `mjpeg`, `prores` or GStreamer's word.
        package var codec: String
        package var width: Int
        package var height: Int
        package var rate: FrameRate?
        /// More than 8 bits, or more than 4:2:0: what few players take.
        package var isRich = false

        package init(codec: String, width: Int, height: Int, rate: FrameRate?, isRich: Bool = false) {
            (self.codec, self.width, self.height, self.rate, self.isRich) = (codec, width, height, rate, isRich)
        }
    }

    package var video: Video?
    /// The codec of the first track of sound: `aac`, `mp3`, `opus`, `flac`, `pcm` or GStreamer's word.
    package var audio: String?
    /// In nanoseconds.
    package var duration: Int64

    package init(video: Video?, audio: String?, duration: Int64) {
        (self.video, self.audio, self.duration) = (video, audio, duration)
    }

    /// Returns true when browsers play such a file as it is.
    package func plays(in container: Container) -> Bool {
        guard let video, !video.isRich else { return false }
        switch container {
        case .mkv: return false
        case .mov, .mp4:
            return ["h264", "vp9", "av1"].contains(video.codec) && ["aac", "mp3", nil].contains(audio)
        }
    }
}
