package import DualCamConfig

/// The names of the kinds of work in a cost table (`CostTable.work`).
package enum WorkName {
    /// The cost-table name for the constant work of the supervisor and the worker, which they do even without any
    /// stream.
    package static let base = "base"
    /// The cost-table name for passing a stream through queues and tees, which does not depend on the frames' size.
    package static let pass = "pass"
    /// The cost-table name for receiving the frames of a camera from its driver.
    package static let captured = "source device"
    package static let convert = "convert"
    package static let scale = "scale"
    /// The cost-table name for rotating a picture by 180 degrees, or mirroring it.
    package static let rotate = "rotate"
    /// The cost-table name for rotating a picture by 90 degrees.
    package static let turn = "rotate quarter"
    /// Returns the cost-table name for filling the combined picture's canvas.
    package static func canvas(_ mixer: Mixer) -> String { composing(mixer) + " canvas" }
    /// Returns the cost-table name for drawing a camera's picture without scaling it.
    package static func copied(_ mixer: Mixer) -> String { composing(mixer) + " copied" }
    /// Returns the cost-table name for drawing a camera's picture at a different size; measured per drawn megapixel.
    package static func scaled(_ mixer: Mixer) -> String { composing(mixer) + " scaled" }
    /// Returns the cost-table name for drawing an enlarged part of a camera's picture; measured per drawn megapixel.
    package static func enlarged(_ mixer: Mixer) -> String { composing(mixer) + " enlarged" }
    /// Returns the cost-table name for converting a camera's pictures from a different colour encoding; measured per
    /// delivered megapixel.
    package static func recoloured(_ mixer: Mixer) -> String { composing(mixer) + " recoloured" }

    /// The cost-table name for the additional work of applying a look while drawing; measured per drawn megapixel.
    package static let looked = "draw looked"
    /// The cost-table name for drawing overlays over the picture; measured per megapixel of overlay images.
    package static let overlaid = "draw overlay"

    /// Returns the prefix of the names of a mixer's work. The CPU usage of mixers on a graphics chip is unknown, so the
    /// values of the CPU mixer `compositor` are used.
    private static func composing(_ mixer: Mixer) -> String { mixer == .dualcam ? "draw" : "compose" }

    /// Returns the cost-table name for generating a test pattern with its frame counter.
    package static func pattern(_ pattern: TestPattern) -> String { "source \(pattern.rawValue)" }

    /// The cost-table name for reading and demuxing a clip.
    package static let clip = "source clip"

    /// Returns the cost-table name for decoding a codec, which is `mjpeg`, `h264` or `other`.
    package static func decode(_ codec: String) -> String { "decode \(codec)" }

    /// Returns the names under which a cost table may contain an encoder's work, the most specific first.
    static func encode(_ word: String, preset: String?) -> [String] {
        (preset.map { ["encode \(word) \($0)"] } ?? []) + ["encode \(word)"]
    }

    package static func microphone(_ kind: String) -> String { "sound \(kind)" }

    /// The cost-table name for reducing noise in sound (`microphone.mode`); measured per million samples.
    package static let cleaned = "sound cleaned"

    package static func encode(_ codec: AudioCodec) -> String { "encode \(codec.rawValue)" }

    /// Returns the cost-table name for muxing and writing a file of a container.
    package static func write(_ container: Container) -> String { "write \(container.rawValue)" }
}
