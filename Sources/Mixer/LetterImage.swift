internal import CLettering

/// A colour with its opacity, 0...1 each.
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

/// The style in which text is drawn. Lengths are pixels.
package struct LetterStyle: Sendable, Equatable {
    /// A family and its style, as Pango describes fonts: `Sans Bold`; where it is not there, fontconfig chooses another.
    package var font: String
    /// Height of the letters' em.
    package var size: Double
    package var colour: PaintedColour
    /// The width of a line around the letters; 0: none.
    package var outline = 0.0
    package var outlineColour = PaintedColour(red: 0, green: 0, blue: 0)
    /// The colour of the ground below the letters; `nil`: none.
    package var plate: PaintedColour?
    /// The distance from the letters to the plate's edges.
    package var padding = 0.0
    /// The radius of the plate's corners.
    package var radius = 0.0
    /// The width at which lines are broken; 0: nowhere.
    package var widest = 0.0
    /// Rows below so many are not drawn, because nobody sees them; 0: all are.
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

/// Red, green, blue and opacity of a small picture, in memory.
package final class LetterImage: @unchecked Sendable {
    // Invariant: the pixels are never changed once they are drawn.
    private let raw: UnsafeMutablePointer<lettering_image>

    private init?(taking raw: UnsafeMutablePointer<lettering_image>?) {
        guard let raw else { return nil }
        self.raw = raw
    }

    /// Draws text with Pango. Takes about a millisecond: not for a streaming thread. `nil` where it would be larger than 16384
    /// pixels, or memory lacks.
    package convenience init?(_ text: String, _ style: LetterStyle) {
        self.init(taking: style.withNative { lettering_text(text, $0) })
    }

    /// Returns false for a text whose picture would be larger than that. Nothing is drawn.
    package static func fits(_ text: String, _ style: LetterStyle) -> Bool {
        style.withNative { lettering_fits(text, $0) }
    }

    /// Returns the letters of a text that no font of this machine has, each once.
    package static func lacking(in text: String, _ style: LetterStyle) -> [Character] {
        var seen: Set<Character> = []
        return text.filter { letter in
            !letter.isASCII && seen.insert(letter).inserted
                && style.withNative { lettering_lacks(String(letter), $0) } > 0
        }
    }

    /// The plate of text of one line that is so wide, without the text.
    package convenience init?(plateOf width: Int, _ style: LetterStyle) {
        self.init(taking: style.withNative { lettering_plate(Double(width), $0) })
    }

    /// Draws a PNG or an SVG in a size. Takes some milliseconds. `nil` where it cannot be read, or memory lacks.
    package convenience init?(picture bytes: [UInt8], width: Int, height: Int) {
        self.init(taking: lettering_picture(bytes, bytes.count, Int32(clamping: width), Int32(clamping: height)))
    }

    /// Copies pixels that were drawn before: alpha in the highest byte, then red, green and blue, multiplied by it. `nil` where
    /// there are not as many as the size needs, or memory lacks.
    package convenience init?(argb: [UInt32], width: Int, height: Int) {
        guard width > 0, height > 0, argb.count.isMultiple(of: width), argb.count / width == height else { return nil }
        self.init(taking: lettering_copy(argb, Int32(clamping: width), Int32(clamping: height)))
    }

    deinit { lettering_drop(raw) }

    /// All pixels, row by row.
    package var argb: [UInt32] { Array(UnsafeBufferPointer(start: raw.pointee.pixels, count: width * height)) }

    package var width: Int { Int(raw.pointee.width) }
    package var height: Int { Int(raw.pointee.height) }
    /// The columns of the letters' box; what surrounds them lies beyond.
    package var letters: Range<Int> { Int(raw.pointee.left)..<max(Int(raw.pointee.left), Int(raw.pointee.right)) }
    /// The first line's baseline, counted from the top.
    package var baseline: Int { Int(raw.pointee.baseline) }

    var pixels: UnsafePointer<UInt32> { UnsafePointer(raw.pointee.pixels) }

    /// The size of a PNG or an SVG, by gdk-pixbuf, once all of it was read.
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

/// The faults that a picture's bytes can have.
package enum LetterImageFault: String, Error, Sendable, Equatable {
    /// Neither PNG nor SVG.
    case noPicture
    /// Cut off or damaged.
    case broken
    /// More than 16384 pixels either way, or more than 2^26 in all.
    case tooLarge
    /// gdk-pixbuf lacks what reads it (of SVG: librsvg's loader).
    case noReader
}
