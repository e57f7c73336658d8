internal import CLettering

/// A colour in RGB with its opacity. Each component is 0 ... 1.
package struct PaintedColour: Sendable, Equatable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var opacity: Double

    package init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    fileprivate var native: lettering_colour { lettering_colour(red: red, green: green, blue: blue, alpha: opacity) }
}

/// The style of a text to draw. All lengths are in pixels.
package struct LetterStyle: Sendable, Equatable {
    /// The font family and style of the text in Pango's notation, such as `Sans Bold`. If the font is missing,
    /// fontconfig chooses a substitute.
    package var font: String
    /// The size of the font: the height of its em, in pixels.
    package var size: Double
    package var colour: PaintedColour
    /// The width of the outline around the letters, in pixels; 0 for none.
    package var outline = 0.0
    package var outlineColour = PaintedColour(red: 0, green: 0, blue: 0)
    /// The colour of the rectangle behind the text (the plate); `nil` for none.
    package var plate: PaintedColour?
    /// The distance from the letters to the edges of the plate (the rectangle behind them), in pixels.
    package var padding = 0.0
    /// The corner radius of the plate (the rectangle behind the text), in pixels.
    package var radius = 0.0
    /// The width at which text is broken into lines, in pixels; 0 for no limit.
    package var widest = 0.0
    /// The maximum number of pixel rows to draw, from the top of the text; 0 to draw all rows.
    package var seen = 0

    package init(font: String, size: Double, colour: PaintedColour) {
        (self.font, self.size, self.colour) = (font, size, colour)
    }

    fileprivate func withNative<Result>(_ body: (UnsafePointer<lettering_style>) -> Result) -> Result {
        font.withCString { font in
            var style = lettering_style()
            (style.font, style.size, style.colour) = (font, size, colour.native)
            (style.outline, style.outline_colour) = (outline, outlineColour.native)
            style.plate = plate != nil
            if let plate { style.plate_colour = plate.native }
            (style.padding, style.radius, style.widest) = (padding, radius, widest)
            style.seen = Int32(clamping: seen)
            return body(&style)
        }
    }
}

/// A small image in memory, such as drawn text. Each pixel has red, green, blue and opacity.
package final class LetterImage: @unchecked Sendable {
    // Invariant: the pixels are never changed once they are drawn.
    private let raw: UnsafeMutablePointer<lettering_image>

    private init?(taking raw: UnsafeMutablePointer<lettering_image>?) {
        guard let raw else { return nil }
        self.raw = raw
    }

    /// Draws text with Pango. Takes about a millisecond, so it must not run on a streaming thread. Returns `nil` if the
    /// image would be wider or higher than 16384 pixels, or if there is not enough memory.
    package convenience init?(_ text: String, _ style: LetterStyle) {
        self.init(taking: style.withNative { lettering_text(text, $0) })
    }

    /// Returns true if the image of a text would be at most 16384 pixels wide and high, so that it can be drawn. Draws
    /// nothing.
    package static func fits(_ text: String, _ style: LetterStyle) -> Bool {
        style.withNative { lettering_fits(text, $0) }
    }

    /// Returns the different characters of a text that no font on this machine contains. They would be drawn as boxes.
    package static func lacking(in text: String, _ style: LetterStyle) -> [Character] {
        var seen: Set<Character> = []
        return text.filter { letter in
            !letter.isASCII && seen.insert(letter).inserted
                && style.withNative { lettering_lacks(String(letter), $0) } > 0
        }
    }

    /// Draws only the rectangle (plate) behind one line of text that is `width` pixels wide. Returns `nil` if the image
    /// would be wider or higher than 16384 pixels, or if there is not enough memory.
    package convenience init?(plateOf width: Int, _ style: LetterStyle) {
        self.init(taking: style.withNative { lettering_plate(Double(width), $0) })
    }

    /// Draws a PNG or SVG image at the given size. Takes a few milliseconds. Returns `nil` if the image cannot be read,
    /// or if there is not enough memory.
    package convenience init?(picture bytes: [UInt8], width: Int, height: Int) {
        self.init(taking: lettering_picture(bytes, bytes.count, Int32(clamping: width), Int32(clamping: height)))
    }

    /// Creates an image from pixels: alpha in the highest byte, then red, green and blue, premultiplied. Returns `nil`
    /// if the number of pixels does not match `width` and `height`, or if there is not enough memory.
    package convenience init?(argb: [UInt32], width: Int, height: Int) {
        guard width > 0, height > 0, argb.count.isMultiple(of: width), argb.count / width == height else { return nil }
        self.init(taking: lettering_copy(argb, Int32(clamping: width), Int32(clamping: height)))
    }

    deinit { lettering_drop(raw) }

    /// The pixels of the image, row by row: alpha in the highest byte, then red, green and blue, premultiplied.
    package var argb: [UInt32] { Array(UnsafeBufferPointer(start: raw.pointee.pixels, count: width * height)) }

    package var width: Int { Int(raw.pointee.width) }
    package var height: Int { Int(raw.pointee.height) }
    /// The range of pixel columns that the letters occupy in the image, without the plate (the rectangle behind them).
    package var letters: Range<Int> { Int(raw.pointee.left)..<max(Int(raw.pointee.left), Int(raw.pointee.right)) }
    /// The row of the first text line's baseline, counted from the top of the image.
    package var baseline: Int { Int(raw.pointee.baseline) }

    var pixels: UnsafePointer<UInt32> { UnsafePointer(raw.pointee.pixels) }

    /// Returns the size of a PNG or SVG image in pixels, as gdk-pixbuf determines it. Reads the whole image. Throws if
    /// the image cannot be drawn.
    package static func size(ofPicture bytes: [UInt8]) throws(LetterImageFault) -> (width: Int, height: Int) {
        var (width, height): (Int32, Int32) = (0, 0)
        switch lettering_judge(bytes, bytes.count, &width, &height) {
        case LETTERING_SOUND: return (Int(width), Int(height))
        case LETTERING_NO_PICTURE: throw .noPicture
        case LETTERING_TOO_LARGE: throw .tooLarge
        case LETTERING_NO_READER: throw .noReader
        default: throw .broken
        }
    }
}

/// The reasons why a PNG or SVG image cannot be drawn.
package enum LetterImageFault: String, Error, Sendable, Equatable {
    /// The bytes are neither PNG nor SVG.
    case noPicture
    /// The image is truncated or damaged.
    case broken
    /// The image has more than 16384 pixels in one direction, or more than 2^26 in all.
    case tooLarge
    /// gdk-pixbuf's loader for the image's format is not installed (for SVG, it is part of librsvg).
    case noReader
}
