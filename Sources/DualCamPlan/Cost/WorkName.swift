package import DualCamConfig

/// The names by which `CostTable.work` knows the pieces of work.
package enum WorkName {
    /// Supervisor and worker without any stream.
    package static let base = "base"
    /// One stream's way through queues and tees, whatever its size.
    package static let pass = "pass"
    /// A camera whose frames come from a driver.
    package static let captured = "source device"
    package static let convert = "convert"
    package static let scale = "scale"
    /// A picture is turned by half a turn, or mirrored.
    package static let rotate = "rotate"
    /// A picture is turned by a quarter turn.
    package static let turn = "rotate quarter"
    /// The canvas of the combined picture.
    package static func canvas(_ mixer: Mixer) -> String { composing(mixer) + " canvas" }
    /// A camera drawn into it as it is.
    package static func copied(_ mixer: Mixer) -> String { composing(mixer) + " copied" }
    /// A camera drawn into it in another size; megapixels of what is drawn.
    package static func scaled(_ mixer: Mixer) -> String { composing(mixer) + " scaled" }
    /// A part of a camera's picture drawn larger than it is; megapixels of what is drawn.
    package static func enlarged(_ mixer: Mixer) -> String { composing(mixer) + " enlarged" }
    /// A camera of other colours; megapixels of what it delivers.
    package static func recoloured(_ mixer: Mixer) -> String { composing(mixer) + " recoloured" }

    /// Colours changed by a look, beyond drawing; megapixels of what is drawn.
    package static let looked = "draw looked"
    /// The work of drawing overlays over the picture; megapixels of images.
    package static let overlaid = "draw overlay"

    /// The cost of a graphics chip's mixer for the processor is not known; it is taken for the compositor's.
    private static func composing(_ mixer: Mixer) -> String { mixer == .dualcam ? "draw" : "compose" }

    /// A test pattern with its frame counter.
    package static func pattern(_ pattern: TestPattern) -> String { "source \(pattern.rawValue)" }

    /// A clip that is opened and taken apart.
    package static let clip = "source clip"

    /// `mjpeg`, `h264`, or `other`.
    package static func decode(_ codec: String) -> String { "decode \(codec)" }

    /// The names under which an encoder's cost may stand, the most exact first.
    static func encode(_ word: String, preset: String?) -> [String] {
        (preset.map { ["encode \(word) \($0)"] } ?? []) + ["encode \(word)"]
    }

    package static func microphone(_ kind: String) -> String { "sound \(kind)" }

    /// Taking noise out of sound (`microphone.mode`); millions of samples are its megapixels.
    package static let cleaned = "sound cleaned"

    package static func encode(_ codec: AudioCodec) -> String { "encode \(codec.rawValue)" }

    /// A file of a container: muxing and writing.
    package static func write(_ container: Container) -> String { "write \(container.rawValue)" }
}
