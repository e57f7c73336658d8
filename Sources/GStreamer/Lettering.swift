internal import CLettering

/// A colour with its opacity, 0...1 each.
public struct PaintedColour: Sendable, Equatable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var opacity: Double

    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    fileprivate var native: lettering_colour { lettering_colour(red: red, green: green, blue: blue, alpha: opacity) }
}

/// How text is drawn. Lengths are pixels.
public struct LetterStyle: Sendable, Equatable {
    /// A family and its style, as Pango describes fonts: `Sans Bold`; where it is not there, fontconfig chooses another.
    public var font: String
    /// Height of the letters' em.
    public var size: Double
    public var colour: PaintedColour
    /// How far a line around the letters reaches; 0: none.
    public var outline = 0.0
    public var outlineColour = PaintedColour(red: 0, green: 0, blue: 0)
    /// The ground below them; `nil`: none.
    public var plate: PaintedColour?
    /// From the letters to the plate's edges.
    public var padding = 0.0
    /// Of the plate's corners.
    public var radius = 0.0
    /// Lines are broken there; 0: nowhere.
    public var widest = 0.0

    public init(font: String, size: Double, colour: PaintedColour) {
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
            return body(&style)
        }
    }
}

/// Red, green, blue and opacity of a small picture, in memory.
public final class LetterImage: @unchecked Sendable {
    // Invariant: the pixels are never changed once they are drawn.
    private let raw: UnsafeMutablePointer<lettering_image>

    private init?(taking raw: UnsafeMutablePointer<lettering_image>?) {
        guard let raw else { return nil }
        self.raw = raw
    }

    /// Draws text with Pango. Takes about a millisecond: not for a streaming thread. `nil` where it would be larger than 16384
    /// pixels, or memory lacks.
    public convenience init?(_ text: String, _ style: LetterStyle) {
        self.init(taking: style.withNative { lettering_text(text, $0) })
    }

    /// The plate of text of one line that is so wide, without the text.
    public convenience init?(plateOf width: Int, _ style: LetterStyle) {
        self.init(taking: style.withNative { lettering_plate(Double(width), $0) })
    }

    /// Draws a PNG or an SVG in a size. Takes some milliseconds. `nil` where it cannot be read, or memory lacks.
    public convenience init?(picture bytes: [UInt8], width: Int, height: Int) {
        self.init(taking: lettering_picture(bytes, bytes.count, Int32(clamping: width), Int32(clamping: height)))
    }

    deinit { lettering_drop(raw) }

    public var width: Int { Int(raw.pointee.width) }
    public var height: Int { Int(raw.pointee.height) }
    /// Where the letters' box begins and ends; what surrounds them lies beyond.
    public var letters: Range<Int> { Int(raw.pointee.left)..<max(Int(raw.pointee.left), Int(raw.pointee.right)) }
    /// Of the first line, from the top.
    public var baseline: Int { Int(raw.pointee.baseline) }

    var pixels: UnsafePointer<UInt32> { UnsafePointer(raw.pointee.pixels) }
}

/// What is wrong with a picture's bytes.
public enum LetterImageFault: Error, Sendable, Equatable {
    /// Neither PNG nor SVG.
    case noPicture
    /// Cut off or damaged.
    case broken
    /// More than 16384 pixels either way.
    case tooLarge
    /// gdk-pixbuf lacks what reads it (of SVG: librsvg's loader).
    case noReader
}

extension LetterImage {
    /// The size of a PNG or an SVG, by gdk-pixbuf, once all of it was read.
    public static func size(ofPicture bytes: [UInt8]) throws(LetterImageFault) -> (width: Int, height: Int) {
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
