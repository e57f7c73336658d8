package import DualCamConfig

/// The names of the pieces of work in `CostTable.work`.
package enum WorkName {
    /// The supervisor and the worker without any stream.
    package static let base = "base"
    /// The passage of one stream through queues and tees, whatever its size.
    package static let pass = "pass"
    /// A camera whose frames come from a driver.
    package static let captured = "source device"
    package static let convert = "convert"
    package static let scale = "scale"
    /// A picture is rotated by half a turn, or mirrored.
    package static let rotate = "rotate"
    /// A picture is rotated by a quarter turn.
    package static let turn = "rotate quarter"
    /// Returns the name for the canvas of the combined picture.
    package static func canvas(_ mixer: Mixer) -> String { composing(mixer) + " canvas" }
    /// Returns the name for a camera drawn at its own size.
    package static func copied(_ mixer: Mixer) -> String { composing(mixer) + " copied" }
    /// Returns the name for a camera drawn at another size; the amount is megapixels drawn.
    package static func scaled(_ mixer: Mixer) -> String { composing(mixer) + " scaled" }
    /// Returns the name for a part of a camera's picture that is drawn enlarged; the amount is megapixels drawn.
    package static func enlarged(_ mixer: Mixer) -> String { composing(mixer) + " enlarged" }
    /// Returns the name for converting a camera with other colours; the amount is megapixels delivered.
    package static func recoloured(_ mixer: Mixer) -> String { composing(mixer) + " recoloured" }

    /// The colour changes of a look, in addition to drawing; the amount is megapixels drawn.
    package static let looked = "draw looked"
    /// The drawing of overlays over the picture; the amount is megapixels of images.
    package static let overlaid = "draw overlay"

    /// Returns the prefix of a mixer's work. The CPU cost of a graphics chip's mixer is not known, so the compositor's
    /// is used.
    private static func composing(_ mixer: Mixer) -> String { mixer == .dualcam ? "draw" : "compose" }

    /// Returns the name for a test pattern with its frame counter.
    package static func pattern(_ pattern: TestPattern) -> String { "source \(pattern.rawValue)" }

    /// Reading and demuxing a clip.
    package static let clip = "source clip"

    /// Returns the name for decoding `mjpeg`, `h264`, or `other`.
    package static func decode(_ codec: String) -> String { "decode \(codec)" }

    /// Returns the names under which an encoder's cost may be stored, the most exact first.
    static func encode(_ word: String, preset: String?) -> [String] {
        (preset.map { ["encode \(word) \($0)"] } ?? []) + ["encode \(word)"]
    }

    package static func microphone(_ kind: String) -> String { "sound \(kind)" }

    /// The noise reduction of sound (`microphone.mode`); millions of samples are its megapixels.
    package static let cleaned = "sound cleaned"

    package static func encode(_ codec: AudioCodec) -> String { "encode \(codec.rawValue)" }

    /// Returns the name for muxing and writing a file of a container.
    package static func write(_ container: Container) -> String { "write \(container.rawValue)" }
}
