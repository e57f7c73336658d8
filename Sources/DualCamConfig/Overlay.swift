/// One entry under `combined.overlays`: what is drawn over the combined picture, and never in a camera's own file.
package struct Overlay: Sendable, Equatable {
    package enum Content: Sendable, Hashable {
        /// `text`; an empty one draws nothing.
        case text(String)
        /// `clock`: local time by strftime(3).
        case clock(String)
        /// `timecode: on`: hours, minutes, seconds and frames from the recording's first frame on, pauses left out.
        case timecode
        case image(OverlayImage)
    }

    package var name: String
    /// `nil` where the file says nothing that can be drawn; no pipeline has such an overlay.
    package var content: Content?
    /// `show: off` keeps it ready to be shown.
    package var isShown = true
    /// A corner, the middle, or where its top left corner lies; it is moved to lie on the canvas.
    package var position = InsetPosition.corner(.topLeft)
    /// Distance from the canvas's edges, in proportion as the inset's, 0 or more.
    package var margin = 20
    /// The size: of text the height of its letters as a share of the canvas's height, 1 % ... 50 %; of an image: its width as a
    /// share of the canvas's width, 1 % ... 100 %. `nil`: 4 % and 10 %.
    package var size: Share?
    /// The opacity of the whole overlay.
    package var opacity = Share.percent(100)
    package var letters = Lettering()

    package init(name: String) { self.name = name }
}

/// The style in which text is drawn.
package struct Lettering: Sendable, Equatable {
    package var colour = PlainColour.white
    /// A family and its style, as fontconfig knows them: `Sans Bold`. Another one takes the place of one that is not there.
    package var font = "Sans"
    /// The width of a line around the letters, in proportion, 0 ... 32.
    package var outline = 2
    package var outlineColour = PlainColour.black
    /// The colour of the ground below the letters; `nil`: none.
    package var plate: PlainColour?
    package var plateOpacity = Share.percent(60)

    package init() {}
}

/// A picture as it was read from its file.
package struct OverlayImage: Sendable {
    /// The file as the pipeline file names it.
    package var written: String
    /// The path where the image was read.
    package var path: String
    /// PNG or SVG.
    package let bytes: [UInt8]
    /// The picture's own.
    package let size: FrameSize

    package init(written: String = "", path: String, bytes: [UInt8], size: FrameSize) {
        (self.written, self.path, self.bytes, self.size) = (written, path, bytes, size)
    }

    /// No logo's file is larger, in bytes.
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

/// Reads the picture at a path; handed in from outside. Says what is wrong with the file.
package typealias OverlayImageReading = @Sendable (_ path: String) -> Result<OverlayImage, Refusal>

/// A colour of one piece: a word, or `#rrggbb`.
package struct PlainColour: Sendable, Hashable {
    /// 0 ... 255 each.
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

    /// The words that stand for one.
    package static var names: [String] { words.map(\.word) }

    /// The colour as the pipeline file writes it.
    package var notation: String {
        if let known = Self.words.first(where: { $0.colour == self }) { return known.word }
        let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "#" + digits.joined()
    }
}

/// `combined.divider`: lines between the cells of layouts that split the canvas.
package struct Divider: Sendable, Equatable {
    /// The width in pixels; 0: none.
    package var width = 0
    package var colour = PlainColour.white

    package static let widths = 0...64

    package init() {}
}
