/// The `combined` section.
public struct Combined: Sendable, Equatable {
    public var layout = LayoutName.pip
    /// `mixer: dualcam | compositor | gl | va`: what draws the picture.
    public var mixer = Mixer.dualcam
    /// `main`: the camera that fills the picture; the first camera when left out.
    public var main: String?
    public var inset = Inset()
    public var size = FrameSize(width: 1920, height: 1080)
    public var rate = FrameRate(30)
    /// `fit: cover | contain`: crop to fill, or letterbox.
    public var fit = Fit.cover
    public var background = Background.black
    public var divider = Divider()
    public var look = Look()
    public var adjust = Adjustment()
    public var motion = Motion()
    public var transition = Transition()
    /// `switch`
    public var switching = Switching()
    /// `overlays`, later ones over earlier ones.
    public var overlays: [Overlay] = []

    public init() {}
}

public enum LayoutName: Sendable, Hashable {
    case pip, stacked, sideBySide, dominant, frontPrimary, backPrimary, grid
    /// A name under `layouts`.
    case custom(String)
}

/// What draws the combined picture.
public enum Mixer: String, Sendable, Hashable, CaseIterable {
    /// dualcam's own, the only one that draws what goes beyond rectangles: frames, opacity, lines, motion, looks.
    case dualcam
    /// GStreamer's, by the processor.
    case compositor
    /// GStreamer's by OpenGL.
    case gl
    /// GStreamer's by VA-API; it cuts nothing, and its background is black.
    case va
}

public enum Fit: String, Sendable, Hashable, CaseIterable { case cover, contain }

/// What is drawn where no camera is.
public enum Background: String, Sendable, Hashable, CaseIterable { case black, white, checker }

/// The inset of the picture-in-picture layout.
public struct Inset: Sendable, Equatable {
    /// `camera`; the first camera that is not `main` when left out.
    public var camera: String?
    public var position = InsetPosition.corner(.bottomRight)
    /// Width of the inset as a share of the canvas's width, 5 % ... 100 %; its height follows its camera's aspect ratio.
    public var size = Share(0.25)
    /// Distance from the canvas's edges in pixels, 0 or more.
    public var margin = 20
    /// Of the inset's corners, in pixels, 0 ... 1024; no more than half of its shorter side is drawn.
    public var radius = 0
    /// Width in pixels of a border within the inset's edges, 0 ... 256.
    public var border = 0
    public var borderColour = PlainColour.white
    /// How many pixels a soft shadow reaches beyond the inset's edges, 0 ... 256.
    public var shadow = 0
    /// Of the inset with all that surrounds it.
    public var opacity = Share.percent(100)

    public init() {}
}

public enum InsetPosition: Sendable, Hashable {
    case corner(Corner)
    /// `{x: 60%, y: 10%}`: the inset's top left corner.
    case free(Point)
}

public enum Corner: String, Sendable, Hashable, CaseIterable {
    case topLeft = "top-left", topRight = "top-right", bottomLeft = "bottom-left", bottomRight = "bottom-right", center
}

/// One entry under `layouts`: rectangles by camera, in the file's order (later ones are drawn over earlier ones).
public struct CustomLayout: Sendable, Equatable {
    public var name: String
    public var rectangles: [LayoutRectangle]

    public init(name: String, rectangles: [LayoutRectangle]) {
        self.name = name
        self.rectangles = rectangles
    }
}

/// Where one camera is drawn, in shares of the canvas, and how.
public struct LayoutRectangle: Sendable, Equatable {
    public var camera: String
    public var x: Share
    public var y: Share
    public var width: Share
    public var height: Share
    /// As of `Inset`.
    public var radius = 0
    public var border = 0
    public var borderColour = PlainColour.white
    public var shadow = 0
    public var opacity = Share.percent(100)
    /// `nil`: the camera's, or `combined.fit`.
    public var fit: Fit?

    public init(camera: String, x: Share, y: Share, width: Share, height: Share) {
        (self.camera, self.x, self.y, self.width, self.height) = (camera, x, y, width, height)
    }
}

/// The `encoders` section, before an output's entry and `default` are laid over each other.
public struct Encoders: Sendable, Equatable {
    /// `default`: what every video output uses where its own entry says nothing.
    public var standard = EncoderSettings()
    /// Entries by output, each key `nil` where it says nothing.
    public var outputs: [OutputName: EncoderOverride] = [:]
    public var audio = AudioEncoderSettings()

    public init() {}

    /// What `output` uses: its own entry over `default`, key by key.
    public func settings(for output: OutputName) -> EncoderSettings {
        guard let own = outputs[output] else { return standard }
        var settings = standard
        if let use = own.use { settings.use = use }
        if let preset = own.preset { settings.preset = preset }
        if let quality = own.quality { settings.quality = quality }
        if let bitrate = own.bitrate { settings.bitrate = bitrate }
        if let keyframes = own.keyframes { settings.keyframes = keyframes }
        return settings
    }
}

public struct EncoderSettings: Sendable, Equatable {
    /// `use`: a codec, an implementation, `passthrough` or `auto`, as written. The encoder catalogue knows the words.
    public var use = "auto"
    /// `preset`: the implementation's own word for speed (`veryfast`); `nil`: the fastest that this machine bears is chosen.
    public var preset: String?
    /// `quality`: one of the presets of quality, which fills in what the other keys leave open.
    public var quality: Quality?
    /// `bitrate`; `nil`: from the quality preset, else 8 Mbps for 1080p30 scaled by pixels a second.
    public var bitrate: Bitrate?
    /// `keyframes`: longest distance between two key frames; default 2 s.
    public var keyframes: Duration = .seconds(2)

    public init() {}
}

public struct EncoderOverride: Sendable, Equatable {
    public var use: String?
    public var preset: String?
    public var quality: Quality?
    public var bitrate: Bitrate?
    public var keyframes: Duration?

    public init() {}
}

/// The presets of quality.
public enum Quality: String, Sendable, Hashable, CaseIterable {
    case highEfficiency = "high-efficiency"
    case balanced, maximum, social
    case mostCompatible = "most-compatible"
    case professional
}

public struct AudioEncoderSettings: Sendable, Equatable {
    /// `use`: `aac`, `opus`, `flac` or `pcm`.
    public var use = AudioCodec.aac
    public var bitrate = Bitrate(bitsPerSecond: 128_000)

    public init() {}
}

public enum AudioCodec: String, Sendable, Hashable, CaseIterable { case aac, opus, flac, pcm }
