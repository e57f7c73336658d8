/// The `combined` section.
package struct Combined: Sendable, Equatable {
    package var layout = LayoutName.pip
    /// `when`: when its file is made.
    package var when = CompositionTime.live
    /// `mixer: dualcam | compositor | gl | va`: what draws the picture.
    package var mixer = Mixer.dualcam
    /// `main`: the camera that fills the picture; the first camera when left out.
    package var main: String?
    package var inset = Inset()
    package var size = FrameSize(width: 1920, height: 1080)
    package var rate = FrameRate(30)
    /// `fit: cover | contain`: crop to fill, or letterbox.
    package var fit = Fit.cover
    package var background = Background.black
    package var divider = Divider()
    package var look = Look()
    package var adjust = Adjustment()
    package var motion = Motion()
    package var transition = Transition()
    package var switching = Switching()
    /// `overlays`, later ones over earlier ones.
    package var overlays: [Overlay] = []
    /// Insets and overlays stay within it; no key of the file: an export's frame has one.
    package var safeArea = SafeArea()

    package init() {}
}

/// The time at which the combined file is made. In all cases the ledger keeps every decision about the picture.
package enum CompositionTime: String, Sendable, Hashable, CaseIterable {
    /// While it is recorded.
    case live
    /// By `dualcam compose`: only the cameras are recorded.
    case later
    /// While it is recorded, and every camera has a file of its own, so that it can be made anew.
    case both
}

package enum LayoutName: Sendable, Hashable {
    case pip, stacked, sideBySide, dominant, frontPrimary, backPrimary, grid
    /// A name under `layouts`.
    case custom(String)
}

/// The element that draws the combined picture.
package enum Mixer: String, Sendable, Hashable, CaseIterable {
    /// dualcam's own, the only one that draws what goes beyond rectangles: frames, opacity, lines, motion, looks.
    case dualcam
    /// GStreamer's, by the processor.
    case compositor
    /// GStreamer's by OpenGL.
    case gl
    /// GStreamer's by VA-API; it cuts nothing, and its background is black.
    case va
}

package enum Fit: String, Sendable, Hashable, CaseIterable { case cover, contain }

/// The background where no camera is drawn.
package enum Background: String, Sendable, Hashable, CaseIterable { case black, white, checker }

/// The inset of the picture-in-picture layout.
package struct Inset: Sendable, Equatable {
    /// `camera`; the first camera that is not `main` when left out.
    package var camera: String?
    package var position = InsetPosition.corner(.bottomRight)
    /// Width of the inset as a share of the canvas's width; its height follows its camera's aspect ratio.
    package var size = Share(0.25)
    /// Distance from the canvas's edges. This and all further lengths are pixels of a canvas whose shorter side has 1080, and in
    /// proportion on others.
    package var margin = 20
    /// The radius of the inset's corners; no more than half of its shorter side is drawn.
    package var radius = 0
    /// Width of a border within the inset's edges.
    package var border = 0
    package var borderColour = PlainColour.white
    /// The length by which a soft shadow reaches beyond the inset's edges.
    package var shadow = 0
    /// The opacity of the inset with all that surrounds it.
    package var opacity = Share.percent(100)

    package static let sizes = Share.percent(5)...Share.percent(100)
    package static let margins = 0...FrameSize.accepted.upperBound
    package static let radii = 0...1024
    package static let borders = 0...256
    package static let shadows = 0...256

    package init() {}
}

package enum InsetPosition: Sendable, Hashable {
    case corner(Corner)
    /// `{x: 60%, y: 10%}`: the inset's top left corner.
    case free(Point)
}

package enum Corner: String, Sendable, Hashable, CaseIterable {
    case topLeft = "top-left", topRight = "top-right", bottomLeft = "bottom-left", bottomRight = "bottom-right", center
}

/// One entry under `layouts`: rectangles by camera, in the file's order (later ones are drawn over earlier ones).
package struct CustomLayout: Sendable, Equatable {
    package var name: String
    package var rectangles: [LayoutRectangle]
}

