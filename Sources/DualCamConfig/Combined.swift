/// The `combined` section.
package struct Combined: Sendable, Equatable {
    package var layout = LayoutName.pip
    /// The value of `when`: the time at which the combined file is made.
    package var when = CompositionTime.live
    /// The value of `mixer`, `dualcam | compositor | gl | va`: the element that draws the picture.
    package var mixer = Mixer.dualcam
    /// The value of `main`: the camera that fills the picture; `nil`: the first camera.
    package var main: String?
    package var inset = Inset()
    package var size = FrameSize(width: 1920, height: 1080)
    package var rate = FrameRate(30)
    /// The value of `fit`, `cover | contain`: crop to fill, or letterbox.
    package var fit = Fit.cover
    package var background = Background.black
    package var divider = Divider()
    package var look = Look()
    package var adjust = Adjustment()
    package var motion = Motion()
    package var transition = Transition()
    package var switching = Switching()
    /// The entries of `overlays`, later ones over earlier ones.
    package var overlays: [Overlay] = []
    /// The area that insets and overlays do not leave. It is not a key of the pipeline file; an export's frame sets it.
    package var safeArea = SafeArea()

    package init() {}
}

/// The time at which the combined file is made. In all cases the ledger keeps every decision about the picture.
package enum CompositionTime: String, Sendable, Hashable, CaseIterable {
    /// The file is made while recording.
    case live
    /// The file is rendered by `dualcam compose`; only the cameras are recorded.
    case later
    /// The file is made while recording, and every camera has a file of its own, so that it can be rendered again.
    case both
}

package enum LayoutName: Sendable, Hashable {
    case pip, stacked, sideBySide, dominant, frontPrimary, backPrimary, grid
    /// A layout under `layouts`, by its name.
    case custom(String)
}

/// The element that draws the combined picture.
package enum Mixer: String, Sendable, Hashable, CaseIterable {
    /// dualcam's own mixer, the only one that draws frames, opacity, lines, motion and looks.
    case dualcam
    /// GStreamer's `compositor`, which uses the CPU.
    case compositor
    /// GStreamer's OpenGL mixer.
    case gl
    /// GStreamer's VA-API mixer, which cannot crop and has a black background.
    case va
}

package enum Fit: String, Sendable, Hashable, CaseIterable { case cover, contain }

/// The background where no camera is drawn.
package enum Background: String, Sendable, Hashable, CaseIterable { case black, white, checker }

/// The inset of the picture-in-picture layout.
package struct Inset: Sendable, Equatable {
    /// The value of `camera`; `nil`: the first camera that is not `main`.
    package var camera: String?
    package var position = InsetPosition.corner(.bottomRight)
    /// The width of the inset as a share of the canvas's width; its height follows its camera's aspect ratio.
    package var size = Share(0.25)
    /// The distance from the canvas's edges. This and all further lengths are pixels of a canvas whose shorter side has
    /// 1080 pixels; on other canvases they are scaled.
    package var margin = 20
    /// The radius of the inset's corners, limited to half of its shorter side.
    package var radius = 0
    /// The width of a border within the inset's edges.
    package var border = 0
    package var borderColour = PlainColour.white
    /// The length by which a soft shadow extends beyond the inset's edges.
    package var shadow = 0
    /// The opacity of the inset with border and shadow.
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
    /// The inset's top left corner: `{x: 60%, y: 10%}`.
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

/// The rectangle of one camera in shares of the canvas, and its appearance.
package struct LayoutRectangle: Sendable, Equatable {
    package var camera: String
    package var x: Share
    package var y: Share
    package var width: Share
    package var height: Share
    /// The radius of the corners. This and the following properties have the same meaning as in `Inset`.
    package var radius = 0
    package var border = 0
    package var borderColour = PlainColour.white
    package var shadow = 0
    package var opacity = Share.percent(100)
    /// The fit; `nil`: that of the camera, or `combined.fit`.
    package var fit: Fit?
}

/// The `encoders` section, before the entries of outputs are merged with `default`.
package struct Encoders: Sendable, Equatable {
    /// The value of `default`, which applies to every video output whose entry does not set a key.
    package var standard = EncoderSettings()
    /// The entries by output; a key that is not set is `nil`.
    package var outputs: [OutputName: EncoderOverride] = [:]
    package var audio = AudioEncoderSettings()

    package init() {}

    /// The range of a video output's bitrate.
    package static let bitrates = Bitrate(bitsPerSecond: 10_000)...Bitrate(bitsPerSecond: 10_000_000_000)

    /// Returns the settings of `output`: its own entry merged over `default`, key by key.
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
    /// The value of `use` as written: a codec, an implementation, `passthrough` or `auto`. The encoder catalogue knows
    /// the words.
    package var use = "auto"
    /// The value of `preset`: the implementation's own word for speed (`veryfast`); `nil`: `speed`, or the planner's
    /// choice for this machine.
    package var preset: String?
    /// The value of `speed`, which is portable between implementations. At most one of `preset` and `speed` is set.
    package var speed: EncoderSpeed?
    /// The value of `quality`: a preset of quality, which sets the keys that are not set.
    package var quality: Quality?
    /// The value of `bitrate`; `nil`: from the quality preset, else 8 Mbps for 1080p30 scaled by pixels a second.
    package var bitrate: Bitrate?
    /// The value of `keyframes`: the longest distance between two key frames; default 2 s.
    package var keyframes: Duration = .seconds(2)
    /// The `use` of the file that `preset` was written for, if the command line sets another `use`. It is not a key of
    /// the file.
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
    /// The same as `EncoderSettings.presetUse`.
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
    /// The value of `use`: `aac`, `opus`, `flac` or `pcm`.
    package var use = AudioCodec.aac
    package var bitrate = Bitrate(bitsPerSecond: 128_000)

    package init() {}
}

package enum AudioCodec: String, Sendable, Hashable, CaseIterable, Encodable { case aac, opus, flac, pcm }
