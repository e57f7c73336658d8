import Testing

@testable import DualCamConfig

/// `combined.overlays`, lines between cells, and the settings of pictures in custom layouts.
@Suite struct OverlayTests {
    /// A context in which `/p/logo.png` and `/home/ada/logo.png` are pictures and `/p/none.png` is missing.
    private static let context = LoadContext(
        environment: ["WHO": "Ada"], home: "/home/ada", folder: "/p",
        overlayImage: { path in
            guard path.hasSuffix("/logo.png") else {
                return .failure(Refusal("there is no file '\(path)'", hint: "check the path"))
            }
            return .success(OverlayImage(path: path, bytes: [1, 2], size: FrameSize(width: 40, height: 20)))
        })

    private func load(_ overlays: String, _ overrides: [String] = []) throws(PipelineIssues) -> [Overlay] {
        let text = twoCameras + "combined: {overlays: {\(overlays)}}\n"
        let loaded = try PipelineLoader.load(
            Array(text.utf8), named: "pip.yaml", overrides: overrides, context: Self.context)
        return loaded.pipeline.combined?.overlays ?? []
    }

    @Test func everyKeyReachesItsProperty() throws {
        let overlays = try load(
            """
            a: {text: "Hi ${WHO}", show: off, position: center, margin: 4, size: 8%, opacity: 70%, colour: "#0a1bff",
                font: Serif Italic, outline: 0, outline-colour: red, plate: orange, plate-opacity: 30%},
            b: {clock: "%d. %B %Y, %-H:%M:%S %%"}, c: {timecode: on, position: {x: 60%, y: 10%}}, d: {image: logo.png, size: 100%},
            e: {text: ""}
            """)
        var letters = Lettering()
        (letters.colour, letters.font, letters.outline) = (
            PlainColour(red: 10, green: 27, blue: 255), "Serif Italic", 0
        )
        (letters.outlineColour, letters.plate) = (
            PlainColour(red: 255, green: 0, blue: 0), PlainColour(red: 255, green: 165, blue: 0)
        )
        letters.plateOpacity = .percent(30)
        var first = Overlay(name: "a")
        (first.content, first.isShown, first.position) = (.text("Hi Ada"), false, .corner(.center))
        (first.margin, first.size, first.opacity, first.letters) = (4, .percent(8), .percent(70), letters)
        #expect(overlays.first == first)
        let logo = OverlayImage(
            written: "logo.png", path: "/p/logo.png", bytes: [1, 2], size: FrameSize(width: 40, height: 20))
        #expect(
            overlays.dropFirst().map(\.content) == [
                .clock("%d. %B %Y, %-H:%M:%S %%"), .timecode, .image(logo), .text(""),
            ])
        #expect(overlays[2].position == .free(Point(x: .percent(60), y: .percent(10))))
    }

    /// As changed by a command: text stays text, whatever it looks like.
    @Test(arguments: [
        ("a: {text: x}", "combined.overlays.a.text=[live]", Overlay.Content.text("[live]")),
        ("a: {text: x}", "combined.overlays.a.text=", .text("")),
        ("a: {text: x}", "combined.overlays.a.text=a=b: {c}", .text("a=b: {c}")),
        ("a: {clock: x}", "combined.overlays.a.clock=[%H]", .clock("[%H]")),
        (
            "a: {image: logo.png}", "combined.overlays.a.image=~/logo.png",
            .image(
                OverlayImage(
                    written: "~/logo.png", path: "/home/ada/logo.png", bytes: [1, 2],
                    size: FrameSize(width: 40, height: 20)))
        ),
    ])
    func overrides(_ overlay: String, _ override: String, _ content: Overlay.Content) throws {
        #expect(try load(overlay, [override]).map(\.content) == [content])
    }

    @Test func aFreePositionTakesTheWordsPlace() throws {
        let moved = try load("a: {text: x, position: center}", ["combined.overlays.a.position.x=40%"])
        #expect(moved.map(\.position) == [.free(Point(x: .percent(40), y: .percent(0)))])
    }

    @Test(arguments: [
        (
            "a: {}",
            "a.text: there is nothing to draw; write text: WORDS, clock: \"%H:%M:%S\", timecode: on, or image: FILE"
        ),
        (
            "a: {timecode: off}",
            "a.text: there is nothing to draw; write text: WORDS, clock: \"%H:%M:%S\", timecode: on, or image: FILE"
        ),
        ("a: {text: x, timecode: on}", "a.timecode: there is 'text' already; give each an overlay of its own"),
        (
            "a: {image: none.png}", "a.image: there is no file '/p/none.png'; check the path"
        ),
        (
            "a: {image: logo.png, colour: red}",
            "a.colour: a picture has no letters; leave it out, or write text in place of image"
        ),
        (
            "a: {clock: \"%H:%Q\"}",
            "a.clock: '%Q' is not a part of a time; write it as in %Y-%m-%d %H:%M:%S (strftime), and %% for a percent sign"
        ),
        (
            "a: {clock: \"100%\"}",
            "a.clock: '%' is not a part of a time; write it as in %Y-%m-%d %H:%M:%S (strftime), and %% for a percent sign"
        ),
        ("a: {text: x, size: 0%}", "a.size: '0%' is out of range; accepted: 1% ... 50%"),
        ("a: {image: logo.png, size: 0%}", "a.size: '0%' is out of range; accepted: 1% ... 100%"),
        (
            "a: {text: x, position: {x: 101%}}", "a.position.x: '101%' is out of range; accepted: 0% ... 100%"
        ),
        ("a: {text: x, outline: 33}", "a.outline: '33' is out of range; accepted: 0 ... 32"),
        ("a: {text: x, colour: rde}", "a.colour: unknown colour 'rde'; did you mean 'red'?"),
        (
            "a: {text: x, colour: \"#12345g\"}",
            "a.colour: unknown colour '#12345g'; accepted: white, black, grey, red, green, blue, yellow, cyan, magenta, orange, '#rrggbb'"
        ),
        ("a: {txt: x, text: y}", "a.txt: unknown key; did you mean 'text'?"),
        (
            "A: {text: x}",
            "A: 'A' is not a name; write small letters, digits, '-' and '_', a letter or digit first"
        ),
    ])
    func mistakes(_ overlays: String, _ message: String) {
        let text = twoCameras + "combined: {overlays: {\(overlays)}}"
        let shown = diagnostics(Array(text.utf8), context: Self.context)
        let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3, "\(shown)")
        #expect(lines.first?.hasSuffix(": error: combined.overlays.\(message)") == true, "\(shown)")
    }

    @Test(arguments: [
        ("combined: {divider: {width: 65}}", "combined.divider.width: '65' is out of range; accepted: 0 ... 64"),
        (
            "combined: {mixer: gl, divider: {width: 4}}",
            "combined.divider.width: the mixer 'gl' draws no lines; write combined.mixer: dualcam, or leave width out"
        ),
        (
            "combined: {inset: {position: {x: 120%}}}",
            "combined.inset.position.x: '120%' is out of range; accepted: 0% ... 100%"
        ),
        ("combined: {inset: {size: 0%}}", "combined.inset.size: '0%' is out of range; accepted: 5% ... 100%"),
        ("combined: {size: 0x0}", "combined.size: '0x0' is out of range; accepted: 16x16 ... 16384x16384"),
        (
            "combined: {inset: {border-colour: whit}}",
            "combined.inset.border-colour: unknown colour 'whit'; did you mean 'white'?"
        ),
        (
            "layouts: {desk: {back: {radius: 1025}}}",
            "layouts.desk.back.radius: '1025' is out of range; accepted: 0 ... 1024"
        ),
        (
            "layouts: {desk: {back: {x: -1%}}}", "layouts.desk.back.x: '-1%' is out of range; accepted: 0% ... 100%"
        ),
        (
            "{combined: {mixer: compositor}, layouts: {desk: {back: {shadow: 4}}}}",
            "layouts.desk.back.shadow: the mixer 'compositor' draws no shadow; write combined.mixer: dualcam, or leave shadow out"
        ),
    ])
    func otherMistakes(_ line: String, _ message: String) {
        // Both keys of the last row are on one line.
        let isBoth = line.hasPrefix("{")
        let keys = isBoth ? String(line.dropFirst().dropLast()).replacing("}, layouts", with: "}\nlayouts") : line
        let shown = diagnostics(twoCameras + keys)
        #expect(shown.split(separator: "\n").first?.hasSuffix(": error: \(message)") == true, "\(shown)")
    }

    @Test func layoutsAndCamerasSayHowTheyAreDrawn() throws {
        let text = """
            cameras: {back: {device: auto, fit: contain}, front: auto}
            combined: {divider: {width: 6, colour: grey}, inset: {border-colour: black}}
            layouts: {desk: {back: {radius: 8, border: 2, border-colour: red, shadow: 9, opacity: 50%, fit: cover}, front: {}}}
            """
        let pipeline = try PipelineLoader.load(Array(text.utf8), named: "pip.yaml", context: Self.context).pipeline
        #expect(pipeline.cameras.map(\.fit) == [.contain, nil])
        #expect(pipeline.combined?.divider.width == 6)
        #expect(pipeline.combined?.divider.colour == PlainColour(red: 128, green: 128, blue: 128))
        #expect(pipeline.combined?.inset.borderColour == .black)
        let back = try #require(pipeline.layouts.first?.rectangles.first)
        #expect([back.radius, back.border, back.shadow] == [8, 2, 9])
        #expect((back.opacity, back.fit) == (.percent(50), .cover))
        #expect(back.borderColour == PlainColour(red: 255, green: 0, blue: 0))
        #expect(pipeline.layouts.first?.rectangles.last?.fit == nil)
    }
}
