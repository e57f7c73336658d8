extension Reader<Combined> {
    /// `combined`
    static func combined(among names: Names) -> Reader {
        .section(Combined()) { combined, section in
            section.read("layout", into: &combined.layout, .layout(among: names))
            section.read("mixer", into: &combined.mixer, .word)
            section.read("main", into: &combined.main, .camera(among: names), or: "auto")
            let isPip = combined.layout == .pip && names.cameras.count > 1 && section.isSound("main", "layout")
            let main = isPip ? combined.main ?? names.cameras.first : nil
            section.read("inset", into: &combined.inset, .inset(among: names, main: main, mixer: combined.mixer))
            section.read("size", into: &combined.size, .size)
            section.read("rate", into: &combined.rate, .quantity)
            section.read("fit", into: &combined.fit, .word)
            section.read("background", into: &combined.background, .word)
            section.readMotion(into: &combined, among: names)
            if combined.mixer == .va, combined.background != .black {
                let hint = "write background: black, or combined.mixer: dualcam"
                section.refuse(
                    "background", beside: "mixer", because: Refusal("the mixer 'va' draws on black alone", hint: hint))
            }
            section.read("divider", into: &combined.divider, .divider(drawnBy: combined.mixer))
            section.read("overlays", into: &combined.overlays, .overlays)
            section.readColours(&combined.look, &combined.adjust, drawnBy: combined.mixer)
            if let refusal = layoutRefusal(combined, names) {
                section.refuse("layout", because: refusal)
            }
            if combined.mixer != .dualcam, let camera = names.widened.first {
                let refusal = Refusal(
                    "the mixer '\(combined.mixer.rawValue)' draws no wider view, and the zoom of camera '\(camera)' is below 1",
                    hint: "write combined.mixer: dualcam, or zoom by 1 ... \(Measure.text(Camera.zooms.upperBound))")
                section.refuse("mixer", because: refusal)
            }
        }
    }

    /// Returns the refusal of a layout that needs a camera that is not there.
    private static func layoutRefusal(_ combined: Combined, _ names: Names) -> Refusal? {
        let needed = combined.layout.neededCamera
        if let needed, !names.cameras.isEmpty, !names.cameras.contains(needed) {
            return Refusal(
                "layout '\(combined.layout)' needs a camera called '\(needed)'",
                hint: "rename one, or write layout: dominant with main: CAMERA")
        }
        if combined.layout == .pip, names.cameras.count == 1 {
            return Refusal("layout 'pip' needs two cameras, and there is one", hint: "add a camera under 'cameras'")
        }
        return nil
    }
}

extension Reader<Inset> {
    /// `main` is the camera that fills the picture behind the inset, `nil` where that is nobody.
    static func inset(among names: Names, main: String?, mixer: Mixer) -> Reader {
        .section(Inset()) { inset, section in
            section.read("camera", into: &inset.camera, .camera(among: names), or: "auto")
            section.read("position", into: &inset.position, .position)
            section.read("size", into: &inset.size, .quantity(in: Inset.sizes))
            section.read("margin", into: &inset.margin, .integer(in: Inset.margins))
            if let main, inset.camera == main {
                let hint = "choose another here or for combined.main"
                section.refuse("camera", because: Refusal("camera '\(main)' is the main picture already", hint: hint))
            }
            readFrame(&inset, &section, mixer: mixer)
        }
    }

    private static func readFrame(_ inset: inout Inset, _ section: inout Section, mixer: Mixer) {
        section.read("radius", into: &inset.radius, .integer(in: Inset.radii))
        section.read("border", into: &inset.border, .integer(in: Inset.borders))
        section.read("border-colour", into: &inset.borderColour, .colour)
        section.read("shadow", into: &inset.shadow, .integer(in: Inset.shadows))
        section.read("opacity", into: &inset.opacity, .quantity(in: Share.whole))
        guard mixer != .dualcam else { return }
        let asked = [
            ("radius", "round corners", inset.radius > 0), ("border", "border", inset.border > 0),
            ("shadow", "shadow", inset.shadow > 0), ("opacity", "see-through inset", inset.opacity != .percent(100)),
        ]
        for (key, what, isAsked) in asked where isAsked {
            let hint = "write combined.mixer: dualcam, or leave \(key) out"
            section.refuse(key, because: Refusal("the mixer '\(mixer.rawValue)' draws no \(what)", hint: hint))
        }
    }
}

