/// An entry of `combined.overlays`, which is drawn over the combined picture. The cameras' own files do not contain it.
package struct Overlay: Sendable, Equatable {
    package enum Content: Sendable, Hashable {
        /// A text to show; an empty text draws nothing.
        case text(String)
        /// A clock that shows the local time. The value is a format string for strftime(3).
        case clock(String)
        /// The timecode: hours, minutes, seconds and frames since the recording's first frame, not counting pauses.
        case timecode
        case image(OverlayImage)
    }

    package var name: String
    /// The content of the overlay. It is `nil` only temporarily, while an entry without valid content is being read
    /// from a pipeline file.
    package var content: Content?
    /// The setting `show`: whether the overlay is visible. Hidden overlays are prepared as well, so that they can be
    /// shown immediately.
    package var isShown = true
    /// The position of the overlay: a corner, the centre, or the coordinates of its top left corner. If necessary, the
    /// overlay is shifted so that it lies within the canvas.
    package var position = InsetPosition.corner(.topLeft)
    /// The distance between the overlay and the edges of the canvas in pixels, 0 or more. It is scaled to the canvas in
    /// the same way as `Inset.margin`.
    package var margin = 20
    /// The size of the overlay. For text, it is the height of the letters as a fraction of the canvas's height, 1 % ...
    /// 50 %; `nil` means 4 %. For an image, it is the width as a fraction of the canvas's width, 1 % ... 100 %; `nil`
    /// means 10 %.
    package var size: Share?
    /// The opacity of the whole overlay, including the filled rectangle (plate) behind its text.
    package var opacity = Share.percent(100)
    package var letters = Lettering()

    package init(name: String) { self.name = name }
}

/// The style of an overlay's text: its font, its outline, and the plate behind it.
package struct Lettering: Sendable, Equatable {
    package var colour = PlainColour.white
    /// The font family and style of the text, by fontconfig's name (`Sans Bold`). If the font is not installed, a
    /// different one is used.
    package var font = "Sans"
    /// The width of the outline around the letters in pixels, 0 ... 32. It is scaled to the canvas in the same way as
    /// `Inset.margin`.
    package var outline = 2
    package var outlineColour = PlainColour.black
    /// The colour of the filled rectangle (plate) behind the letters; `nil` if there is none.
    package var plate: PlainColour?
    package var plateOpacity = Share.percent(60)

    package init() {}
}

/// An image for an overlay, loaded from a file.
package struct OverlayImage: Sendable {
    /// The path of the image, as written in the pipeline file.
    package var written: String
    /// The resolved path of the file from which the image was read.
    package var path: String
    /// The content of the image file, PNG or SVG.
    package let bytes: [UInt8]
    /// The original size of the image, in pixels.
    package let size: FrameSize

    package init(written: String = "", path: String, bytes: [UInt8], size: FrameSize) {
        (self.written, self.path, self.bytes, self.size) = (written, path, bytes, size)
    }

    /// The maximum size of an overlay's image file in bytes.
    package static let largestFile = 16 << 20
}

extension OverlayImage: Hashable {
    package static func == (left: OverlayImage, right: OverlayImage) -> Bool {
        left.written == right.written && left.path == right.path && left.size == right.size && left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(bytes.count)
    }
}

/// A function that reads the image at a path. The caller of the loader supplies it. Its error describes what is wrong
/// with the file.
package typealias OverlayImageReading = @Sendable (_ path: String) -> Result<OverlayImage, Refusal>

/// A single colour, written in the pipeline file as a word or as `#rrggbb`.
package struct PlainColour: Sendable, Hashable {
    /// The amount of red in the colour, 0 ... 255. `green` and `blue` have the same range.
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    package static let black = PlainColour(red: 0, green: 0, blue: 0)
    package static let white = PlainColour(red: 255, green: 255, blue: 255)

    static let words: [(word: String, colour: PlainColour)] = [
        ("white", .white), ("black", .black), ("grey", .init(red: 128, green: 128, blue: 128)),
        ("red", .init(red: 255, green: 0, blue: 0)), ("green", .init(red: 0, green: 255, blue: 0)),
        ("blue", .init(red: 0, green: 0, blue: 255)), ("yellow", .init(red: 255, green: 255, blue: 0)),
        ("cyan", .init(red: 0, green: 255, blue: 255)), ("magenta", .init(red: 255, green: 0, blue: 255)),
        ("orange", .init(red: 255, green: 165, blue: 0)),
    ]

    /// The words for colours that the pipeline file accepts.
    package static var names: [String] { words.map(\.word) }

    /// The colour as written in the pipeline file: a word or `#rrggbb`.
    package var notation: String {
        if let known = Self.words.first(where: { $0.colour == self }) { return known.word }
        let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "#" + digits.joined()
    }
}

/// The settings of the `combined.divider` section: the lines between the cells of a layout that divides the canvas.
package struct Divider: Sendable, Equatable {
    /// The width of the dividing lines in pixels; 0 draws no lines.
    package var width = 0
    package var colour = PlainColour.white

    package static let widths = 0...64

    package init() {}
}
