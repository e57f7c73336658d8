import DualCamConfig
import Testing

/// The lengths of texts and names: the file is refused if a start or a command would refuse it.
@Suite struct TextLimitTests {
    private static let long = String(repeating: "a", count: 4097)

    /// A key for every kind of text, with the lines around it.
    @Test(arguments: [
        ("combined.overlays.a.text", "combined: {overlays: {a: {text: LONG}}}"),
        ("combined.overlays.a.font", "combined: {overlays: {a: {text: x, font: LONG}}}"),
        ("combined.overlays.a.clock", "combined: {overlays: {a: {clock: LONG}}}"),
        ("combined.look", "combined: {look: LONG}"), ("hooks.finished[1]", "hooks: {finished: [./a, LONG]}"),
        ("controls.dim.gain", "controls: {dim: {gain: LONG}}"), ("microphone.device", "microphone: 'pulse:LONG'"),
        ("recording.directory", "recording: {directory: LONG}"), ("publish.user", "publish: {user: LONG}"),
        ("control.origins[0]", "control: {origins: [LONG]}"), ("thermal.zones[0]", "thermal: {zones: [LONG]}"),
        ("encoders.back.preset", "encoders: {back: {preset: LONG}}"),
        ("recording.name", "recording: {name: 'LONG{output}'}"),
    ])
    func everyTextHasALimit(key: String, text: String) {
        let found = diagnostics(twoCameras + text.replacing("LONG", with: Self.long) + "\n")
        let first = found.prefix { $0 != "\n" }
        #expect(first.contains(": error: \(key)"), "\(first)")
        #expect(first.contains("is too long: 4") && first.contains(" characters; write 4096 at most"), "\(first)")
    }

    /// The limit counts characters, as the schema does.
    @Test func aTextOfThatLengthIsTaken() {
        for letter in ["a", "é", "\u{1F3A5}"] {
            let text = String(repeating: letter, count: 4096)
            #expect(diagnostics(twoCameras + "combined: {overlays: {a: {text: \"\(text)\"}}}\n") == "")
            let more = diagnostics(twoCameras + "combined: {overlays: {a: {text: \"\(text + letter)\"}}}\n")
            #expect(more.contains("is too long: 4097 characters"))
        }
    }

    /// The limit also applies to values of variables and to overrides. Messages do not show a value to clients that may
    /// not see it.
    @Test func whatComesFromElsewhereIsJudged() {
        let text = twoCameras + "combined: {overlays: {a: {text: \"${LONG}\"}}}\n"
        var filled = LoadContext(environment: ["LONG": Self.long], home: "/home/ada")
        #expect(diagnostics(Array(text.utf8), context: filled).contains("a.text: is too long: 4097 characters"))
        filled.rule = .changedRemotely
        let told = diagnostics(Array(text.utf8), context: filled)
        #expect(told.contains("a.text: is too long: 4097 characters") && !told.contains("aaa"))
        let override = diagnostics(twoCameras, overrides: ["combined.overlays.a.text=\(Self.long)"])
        #expect(override.contains("combined.overlays.a.text: is too long: 4097 characters"))
    }

    @Test(arguments: [
        "cameras: {NAME: test}", "cameras: {back: auto}\nlayouts: {NAME: {back: {}}}",
        "cameras: {back: auto}\nmicrophones: {NAME: pulse}", "cameras: {back: auto}\ncontrols: {NAME: {gain: 1}}",
        "cameras: {back: auto}\ncombined: {layout: grid, overlays: {NAME: {text: x}}}",
        "cameras: {back: {controls: {NAME: 1}}}",
    ])
    func aNameIsShortEnoughForAFile(text: String) {
        for length in [64, 65, 300] {
            let found = diagnostics(text.replacing("NAME", with: String(repeating: "n", count: length)) + "\n")
            let isRefused = found.contains("is too long for a name: \(length) characters; write 64 at most")
            #expect(isRefused == (length > 64), "\(found)")
            #expect(isRefused || found.isEmpty, "\(found)")
        }
    }

    /// A session that an older version recorded is read, with a much higher limit.
    @Test(arguments: [
        ("name: LONG\ncameras: {back: test}", 65_536), ("cameras: {LONG: test}", 255),
        ("cameras: {back: {device: test, controls: {LONG: 1}}}", 255),
        ("cameras: {back: test}\ncombined: {layout: grid, overlays: {a: {text: LONG}}}", 65_536),
        ("cameras: {back: test}\ncombined: {layout: grid, overlays: {LONG: {text: x}}}", 255),
        ("cameras: {back: test}\nmicrophones: {LONG: pulse}", 255),
        ("cameras: {back: test}\nlayouts: {LONG: {back: {}}}", 255),
    ])
    func aKeptFileHasOtherLimits(text: String, most: Int) {
        var kept = LoadContext(environment: [:], home: "/home/ada")
        kept.limits = .kept
        let found = { (length: Int, context: LoadContext) in
            let text = text.replacing("LONG", with: String(repeating: "n", count: length)) + "\n"
            return diagnostics(Array(text.utf8), context: context)
        }
        #expect(found(most, kept) == "")
        #expect(found(most + 1, kept).contains("is too long"))
        #expect(found(most, LoadContext(environment: [:], home: "/home/ada")).contains("is too long"))
    }

    @Test func theTitleIsShorter() {
        let text = { (length: Int) in "name: \(String(repeating: "ü", count: length))\n" + twoCameras }
        #expect(diagnostics(text(128)) == "")
        #expect(diagnostics(text(129)).contains("error: name: is too long: 129 characters; write 128 at most"))
    }
}