/// The place of one camera in shares of the canvas, and the way it is drawn there.
package struct LayoutRectangle: Sendable, Equatable {
    package var camera: String
    package var x: Share
    package var y: Share
    package var width: Share
    package var height: Share
    /// The radius, and what follows, are meant as in `Inset`.
    package var radius = 0
    package var border = 0
    package var borderColour = PlainColour.white
    package var shadow = 0
    package var opacity = Share.percent(100)
    /// `nil`: the camera's, or `combined.fit`.
    package var fit: Fit?
}

/// The `encoders` section, before an output's entry and `default` are laid over each other.
package struct Encoders: Sendable, Equatable {
    /// `default`: what every video output uses where its own entry says nothing.
    package var standard = EncoderSettings()
    /// Entries by output, each key `nil` where it says nothing.
    package var outputs: [OutputName: EncoderOverride] = [:]
    package var audio = AudioEncoderSettings()

    package init() {}

    /// The range of a video output's bitrate.
    package static let bitrates = Bitrate(bitsPerSecond: 10_000)...Bitrate(bitsPerSecond: 10_000_000_000)

    /// Returns the settings of `output`: its own entry over `default`, key by key.
    package func settings(for output: OutputName) -> EncoderSettings {
        guard let own = outputs[output] else { return standard }
        var settings = standard
        if let use = own.use { settings.use = use }
        if own.preset != nil || own.speed != nil { (settings.preset, settings.speed) = (own.preset, own.speed) }
        settings.presetUse = own.use == nil && own.preset == nil ? own.presetUse ?? settings.presetUse : own.presetUse
        if let quality = own.quality { settings.quality = quality }
        if let bitrate = own.bitrate { settings.bitrate = bitrate }
        if let keyframes = own.keyframes { settings.keyframes = keyframes }
        return settings
    }
}

package struct EncoderSettings: Sendable, Equatable {
    /// `use`: a codec, an implementation, `passthrough` or `auto`, as written. The encoder catalogue knows the words.
    package var use = "auto"
    /// `preset`: the implementation's own word for speed (`veryfast`); `nil`: `speed`, or what this machine bears.
    package var preset: String?
    /// `speed`: the same for every implementation; one of `preset` and `speed` at most is set.
    package var speed: EncoderSpeed?
    /// `quality`: one of the presets of quality, which fills in what the other keys leave open.
    package var quality: Quality?
    /// `bitrate`; `nil`: from the quality preset, else 8 Mbps for 1080p30 scaled by pixels a second.
    package var bitrate: Bitrate?
    /// `keyframes`: longest distance between two key frames; default 2 s.
    package var keyframes: Duration = .seconds(2)
    /// The `use` of the file that `preset` was written for, where the command line names another; no key of the file.
    package var presetUse: String?
}

/// A step from the least processor time to the best picture, the same for every encoder.
package enum EncoderSpeed: String, Sendable, Hashable, CaseIterable, Encodable {
    case fastest, faster, fast, medium, slow, slower, best
}

package struct EncoderOverride: Sendable, Equatable {
    package var use: String?
    package var preset: String?
    package var speed: EncoderSpeed?
    package var quality: Quality?
    package var bitrate: Bitrate?
    package var keyframes: Duration?
    /// As `EncoderSettings.presetUse`.
    package var presetUse: String?

    package init() {}
}

package enum Quality: String, Sendable, Hashable, CaseIterable {
    case highEfficiency = "high-efficiency"
    case balanced, maximum, social
    case mostCompatible = "most-compatible"
    case professional
}

package struct AudioEncoderSettings: Sendable, Equatable {
    /// `use`: `aac`, `opus`, `flac` or `pcm`.
    package var use = AudioCodec.aac
    package var bitrate = Bitrate(bitsPerSecond: 128_000)

    package init() {}
}

package enum AudioCodec: String, Sendable, Hashable, CaseIterable, Encodable { case aac, opus, flac, pcm }
