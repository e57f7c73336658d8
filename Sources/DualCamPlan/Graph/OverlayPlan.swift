package import DualCamConfig

/// The plan of an overlay on the combined picture. All lengths are in pixels.
package struct OverlayPlan: Sendable, Equatable {
    package var overlay: Overlay
    /// The size of the combined picture on which the overlay is drawn.
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

    /// The font size (em height) of the overlay's text, in pixels.
    package var letterSize: Double { (overlay.size ?? .percent(4)).fraction * Double(canvas.height) }

    /// The maximum width of a line of the overlay's text, in pixels. It is the distance between the margins or, for a
    /// free position, the distance from that position to the right edge.
    package var widestLine: Double {
        let width = Double(PixelRectangle(safeArea, of: canvas).width)
        let start: Double =
            switch overlay.position {
            case .corner: 2 * canvas.pixels(overlay.margin)
            case .free(let point): point.x.fraction * width
            }
        return max(letterSize, width - start - 2 * platePadding)
    }

    /// The width of the outline around the letters, in pixels.
    package var outline: Double { canvas.pixels(overlay.letters.outline) }

    /// The distance between the letters and the edges of the filled rectangle (plate) behind them, in pixels.
    package var platePadding: Double {
        overlay.letters.plate == nil ? outline : (letterSize * 0.3).rounded(.up)
    }

    package var plateRadius: Double { (letterSize * 0.2).rounded() }

    /// Returns the size in which the overlay's image is drawn; never larger than the canvas.
    ///
    /// - Parameter size: the original size of the image.
    package func imageSize(_ size: FrameSize) -> FrameSize {
        let shape = Double(size.width) / Double(max(1, size.height))
        let wide = min((overlay.size ?? .percent(10)).fraction * Double(canvas.width), Double(canvas.height) * shape)
        return FrameSize(width: max(1, Int(wide.rounded())), height: max(1, Int((wide / shape).rounded())))
    }

    /// Returns the position of the top left corner for an overlay of this size. The coordinates are even, and the
    /// overlay lies within the canvas if it fits.
    package func corner(of size: FrameSize) -> (x: Int, y: Int) {
        let wanted = overlay.position.origin(of: size, on: canvas, margin: overlay.margin, within: safeArea)
        return (Self.within(wanted.x, canvas.width - size.width), Self.within(wanted.y, canvas.height - size.height))
    }

    /// Returns the value limited to 0 ... `most` and rounded down to an even number.
    private static func within(_ value: Int, _ most: Int) -> Int { max(0, min(value, most)) & ~1 }
}

extension OverlayPlan {
    /// Returns the visible overlays of the combined picture in drawing order; later overlays cover earlier ones.
    static func seen(over combined: Combined, in space: PictureSpace) -> [OverlayPlan] {
        combined.overlays.filter { $0.isShown && $0.content != .text("") && $0.opacity.fraction > 0 }.map {
            OverlayPlan($0, canvas: combined.size, rate: combined.rate, space: space, within: combined.safeArea)
        }
    }

    /// Returns the visible overlays of the combined picture before the cameras are known. The result is used only for
    /// the sizes of the overlays, which do not depend on the colour space.
    package static func seen(over combined: Combined) -> [OverlayPlan] { seen(over: combined, in: Colour.bt709.space) }
}

extension MixerInputs {
    func overlays(_ combined: Combined) -> [OverlayPlan] { OverlayPlan.seen(over: combined, in: space) }
}

/// The timecode `HH:MM:SS:FF` of a frame: the time since the first frame of the recording, and the frame's number
/// within its second.
///
/// If the frame rate is not a whole number, the timecode follows the clock. Some seconds then have one frame more than
/// others.
package struct Timecode: Sendable, Equatable, CustomStringConvertible {
    /// The whole seconds of the timecode, 0 or more.
    package let seconds: Int64
    /// The number of the frame within its second, counted from 0.
    package let frame: Int64

    /// Creates the timecode of the frame at a recorded time.
    ///
    /// - Parameter recorded: the number of nanoseconds since the start of the recording, without pauses. Negative
    ///   values count as 0.
    package init(recorded: Int64, rate: FrameRate) {
        let (numerator, denominator) = (Int64(rate.numerator), Int64(rate.denominator))
        // The time of a frame was rounded down.
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
    /// Converts a colour to luma and chroma values of this colour space.
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
