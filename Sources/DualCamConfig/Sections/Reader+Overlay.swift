extension Reader<[Overlay]> {
    static var overlays: Reader {
        let all = Reader.named(Names.check(_:)) { .overlay(named: $0) }
        return Reader(shape: all.shape) { place, findings in
            let known = place.variables.context.overlays
            guard !known.isEmpty, case .section(let entries) = place.tree.content else {
                return all.read(place, &findings)
            }
            return entries.reduce(into: []) { overlays, entry in
                if let overlay = known[entry.key]?.overlay(entry) { return overlays.append(overlay) }
                overlays += all.read(place.with([entry]), &findings) ?? []
            }
        }
    }
}

extension Reader<Overlay> {
    static func overlay(named name: String) -> Reader {
        .section(Overlay(name: name)) { overlay, section in
            section.readContent(of: &overlay)
            let isImage = section.isGiven("image")
            section.read("show", into: &overlay.isShown, .flag)
            section.read("position", into: &overlay.position, .position)
            section.read("margin", into: &overlay.margin, .integer(in: 0...FrameSize.accepted.upperBound))
            section.read(
                "size", into: &overlay.size, .quantity(in: Share.percent(1)...Share.percent(isImage ? 100 : 50)))
            section.read("opacity", into: &overlay.opacity, .quantity(in: Share.percent(0)...Share.percent(100)))
            section.readLettering(&overlay.letters)
            guard isImage else { return }
            for key in Section.letteringKeys where section.isGiven(key) {
                let hint = "leave it out, or write text in place of image"
                section.refuse(key, because: Refusal("a picture has no letters", hint: hint))
            }
        }
    }
}

extension Section {
    fileprivate static let letteringKeys = ["colour", "font", "outline", "outline-colour", "plate", "plate-opacity"]
    private static let contents = ["text", "clock", "timecode", "image"]

    /// Reads the content of an overlay: exactly one of a text, a clock, the timecode or an image.
    fileprivate mutating func readContent(of overlay: inout Overlay) {
        var (text, clock, image): (String?, String?, OverlayImage?)
        var isTimecode = false
        read("text", into: &text, .text { (text) throws(Refusal) in text })
        read("clock", into: &clock, .clock)
        read("timecode", into: &isTimecode, .flag)
        read("image", into: &image, .overlayImage)
        overlay.content =
            image.map { .image($0) } ?? clock.map { .clock($0) } ?? (isTimecode ? .timecode : text.map { .text($0) })
        let given = Self.contents.filter { isGiven($0) && ($0 != "timecode" || isTimecode) }
        if let second = given.dropFirst().first {
            let hint = "give each an overlay of its own"
            refuse(second, beside: given[0], because: Refusal("there is '\(given[0])' already", hint: hint))
        }
        guard given.isEmpty, isSound("timecode") else { return }
        let hint = "write text: WORDS, clock: \"%H:%M:%S\", timecode: on, or image: FILE"
        refuse("text", because: Refusal("there is nothing to draw", hint: hint, isPlain: true))
    }

    fileprivate mutating func readLettering(_ letters: inout Lettering) {
        read("colour", into: &letters.colour, .colour)
        read("font", into: &letters.font, .words)
        read("outline", into: &letters.outline, .integer(in: 0...32))
        read("outline-colour", into: &letters.outlineColour, .colour)
        read("plate", into: &letters.plate, .colour, or: "none")
        read("plate-opacity", into: &letters.plateOpacity, .quantity(in: Share.percent(0)...Share.percent(100)))
    }

    /// Rejects corner radii, borders, shadows and opacity in custom layouts if the mixer is not dualcam's own, because
    /// other mixers do not draw them.
    mutating func checkRectangles(_ pipeline: Pipeline) {
        guard let combined = pipeline.combined, combined.mixer != .dualcam else { return }
        for layout in pipeline.layouts {
            for rectangle in layout.rectangles {
                let asked = [
                    ("radius", "round corners", rectangle.radius > 0), ("border", "border", rectangle.border > 0),
                    ("shadow", "shadow", rectangle.shadow > 0),
                    ("opacity", "see-through picture", rectangle.opacity != .percent(100)),
                ]
                for (key, what, isAsked) in asked where isAsked {
                    let refusal = Refusal.onlyByOwn(combined.mixer, "draws no \(what)", leaveOut: key)
                    refuse(below: ["layouts", layout.name, rectangle.camera, key], because: refusal)
                }
            }
        }
    }
}

extension Reader<String> {
    /// A reader of a time format for strftime(3). The reader rejects unknown conversions, because the C library prints
    /// them unchanged or omits them.
    static var clock: Reader {
        .text { (text) throws(Refusal) in
            var rest = try String.checked(text)[...]
            while let percent = rest.firstIndex(of: "%") {
                let code = rest[rest.index(after: percent)...].drop { "_-0^#EO".contains($0) }
                guard let letter = code.first, conversions.contains(letter) else {
                    let found = "%" + code.prefix(1)
                    throw Refusal(
                        "'\(found)' is not a part of a time",
                        hint: "write it as in %Y-%m-%d %H:%M:%S (strftime), and %% for a percent sign")
                }
                rest = code.dropFirst()
            }
            return text
        }
    }

    private static let conversions = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%"
}

extension Reader<OverlayImage> {
    fileprivate static var overlayImage: Reader {
        .text(as: .path(.init())) { (text, variables) throws(Refusal) in
            let word = try String.checked(text)
            let path = try variables.path(word)
            var image = try variables.context.overlayImage(path).get()
            (image.written, image.path) = (word, path)
            return image
        }
    }
}

extension Reader<PlainColour> {
    /// A reader of a colour: a word, or `#` and six hexadecimal digits.
    static var colour: Reader {
        let digits = SettingShape.Notation(pattern: "#[0-9a-fA-F]{6}", example: "#ff8800")
        return .text(as: .choice([.words(PlainColour.names), .written(digits)]), PlainColour.init(parsing:))
    }
}

extension PlainColour {
    /// Parses a colour: a word, or `#` and six hexadecimal digits. Throws a `Refusal` for any other text.
    package init(parsing text: String) throws(Refusal) {
        if let known = Self.words.first(where: { $0.word == text }) {
            self = known.colour
            return
        }
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let number = UInt32(digits, radix: 16)
        else { throw .unknown(text, kind: "colour", among: Self.names + ["'#rrggbb'"]) }
        self.init(red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
    }
}

extension Reader<Divider> {
    static func divider(drawnBy mixer: Mixer) -> Reader {
        .section(Divider()) { divider, section in
            section.read("width", into: &divider.width, .integer(in: Divider.widths))
            section.read("colour", into: &divider.colour, .colour)
            if divider.width > 0 { section.refuse("width", unlessOwn: mixer, "draws no lines") }
        }
    }
}
