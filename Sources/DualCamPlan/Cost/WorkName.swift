public import DualCamConfig

/// The names by which `CostTable.work` knows the pieces of work.
public enum WorkName {
    /// Supervisor and worker without any stream.
    public static let base = "base"
    /// One stream's way through queues and tees, whatever its size.
    public static let pass = "pass"
    /// A camera whose frames come from a driver.
    public static let captured = "source device"
    public static let convert = "convert"
    public static let scale = "scale"
    /// By half a turn, or mirrored.
    public static let rotate = "rotate"
    /// By a quarter turn.
    public static let turn = "rotate quarter"
    /// The canvas of the combined picture.
    public static func canvas(_ mixer: Mixer) -> String { composing(mixer) + " canvas" }
    /// A camera drawn into it as it is.
    public static func copied(_ mixer: Mixer) -> String { composing(mixer) + " copied" }
    /// A camera drawn into it in another size; megapixels of what is drawn.
    public static func scaled(_ mixer: Mixer) -> String { composing(mixer) + " scaled" }
    /// A part of a camera's picture drawn larger than it is; megapixels of what is drawn.
    public static func enlarged(_ mixer: Mixer) -> String { composing(mixer) + " enlarged" }
    /// A camera of other colours; megapixels of what it delivers.
    public static func recoloured(_ mixer: Mixer) -> String { composing(mixer) + " recoloured" }

    /// Colours changed by a look, beyond drawing; megapixels of what is drawn.
    public static let looked = "draw looked"
    /// What lies over the picture; megapixels of images.
    public static let overlaid = "draw overlay"

    /// What a graphics chip's mixer takes of the processor is not known; it is taken for the compositor.
    private static func composing(_ mixer: Mixer) -> String { mixer == .dualcam ? "draw" : "compose" }

    /// A test pattern with its frame counter.
    public static func pattern(_ pattern: TestPattern) -> String { "source \(pattern.rawValue)" }

    /// A clip that is opened and taken apart.
    public static let clip = "source clip"

    /// `mjpeg`, `h264`, or `other`.
    public static func decode(_ codec: String) -> String { "decode \(codec)" }

    /// The names under which an encoder's cost may stand, the most exact first.
    ///
    /// - Parameter content: what is seen (`PictureContent.camera` or a test pattern).
    public static func encode(_ word: String, preset: String?, content: String) -> [String] {
        let named = ["encode", word] + (preset.map { [$0] } ?? [])
        let exact = named.joined(separator: " ")
        return [exact + " of " + content, exact, "encode \(word)"]
    }

    public static func microphone(_ kind: String) -> String { "sound \(kind)" }

    /// Taking noise out of sound (`microphone.mode`); millions of samples are its megapixels.
    public static let cleaned = "sound cleaned"

    public static func encode(_ codec: AudioCodec) -> String { "encode \(codec.rawValue)" }

    /// Of sound that is not the test tone, which is silent most of the time.
    public static func encodeHeard(_ codec: AudioCodec) -> String { "encode \(codec.rawValue) of noise" }

    /// A file of a container: muxing and writing.
    public static func write(_ container: Container) -> String { "write \(container.rawValue)" }
}
