package import DualCamConfig

/// The formats of the streams in a recorded file. They determine which players can play the file.
package struct MediaFacts: Sendable, Equatable {
    package struct Video: Sendable, Equatable {
        /// The video codec of the file: `h264`, `hevc`, `vp8`, `vp9`, `av1`, `mjpeg`, `prores`, or GStreamer's name for
        /// any other codec.
        package var codec: String
        package var width: Int
        package var height: Int
        package var rate: FrameRate?
        /// True if the picture has more than 8 bits per component or more colour resolution than 4:2:0. Few players
        /// support such files.
        package var isRich = false

        package init(codec: String, width: Int, height: Int, rate: FrameRate?, isRich: Bool = false) {
            (self.codec, self.width, self.height, self.rate, self.isRich) = (codec, width, height, rate, isRich)
        }
    }

    package var video: Video?
    /// The codec of the file's first sound track: `aac`, `mp3`, `opus`, `flac`, `pcm`, or GStreamer's name for any
    /// other codec; `nil` without sound.
    package var audio: String?
    /// The duration of the file in nanoseconds.
    package var duration: Int64

    package init(video: Video?, audio: String?, duration: Int64) {
        (self.video, self.audio, self.duration) = (video, audio, duration)
    }

    /// Returns true if browsers can play a file with these streams in this container without conversion.
    package func plays(in container: Container) -> Bool {
        guard let video, !video.isRich else { return false }
        switch container {
        case .mkv: return false
        case .mov, .mp4:
            return ["h264", "vp9", "av1"].contains(video.codec) && ["aac", "mp3", nil].contains(audio)
        }
    }
}
