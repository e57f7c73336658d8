package import DualCamConfig

/// Tells which codecs a container takes: what the pad templates of GStreamer 1.22's qtmux, mp4mux and matroskamux accept.
package enum ContainerRules {
    package static func accepts(_ codec: VideoCodec, in container: Container) -> Bool {
        switch container {
        case .mov, .mkv: true
        case .mp4: !codec.isIntra
        }
    }

    package static func accepts(_ codec: AudioCodec, in container: Container) -> Bool {
        switch (container, codec) {
        case (.mkv, _), (_, .aac), (_, .opus), (.mov, .pcm): true
        case (.mov, .flac), (.mp4, .flac), (.mp4, .pcm): false
        }
    }

    /// The containers that take `codec`, in the file's words.
    static func containers(for codec: VideoCodec) -> [Container] {
        Container.allCases.filter { accepts(codec, in: $0) }
    }
}