extension Reader<InsetPosition> {
    /// A corner's word, `center` (also `centre`), or `{x: 60%, y: 10%}`.
    static var position: Reader {
        Reader { place, findings in
            if case .section = place.tree.content {
                return Reader<Point>.point(Point(x: .percent(0), y: .percent(0))).read(place, &findings).map {
                    .free($0)
                }
            }
            return Reader<Corner>.corner.read(place, &findings).map { .corner($0) }
        }
    }
}

extension Reader<Corner> {
    static var corner: Reader {
        .text { (text) throws(Refusal) in
            guard let corner = Corner(rawValue: text == "centre" ? Corner.center.rawValue : text) else {
                throw .unknown(text, kind: "position", among: Corner.allCases.map(\.rawValue) + ["{x: 60%, y: 10%}"])
            }
            return corner
        }
    }
}

extension Reader<[CustomLayout]> {
    /// `layouts`
    static func layouts(among names: Names) -> Reader {
        .named(Names.check(layout:)) { .layout(named: $0, among: names) }
    }
}

extension Reader<CustomLayout> {
    static func layout(named name: String, among names: Names) -> Reader {
        Reader { place, findings in
            let rectangles = Reader<[LayoutRectangle]>.named(names.check(reference:)) { .rectangle(of: $0) }
            guard let rectangles = rectangles.read(place, &findings) else { return nil }
            if rectangles.isEmpty {
                let hint = "write a rectangle as in back: {x: 0%, y: 0%, width: 70%, height: 100%}"
                findings.append(Finding(place.path, place.keyOrigin, Refusal("draws no camera", hint: hint)))
            }
            return CustomLayout(name: name, rectangles: rectangles)
        }
    }
}

extension Reader<LayoutRectangle> {
    /// Shares of the canvas; the whole of it where nothing is said. It may not leave the canvas.
    static func rectangle(of camera: String) -> Reader {
        let whole = LayoutRectangle(
            camera: camera, x: .percent(0), y: .percent(0), width: .percent(100), height: .percent(100))
        return .section(whole) { rectangle, section in
            section.read("x", into: &rectangle.x, .quantity(in: Share.whole))
            section.read("y", into: &rectangle.y, .quantity(in: Share.whole))
            section.read("width", into: &rectangle.width, .extent)
            section.read("height", into: &rectangle.height, .extent)
            section.read("radius", into: &rectangle.radius, .integer(in: Inset.radii))
            section.read("border", into: &rectangle.border, .integer(in: Inset.borders))
            section.read("border-colour", into: &rectangle.borderColour, .colour)
            section.read("shadow", into: &rectangle.shadow, .integer(in: Inset.shadows))
            section.read("opacity", into: &rectangle.opacity, .quantity(in: Share.whole))
            section.read("fit", into: &rectangle.fit, .word)
            if let refusal = outside(rectangle.x, rectangle.width, "x and width") {
                section.refuse("width", beside: "x", because: refusal)
            }
            if let refusal = outside(rectangle.y, rectangle.height, "y and height") {
                section.refuse("height", beside: "y", because: refusal)
            }
        }
    }

    private static func outside(_ start: Share, _ length: Share, _ keys: String) -> Refusal? {
        let end = Share(start.fraction + length.fraction)
        guard end.fraction > 1 + 1e-6 else { return nil }
        return Refusal("the rectangle leaves the canvas", hint: "\(keys) are \(end) together, 100% at most")
    }
}

extension Reader<Share> {
    /// A length on the canvas: more than nothing.
    static var extent: Reader { .quantity(in: Share.percent(0.1)...Share.percent(100)) }
}
