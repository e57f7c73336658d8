package import DualCamConfig

/// The names of the kinds of work in `CostTable.work`.
package enum WorkName {
    /// The name of the work that supervisor and worker do without any stream.
    package static let base = "base"
    /// The name of the work of passing one stream through queues and tees, whatever its size.
    package static let pass = "pass"
    /// The name of the work of receiving a camera's frames from its driver.
    package static let captured = "source device"
    package static let convert = "convert"
    package static let scale = "scale"
    /// The name of the work of rotating a picture by half a turn, or mirroring it.
    package static let rotate = "rotate"
    /// The name of the work of rotating a picture by a quarter turn.
    package static let turn = "rotate quarter"
    /// Returns the name of the work of filling the canvas of the combined picture.
    package static func canvas(_ mixer: Mixer) -> String { composing(mixer) + " canvas" }
    /// Returns the name of the work of drawing a camera at its own size.
    package static func copied(_ mixer: Mixer) -> String { composing(mixer) + " copied" }
    /// Returns the name of the work of drawing a camera at another size; measured per megapixel drawn.
    package static func scaled(_ mixer: Mixer) -> String { composing(mixer) + " scaled" }
    /// Returns the name of the work of drawing a part of a camera's picture enlarged; measured per megapixel drawn.
    package static func enlarged(_ mixer: Mixer) -> String { composing(mixer) + " enlarged" }
    /// Returns the name of the work of converting a camera with another colour encoding; measured per megapixel
    /// delivered.
    package static func recoloured(_ mixer: Mixer) -> String { composing(mixer) + " recoloured" }

    /// The name of the work of changing colours by a look, in addition to drawing; measured per megapixel drawn.
    package static let looked = "draw looked"
    /// The name of the work of drawing overlays over the picture; measured per megapixel of images.
    package static let overlaid = "draw overlay"

    /// Returns the prefix of the names of a mixer's work. The CPU cost of a graphics chip's mixer is not known, so the
    /// compositor's is used.
    private static func composing(_ mixer: Mixer) -> String { mixer == .dualcam ? "draw" : "compose" }

    /// Returns the name of the work of generating a test pattern with its frame counter.
    package static func pattern(_ pattern: TestPattern) -> String { "source \(pattern.rawValue)" }

    /// The name of the work of reading and demuxing a clip.
    package static let clip = "source clip"

    /// Returns the name of the work of decoding a codec: `mjpeg`, `h264`, or `other`.
    package static func decode(_ codec: String) -> String { "decode \(codec)" }

    /// Returns the names under which an encoder's work may be in the cost table, the most exact first.
    static func encode(_ word: String, preset: String?) -> [String] {
        (preset.map { ["encode \(word) \($0)"] } ?? []) + ["encode \(word)"]
    }

    package static func microphone(_ kind: String) -> String { "sound \(kind)" }

    /// The name of the work of reducing noise in sound (`microphone.mode`); measured per million samples.
    package static let cleaned = "sound cleaned"

    package static func encode(_ codec: AudioCodec) -> String { "encode \(codec.rawValue)" }

    /// Returns the name of the work of muxing and writing a file of a container.
    package static func write(_ container: Container) -> String { "write \(container.rawValue)" }
}
