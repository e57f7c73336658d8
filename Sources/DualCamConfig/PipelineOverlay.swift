/// One entry under `combined.overlays`: what is drawn over the combined picture, and never in a camera's own file.
public struct Overlay: Sendable, Equatable {
    public enum Content: Sendable, Hashable {
        /// `text`; an empty one draws nothing.
        case text(String)
        /// `clock`: local time by strftime(3).
        case clock(String)
        /// `timecode: on`: hours, minutes, seconds and frames from the recording's first frame on, pauses left out.
        case timecode
        /// `image`
        case image(OverlayImage)
    }

    public var name: String
    /// `nil` where the file says nothing that can be drawn; no pipeline has such an overlay.
    public var content: Content?
    /// `show: off` keeps it ready to be shown.
    public var isShown = true
    /// A corner, the middle, or where its top left corner lies; it is moved to lie on the canvas.
    public var position = InsetPosition.corner(.topLeft)
    /// Distance from the canvas's edges in pixels, 0 or more.
    public var margin = 20
    /// Of text: the height of its letters as a share of the canvas's height, 1 % ... 50 %; of an image: its width as a share of the
    /// canvas's width, 1 % ... 100 %. `nil`: 4 % and 10 %.
    public var size: Share?
    /// Of all of it.
    public var opacity = Share.percent(100)
    public var letters = Lettering()

    public init(name: String) { self.name = name }
}

/// How text is drawn.
public struct Lettering: Sendable, Equatable {
    public var colour = PlainColour.white
    /// A family and its style, as fontconfig knows them: `Sans Bold`. Another one takes the place of one that is not there.
    public var font = "Sans"
    /// How many pixels a line around the letters reaches, 0 ... 32.
    public var outline = 2
    public var outlineColour = PlainColour.black
    /// Of the ground below the letters; `nil`: none.
    public var plate: PlainColour?
    public var plateOpacity = Share.percent(60)

    public init() {}
}

/// A picture as it was read from its file.
public struct OverlayImage: Sendable {
    /// The file as the pipeline file names it.
    public var written: String
    /// Where it was read.
    public var path: String
    /// PNG or SVG.
    public let bytes: [UInt8]
    /// The picture's own.
    public let size: FrameSize

    public init(written: String = "", path: String, bytes: [UInt8], size: FrameSize) {
        (self.written, self.path, self.bytes, self.size) = (written, path, bytes, size)
    }

    /// No logo's file is larger, in bytes.
    public static let largestFile = 16 << 20
}

extension OverlayImage: Hashable {
    public static func == (left: OverlayImage, right: OverlayImage) -> Bool {
        left.written == right.written && left.path == right.path && left.size == right.size && left.bytes == right.bytes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(bytes.count)
    }
}

/// Reads the picture at a path; handed in from outside. Says what is wrong with the file.
public typealias OverlayImageReading = @Sendable (_ path: String) -> Result<OverlayImage, Refusal>

/// A colour of one piece: a word, or `#rrggbb`.
public struct PlainColour: Sendable, Hashable {
    /// 0 ... 255 each.
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    public static let black = PlainColour(red: 0, green: 0, blue: 0)
    public static let white = PlainColour(red: 255, green: 255, blue: 255)

    static let words: [(word: String, colour: PlainColour)] = [
        ("white", .white), ("black", .black), ("grey", .init(red: 128, green: 128, blue: 128)),
        ("red", .init(red: 255, green: 0, blue: 0)), ("green", .init(red: 0, green: 255, blue: 0)),
        ("blue", .init(red: 0, green: 0, blue: 255)), ("yellow", .init(red: 255, green: 255, blue: 0)),
        ("cyan", .init(red: 0, green: 255, blue: 255)), ("magenta", .init(red: 255, green: 0, blue: 255)),
        ("orange", .init(red: 255, green: 165, blue: 0)),
    ]

    /// The words that stand for one.
    public static var names: [String] { words.map(\.word) }

    /// As the pipeline file has it.
    public var notation: String {
        if let known = Self.words.first(where: { $0.colour == self }) { return known.word }
        let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "#" + digits.joined()
    }
}

/// `combined.divider`: lines between the cells of layouts that split the canvas.
public struct Divider: Sendable, Equatable {
    /// In pixels, 0 (none) ... 64.
    public var width = 0
    public var colour = PlainColour.white

    public init() {}
}

extension Pipeline {
    /// The pictures that are drawn over the combined one, each once.
    public var overlayImages: [OverlayImage] {
        var images: [OverlayImage] = []
        for overlay in combined?.overlays ?? [] {
            guard case .image(let image) = overlay.content, !images.contains(where: { $0.path == image.path }) else {
                continue
            }
            images.append(image)
        }
        return images
    }
}
