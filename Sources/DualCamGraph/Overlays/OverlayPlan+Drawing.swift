internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Mixer

extension OverlayPlan {
    var style: LetterStyle {
        let letters = overlay.letters
        var style = LetterStyle(font: letters.font, size: letterSize, colour: PaintedColour(letters.colour))
        (style.outline, style.outlineColour) = (outline, PaintedColour(letters.outlineColour))
        style.plate = letters.plate.map { PaintedColour($0, opacity: letters.plateOpacity) }
        (style.padding, style.radius, style.widest) = (platePadding, plateRadius, widestLine)
        return style
    }

    /// Draws an overlay's text, at most as high as the picture. If the text is higher, its beginning is shown
    /// (`corner(of:)` places it at the picture's top). Returns `nil` if it is too large or there is not enough memory.
    func lettering(_ text: String) -> LetterImage? {
        var style = style
        style.seen = canvas.height
        return LetterImage(text, style)
    }

    /// Draws an overlay's image at its planned size; returns `nil` if there is not enough memory. Throws `fault` if the
    /// image cannot be drawn.
    func picture(_ image: OverlayImage, by drawing: ImageDrawing) throws(GraphFailure) -> LetterImage? {
        do throws(ImageFault) {
            let drawn = try drawing(image.bytes, imageSize(image.size)).get()
            return LetterImage(argb: drawn.pixels, width: drawn.size.width, height: drawn.size.height)
        } catch {
            throw GraphFailure(
                .fault, message: "overlay \(overlay.name): '\(image.path)' \(error.message)",
                advice: error.hint.prefix(1).uppercased() + error.hint.dropFirst() + ".")
        }
    }

    /// Converts an overlay's image to the combined picture's colour space. Throws `fault` if `image` is `nil` or there
    /// is not enough memory.
    func stamp(_ image: LetterImage?) throws(GraphFailure) -> PictureStamp {
        let made = image.flatMap { image in
            PictureStamp(
                image, opacity: overlay.opacity.fraction, red: space.red, blue: space.blue,
                isFullRange: space.isFullRange)
        }
        guard let made else {
            throw GraphFailure(
                .fault, message: "overlay \(overlay.name) cannot be drawn in its size",
                advice: "Write a smaller size for combined.overlays.\(overlay.name), or less text.")
        }
        return made
    }

    func placed(_ stamp: PictureStamp) -> PlacedStamp {
        let corner = corner(of: FrameSize(width: stamp.width, height: stamp.height))
        return PlacedStamp(stamp, x: corner.x, y: corner.y)
    }
}

extension PaintedColour {
    init(_ colour: PlainColour, opacity: Share = .percent(100)) {
        self.init(
            red: Double(colour.red) / 255, green: Double(colour.green) / 255, blue: Double(colour.blue) / 255,
            opacity: opacity.fraction)
    }
}
