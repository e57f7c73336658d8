/// An entry of `combined.overlays`: content drawn over the combined picture, never over a camera's own file.
package struct Overlay: Sendable, Equatable {
    package enum Content: Sendable, Hashable {
        /// The text that the overlay shows; an empty text draws nothing.
        case text(String)
        /// A clock that shows the local time, in a format of strftime(3).
        case clock(String)
        /// The timecode: hours, minutes, seconds and frames since the recording's first frame, without pauses.
        case timecode
        case image(OverlayImage)
    }

    package var name: String
    /// The content of the overlay; `nil` only while the pipeline file is read, if the entry has no valid content.
    package var content: Content?
    /// The setting `show`; false hides the overlay but keeps it ready to be shown.
    package var isShown = true
    /// The position of the overlay: a corner, the centre, or the coordinates of its top left corner. The overlay is
    /// moved to lie on the canvas.
    package var position = InsetPosition.corner(.topLeft)
    /// The distance of the overlay from the canvas's edges, scaled like the inset's, 0 or more.
    package var margin = 20
    /// The size of the overlay. For text, it is the letters' height as a fraction of the canvas's height, 1 % ... 50 %.
    /// For an image, it is the width as a fraction of the canvas's width, 1 % ... 100 %. `nil` means 4 % for text and
    /// 10 % for images.
    package var size: Share?
    /// The opacity of the whole overlay, including its plate.
    package var opacity = Share.percent(100)
    package var letters = Lettering()

    package init(name: String) { self.name = name }
}

/// The style of an overlay's text.
package struct Lettering: Sendable, Equatable {
    package var colour = PlainColour.white
    /// The font family and style of the text, as fontconfig names them: `Sans Bold`. A missing font is substituted.
    package var font = "Sans"
    /// The width of the outline around the letters, 0 ... 32, scaled like the inset's lengths.
    package var outline = 2
    package var outlineColour = PlainColour.black
    /// The colour of the plate behind the letters; `nil` if there is no plate.
    package var plate: PlainColour?
    package var plateOpacity = Share.percent(60)

    package init() {}
}

/// An image for an overlay, read from its file.
package struct OverlayImage: Sendable {
    /// The path of the image as the pipeline file writes it.
    package var written: String
    /// The resolved path from which the image was read.
    package var path: String
    /// The content of the image file, PNG or SVG.
    package let bytes: [UInt8]
    /// The size of the image in its file, in pixels.
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

/// A function that reads the image at a path, supplied by the caller of the loader. The failure describes what is wrong
/// with the file.
package typealias OverlayImageReading = @Sendable (_ path: String) -> Result<OverlayImage, Refusal>

/// A single colour, written as a word or as `#rrggbb`.
package struct PlainColour: Sendable, Hashable {
    /// The amount of red, 0 ... 255; `green` and `blue` have the same range.
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

    /// The words that name colours in the pipeline file.
    package static var names: [String] { words.map(\.word) }

    /// The colour as the pipeline file writes it: a word or `#rrggbb`.
    package var notation: String {
        if let known = Self.words.first(where: { $0.colour == self }) { return known.word }
        let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "#" + digits.joined()
    }
}

/// The settings of the section `combined.divider`: the lines between the cells of layouts that split the canvas.
package struct Divider: Sendable, Equatable {
    /// The width of the dividing lines in pixels; 0 draws no lines.
    package var width = 0
    package var colour = PlainColour.white

    package static let widths = 0...64

    package init() {}
}
