import DualCamConfig

/// The codecs `use` knows as words.
package enum VideoCodec: String, Sendable, Hashable, CaseIterable, Encodable {
    case h264, h265, av1, vp9, prores, mjpeg

    /// The parser between encoder and muxer; `nil` where the muxers take the stream as it is.
    var parser: String? {
        switch self {
        case .h264: "h264parse"
        case .h265: "h265parse"
        case .av1: "av1parse"
        case .vp9: "vp9parse"
        case .prores, .mjpeg: nil
        }
    }

    /// The caps of this codec that every muxer accepts.
    var stream: CapsPlan {
        switch self {
        case .h264:
            CapsPlan("video/x-h264", [Property("stream-format", .string("avc")), Property("alignment", .string("au"))])
        case .h265:
            CapsPlan(
                "video/x-h265", [Property("stream-format", .string("hvc1")), Property("alignment", .string("au"))])
        case .av1:
            CapsPlan(
                "video/x-av1", [Property("stream-format", .string("obu-stream")), Property("alignment", .string("tu"))])
        case .vp9: CapsPlan("video/x-vp9")
        case .prores: CapsPlan("video/x-prores")
        case .mjpeg: CapsPlan("image/jpeg")
        }
    }

    /// True when every frame stands alone: it is as dear whether or not something moves.
    var isIntra: Bool { self == .prores || self == .mjpeg }

    /// Bits it takes for the picture that H.264 makes of one bit.
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
}
