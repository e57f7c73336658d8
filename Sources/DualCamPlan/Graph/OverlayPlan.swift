package import DualCamConfig

/// An overlay of the combined picture, with lengths in pixels.
package struct OverlayPlan: Sendable, Equatable {
    package var overlay: Overlay
    /// The size of the combined picture.
    package var canvas: FrameSize
    package var rate: FrameRate
    package var space: PictureSpace
    package var safeArea: SafeArea

    package init(
        _ overlay: Overlay, canvas: FrameSize, rate: FrameRate, space: PictureSpace,
        within safeArea: SafeArea = SafeArea()
    ) {
        (self.overlay, self.canvas, self.rate, self.space) = (overlay, canvas, rate, space)
        self.safeArea = safeArea
    }

    /// The height of the letters' em.
    package var letterSize: Double { (overlay.size ?? .percent(4)).fraction * Double(canvas.height) }

    /// The width that lines can have between the margins, or from where they begin to the right edge.
    package var widestLine: Double {
        let width = Double(PixelRectangle(safeArea, of: canvas).width)
        let start: Double =
            switch overlay.position {
            case .corner: 2 * canvas.pixels(overlay.margin)
            case .free(let point): point.x.fraction * width
            }
        return max(letterSize, width - start - 2 * platePadding)
    }

    /// The width of the line around the letters.
    package var outline: Double { canvas.pixels(overlay.letters.outline) }

    /// The distance from the letters to the plate's edges.
    package var platePadding: Double {
        overlay.letters.plate == nil ? outline : (letterSize * 0.3).rounded(.up)
    }

    package var plateRadius: Double { (letterSize * 0.2).rounded() }

    /// Returns the size of an image whose own shape is `size`, no larger than the canvas.
    package func imageSize(_ size: FrameSize) -> FrameSize {
        let shape = Double(size.width) / Double(max(1, size.height))
        let wide = min((overlay.size ?? .percent(10)).fraction * Double(canvas.width), Double(canvas.height) * shape)
        return FrameSize(width: max(1, Int(wide.rounded())), height: max(1, Int((wide / shape).rounded())))
    }

    /// Returns the top left corner of something of this size: even pixels, and on the canvas as far as it can be.
    package func corner(of size: FrameSize) -> (x: Int, y: Int) {
        let wanted = overlay.position.origin(of: size, on: canvas, margin: overlay.margin, within: safeArea)
        return (Self.within(wanted.x, canvas.width - size.width), Self.within(wanted.y, canvas.height - size.height))
    }

    /// The even number at or below, from 0 to `most`.
    private static func within(_ value: Int, _ most: Int) -> Int { max(0, min(value, most)) & ~1 }
}

extension OverlayPlan {
    /// Returns the overlays that are seen, later ones over earlier ones.
    static func seen(over combined: Combined, in space: PictureSpace) -> [OverlayPlan] {
        combined.overlays.filter { $0.isShown && $0.content != .text("") && $0.opacity.fraction > 0 }.map {
            OverlayPlan($0, canvas: combined.size, rate: combined.rate, space: space, within: combined.safeArea)
        }
    }

    /// Returns the same before any camera is known, for judging sizes: they do not depend on the picture's colours.
    package static func seen(over combined: Combined) -> [OverlayPlan] { seen(over: combined, in: Colour.bt709.space) }
}

extension MixerInputs {
    func overlays(_ combined: Combined) -> [OverlayPlan] { OverlayPlan.seen(over: combined, in: space) }
}

/// `HH:MM:SS:FF` of a frame: time since a recording's first frame, and which frame of its second it is. Where a second has no whole number of
/// frames, the clock is kept to and not the count: one second has a frame more than another.
package struct Timecode: Sendable, Equatable, CustomStringConvertible {
    /// Whole seconds, 0 and more.
    package let seconds: Int64
    /// The frame's number, from 0 within the second.
    package let frame: Int64

    /// - Parameter recorded: nanoseconds since the recording's start, pauses left out; before it is 0.
    package init(recorded: Int64, rate: FrameRate) {
        let (numerator, denominator) = (Int64(rate.numerator), Int64(rate.denominator))
        // A frame's own time is rounded down.
        let whole = max(0, recorded) + Self.slack
        let count =
            whole / 1_000_000_000 * numerator / denominator
            + (whole % 1_000_000_000 * numerator + whole / 1_000_000_000 * numerator % denominator * 1_000_000_000)
            / (1_000_000_000 * denominator)
        seconds = count * denominator / numerator
        frame = count - (seconds * numerator + denominator - 1) / denominator
    }

    private static let slack: Int64 = 1000

    package var description: String {
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60, frame]
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

extension PaintPlan {
    /// A colour as pictures of this space store it.
    init(_ colour: PlainColour, in space: PictureSpace) {
        let (red, green, blue) = (Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
        let luma = space.red * red + (1 - space.red - space.blue) * green + space.blue * blue
        let chroma = space.isFullRange ? 255.0 : 224
        let stored = { (value: Double) in UInt8(max(0, min(255, value.rounded()))) }
        self.init(
            y: stored(space.isFullRange ? 255 * luma : 16 + 219 * luma),
            u: stored(128 + chroma * (blue - luma) / (2 * (1 - space.blue))),
            v: stored(128 + chroma * (red - luma) / (2 * (1 - space.red))))
    }
}
