/// The settings of the `combined` section in a pipeline file.
package struct Combined: Sendable, Equatable {
    package var layout = LayoutName.pip
    /// The setting `when`: whether the combined file is created while recording, rendered afterwards, or both.
    package var when = CompositionTime.live
    /// The setting `mixer`, `dualcam | compositor | gl | va`: the element that draws the combined picture.
    package var mixer = Mixer.dualcam
    /// The setting `main`: the name of the main camera; `nil` for the first camera in the file.
    package var main: String?
    package var inset = Inset()
    package var size = FrameSize(width: 1920, height: 1080)
    package var rate = FrameRate(30)
    /// The setting `fit`, `cover | contain`: whether a camera's picture is cropped to fill its cell, or shown
    /// completely with bars around it.
    package var fit = Fit.cover
    package var background = Background.black
    package var divider = Divider()
    package var look = Look()
    package var adjust = Adjustment()
    package var motion = Motion()
    package var transition = Transition()
    package var switching = Switching()
    /// The overlays from `combined.overlays`, in drawing order: later overlays cover earlier ones.
    package var overlays: [Overlay] = []
    /// The margins at the edges of the combined picture in which no inset and no overlay is placed. The pipeline file
    /// has no key for them; an export template sets them.
    package var safeArea = SafeArea()

    package init() {}
}

/// The time at which the combined file is created: while recording, afterwards, or both. With every value, the ledger
/// records all changes of the picture.
package enum CompositionTime: String, Sendable, Hashable, CaseIterable {
    /// The combined file is created while recording.
    case live
    /// The combined file is rendered by `dualcam compose` after the recording. During the recording, only the cameras'
    /// outputs are recorded.
    case later
    /// The combined file is created while recording. Every camera is also recorded, so that the combined file can be
    /// rendered again.
    case both
}

package enum LayoutName: Sendable, Hashable {
    case pip, stacked, sideBySide, dominant, frontPrimary, backPrimary, grid
    /// A custom layout, given by its name in the `layouts` section.
    case custom(String)
}

/// The element that draws the combined picture.
package enum Mixer: String, Sendable, Hashable, CaseIterable {
    /// The mixer of dualcam itself. It is the only mixer that draws borders, shadows, opacity, dividing lines, motion
    /// and looks.
    case dualcam
    /// The mixer `compositor` of GStreamer, which uses the CPU.
    case compositor
    /// The OpenGL mixer of GStreamer.
    case gl
    /// The VA-API mixer of GStreamer, which cannot crop pictures and always has a black background.
    case va
}

package enum Fit: String, Sendable, Hashable, CaseIterable { case cover, contain }

/// The background of the combined picture, visible where no camera is drawn.
package enum Background: String, Sendable, Hashable, CaseIterable { case black, white, checker }

/// The settings of the `combined.inset` section: the small picture of the layout `pip`.
package struct Inset: Sendable, Equatable {
    /// The setting `camera`: the name of the camera in the inset; `nil` for the first camera that is not the main one.
    package var camera: String?
    package var position = InsetPosition.corner(.bottomRight)
    /// The width of the inset as a fraction of the canvas's width (0.25 means 25 %). The height follows from the
    /// camera's aspect ratio.
    package var size = Share(0.25)
    /// The distance between the inset and the edges of the canvas, in pixels of a canvas whose shorter side has 1080
    /// pixels. It is scaled for other canvases, as are all lengths of the inset.
    package var margin = 20
    /// The radius of the inset's corners in pixels, scaled like `margin` and limited to half of the inset's shorter
    /// side.
    package var radius = 0
    /// The width of the inset's border in pixels, scaled like `margin`. The border is drawn inside the inset's edges.
    package var border = 0
    package var borderColour = PlainColour.white
    /// The distance, in pixels, by which the inset's soft shadow extends beyond the inset. It is scaled like `margin`.
    package var shadow = 0
    /// The opacity of the inset together with its border and shadow.
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
    /// A free position, given as the inset's top left corner: `{x: 60%, y: 10%}`.
    case free(Point)
}

