extension Reader<Combined> {
    static func combined(among names: Names) -> Reader {
        .section(Combined()) { combined, section in
            section.read("layout", into: &combined.layout, .layout(among: names))
            section.read("when", into: &combined.when, .word)
            section.read("mixer", into: &combined.mixer, .word)
            section.read("main", into: &combined.main, .camera(among: names), or: "auto")
            let main = section.isSound("main", "layout") ? combined.cameraBehindInset(of: names.cameras) : nil
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
            if let refusal = combined.layout.refusal(among: names.cameras) {
                section.refuse("layout", because: refusal)
            }
            if let refusal = combined.mixer.refusal(ofWidened: names.widened) {
                section.refuse("mixer", because: refusal)
            }
        }
    }
}

extension Reader<Inset> {
    /// Returns a reader of the `inset` section.
    ///
    /// - Parameter main: the name of the camera that fills the picture behind the inset; `nil` if there is no such
    ///   camera.
    static func inset(among names: Names, main: String?, mixer: Mixer) -> Reader {
        .section(Inset()) { inset, section in
            section.read("camera", into: &inset.camera, .camera(among: names), or: "auto")
            section.read("position", into: &inset.position, .position)
            section.read("size", into: &inset.size, .quantity(in: Inset.sizes))
            section.read("margin", into: &inset.margin, .integer(in: Inset.margins))
            if let refusal = inset.refusal(over: main) { section.refuse("camera", because: refusal) }
            readFrame(&inset, &section, mixer: mixer)
        }
    }

    private static func readFrame(_ inset: inout Inset, _ section: inout Section, mixer: Mixer) {
        section.read("radius", into: &inset.radius, .integer(in: Inset.radii))
        section.read("border", into: &inset.border, .integer(in: Inset.borders))
        section.read("border-colour", into: &inset.borderColour, .colour)
        section.read("shadow", into: &inset.shadow, .integer(in: Inset.shadows))
        section.read("opacity", into: &inset.opacity, .quantity(in: Share.whole))
        for (key, refusal) in inset.refusals(by: mixer) { section.refuse(key, because: refusal) }
    }
}

extension Reader<InsetPosition> {
    /// A reader of a position: a word for a corner, `center` (also `centre`), or `{x: 60%, y: 10%}`.
    static var position: Reader {
        let free = Reader<Point>.point(Point(x: .percent(0), y: .percent(0))).map(InsetPosition.free)
        return .section(free, orText: Reader<Corner>.corner.map(InsetPosition.corner))
    }
}

extension Reader<Corner> {
    static var corner: Reader {
        .text(as: .words(Corner.allCases.map(\.rawValue) + ["centre"])) { (text) throws(Refusal) in
            try Corner(rawValue: text == "centre" ? Corner.center.rawValue : text).orUnknown(
                text, kind: "position", among: Corner.allCases.map(\.rawValue) + ["{x: 60%, y: 10%}"])
        }
    }
}

extension Reader<[CustomLayout]> {
    static func layouts(among names: Names) -> Reader {
        .named(Names.check(layout:)) { .layout(named: $0, among: names) }
    }
}

extension Reader<CustomLayout> {
    static func layout(named name: String, among names: Names) -> Reader {
        let rectangles = Reader<[LayoutRectangle]>.named(names.check(reference:), isLimited: false) {
            .rectangle(of: $0)
        }
        return Reader(shape: rectangles.shape) { place, findings in
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
    /// Returns a reader of a camera's rectangle, in fractions of the canvas. The default is the whole canvas. The
    /// reader rejects a rectangle that extends beyond the canvas.
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
    /// A reader of a width or height as a fraction of the canvas, 0.1 % ... 100 %.
    static var extent: Reader { .quantity(in: Share.percent(0.1)...Share.percent(100)) }
}
