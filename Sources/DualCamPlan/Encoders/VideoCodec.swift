package import DualCamConfig

/// The video codecs, named by the words that the encoder setting `use` accepts.
package enum VideoCodec: String, Sendable, Hashable, CaseIterable, Encodable {
    case h264, h265, av1, vp9, prores, mjpeg

    /// The factory name of the GStreamer element that parses the codec's stream between encoder and muxer; `nil` if
    /// muxers accept the encoder's stream directly.
    package var parser: String? {
        switch self {
        case .h264: "h264parse"
        case .h265: "h265parse"
        case .av1: "av1parse"
        case .vp9: "vp9parse"
        case .prores, .mjpeg: nil
        }
    }

    /// The caps of this codec's streams that every muxer accepts.
    var stream: StructurePlan {
        switch self {
        case .h264:
            StructurePlan(
                "video/x-h264", [Property("stream-format", .string("avc")), Property("alignment", .string("au"))])
        case .h265:
            StructurePlan(
                "video/x-h265", [Property("stream-format", .string("hvc1")), Property("alignment", .string("au"))])
        case .av1:
            StructurePlan(
                "video/x-av1", [Property("stream-format", .string("obu-stream")), Property("alignment", .string("tu"))])
        case .vp9: StructurePlan("video/x-vp9")
        case .prores: StructurePlan("video/x-prores")
        case .mjpeg: StructurePlan("image/jpeg")
        }
    }

    /// True when the codec encodes every frame independently, so that a static picture takes as much CPU time as a
    /// moving one.
    package var isIntra: Bool { self == .prores || self == .mjpeg }

    /// The bitrate that the codec needs for the same picture quality, relative to H.264.
    var efficiency: Double {
        switch self {
        case .h264: 1
        case .h265: 0.65
        case .vp9: 0.7
        case .av1: 0.55
        case .mjpeg: 6
        case .prores: 18
        }
    }

    /// The containers in which streams of this codec can be recorded.
    var containers: [Container] { Container.allCases.filter { $0.accepts(self) } }
}

/// Checks whether a container can hold a codec, according to the pad templates of GStreamer 1.22's qtmux, mp4mux and
/// matroskamux.
extension Container {
    package func accepts(_ codec: VideoCodec) -> Bool {
        switch self {
        case .mov, .mkv: true
        case .mp4: !codec.isIntra
        }
    }

    package func accepts(_ codec: AudioCodec) -> Bool {
        switch (self, codec) {
        case (.mkv, _), (_, .aac), (_, .opus), (.mov, .pcm): true
        case (.mov, .flac), (.mp4, .flac), (.mp4, .pcm): false
        }
    }
}