package enum Corner: String, Sendable, Hashable, CaseIterable {
    case topLeft = "top-left", topRight = "top-right", bottomLeft = "bottom-left", bottomRight = "bottom-right", center
}

/// A custom layout of the `layouts` section: a rectangle for each camera. Rectangles that are later in the file are
/// drawn over earlier ones.
package struct CustomLayout: Sendable, Equatable {
    package var name: String
    package var rectangles: [LayoutRectangle]
}

/// The rectangle of one camera in a custom layout, in fractions of the canvas, and its appearance.
package struct LayoutRectangle: Sendable, Equatable {
    package var camera: String
    package var x: Share
    package var y: Share
    package var width: Share
    package var height: Share
    /// The radius of the rectangle's corners in pixels, scaled like `Inset.margin`. The border, the shadow and the
    /// opacity also have the same meaning as in `Inset`.
    package var radius = 0
    package var border = 0
    package var borderColour = PlainColour.white
    package var shadow = 0
    package var opacity = Share.percent(100)
    /// The setting `fit` for this rectangle (`cover` or `contain`); `nil` to use the camera's own `fit` or
    /// `combined.fit`.
    package var fit: Fit?
}

/// The settings of the `encoders` section, before the outputs' entries are merged with `default`.
package struct Encoders: Sendable, Equatable {
    /// The settings of `encoders.default`. They supply each key that a video output's own entry does not set.
    package var standard = EncoderSettings()
    /// The encoder settings of individual outputs. The keys that an output's entry does not set are `nil`.
    package var outputs: [OutputName: EncoderOverride] = [:]
    package var audio = AudioEncoderSettings()

    package init() {}

    /// The range of bitrates that a pipeline file can set for a video output: 10 kbps to 10 Gbps.
    package static let bitrates = Bitrate(bitsPerSecond: 10_000)...Bitrate(bitsPerSecond: 10_000_000_000)

    /// Returns the complete encoder settings of an output. Keys that the output's own entry does not set are taken from
    /// `default`.
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
    /// The setting `use` as written: a codec, an encoder, `passthrough` or `auto`. `EncoderCatalog` interprets it.
    package var use = "auto"
    /// The setting `preset`: one of the encoder's own speed presets, such as `veryfast`. `nil` to derive the preset
    /// from `speed` or let the planner choose it.
    package var preset: String?
    /// The setting `speed`: a step on the scale that all encoders share. Either `preset` or `speed` can be set, but not
    /// both.
    package var speed: EncoderSpeed?
    /// The setting `quality`: a named set of values for those encoder keys that the file does not set; `nil` for none.
    package var quality: Quality?
    /// The setting `bitrate`; `nil` for the default. The default for H.264 at 1080p30 is 8 Mbps, multiplied by the
    /// factor of the quality preset. It depends on the codec, and grows more slowly than the number of pixels per
    /// second.
    package var bitrate: Bitrate?
    /// The setting `keyframes`: the maximum distance between two key frames; 2 s by default.
    package var keyframes: Duration = .seconds(2)
    /// The encoder or codec that the file's `preset` was written for, if the command line sets a different `use`;
    /// otherwise `nil`. This value is not a key of the file.
    package var presetUse: String?
}

/// A step on the scale from the fastest encoding to the best picture. All encoders share this scale.
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
    /// The encoder or codec that the entry's `preset` was written for, as in `EncoderSettings.presetUse`.
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
    /// The setting `use` of the sound encoder: `aac`, `opus`, `flac` or `pcm`.
    package var use = AudioCodec.aac
    package var bitrate = Bitrate(bitsPerSecond: 128_000)

    package init() {}
}

package enum AudioCodec: String, Sendable, Hashable, CaseIterable, Encodable { case aac, opus, flac, pcm }
