import Testing

@testable import DualCamConfig

/// `look` and `adjust` of the combined picture and of cameras.
@Suite struct LookTests {
    private static let table = ColourTable(.curves(2), domain: [0...1, 0...1, 0...1], values: [0, 0, 0, 1, 1, 1])

    /// A context in which `/p/film.cube` and `/home/ada/film.cube` are colour tables, `/p/bad.cube` is invalid, and no
    /// other file exists.
    private static let context = LoadContext(
        environment: [:], home: "/home/ada", folder: "/p", workingFolder: "/p",
        colourTable: { path in
            switch path {
            case "/p/bad.cube":
                let issue = PipelineIssue(
                    file: path, line: 3, column: 5, sourceLine: "0 0 x", message: "'x' is not a number",
                    hint: "write one as in 0.25")
                return .failure(.wrong(issue))
            case "/p/film.cube", "/home/ada/film.cube":
                return table.map { .success($0) } ?? .failure(.unreadable(Refusal("no table")))
            default: return .failure(.unreadable(Refusal("there is no file '\(path)'", hint: "check the path")))
            }
        })

    private func load(_ text: String, _ overrides: [String] = []) throws(PipelineIssues) -> Pipeline {
        try PipelineLoader.load(
            Array((twoCameras + text).utf8), named: "pip.yaml", overrides: overrides, context: Self.context
        ).pipeline
    }

    private func problem(_ text: String) -> String {
        diagnostics(Array((twoCameras + text).utf8), context: Self.context)
    }

    @Test(arguments: [
        ("look: vivid", [], "vivid 100%"),
        ("look: {use: noir, intensity: 80%}", [], "noir 80%"),
        ("look: ./film.cube", [], "./film.cube 100%"),
        ("look: none", ["combined.look=~/film.cube"], "~/film.cube 100%"),
        // A look on the command line replaces the look of the file completely.
        ("look: {use: noir, intensity: 80%}", ["combined.look=sepia"], "sepia 100%"),
        ("look: noir", ["combined.look.intensity=40%"], "noir 40%"),
        ("look: {use: noir, intensity: 80%}", ["combined.look.use=mono"], "mono 80%"),
        ("main: back", ["combined.look=warm", "combined.look.intensity=5%"], "warm 5%"),
    ])
    func looks(line: String, overrides: [String], expected: String) throws {
        let look = try #require(try load("combined: {mixer: dualcam, \(line)}\n", overrides).combined).look
        #expect("\(look.word) \(look.intensity)" == expected)
    }

    @Test func filesAreFoundAndKept() throws {
        let pipeline = try load(
            "combined: {mixer: dualcam, look: film.cube}\n",
            ["cameras.back.look=~/film.cube", "cameras.front.look=film.cube"])
        #expect(pipeline.colourTables.map(\.path) == ["/home/ada/film.cube", "/p/film.cube"])
        #expect(pipeline.colourTables.map(\.written) == ["~/film.cube", "film.cube"])
    }

    @Test func camerasHaveTheirOwn() throws {
        let text = """
            combined: {mixer: dualcam, adjust: {exposure: -0.5, contrast: 10%, saturation: -20%, temperature: 30}}
            """
        let overrides = [
            "cameras.back.look=cool", "cameras.front.adjust.contrast=5%", "cameras.back.look-applies-to=both",
        ]
        let pipeline = try load(text, overrides)
        var adjust = Adjustment()
        (adjust.exposure, adjust.contrast) = (-0.5, .percent(10))
        (adjust.saturation, adjust.temperature) = (.percent(-20), 30)
        #expect(pipeline.combined?.adjust == adjust && pipeline.combined?.look.isNone == true)
        #expect(pipeline.cameras[0].look.kind == .named(.cool) && pipeline.cameras[0].lookAppliesTo == .both)
        #expect(pipeline.cameras[1].adjust.contrast == .percent(5) && pipeline.cameras[1].lookAppliesTo == .combined)
    }

    private static let names = "none, vivid, dramatic, cool, warm, mono, silvertone, noir, sepia, cinematic"

    @Test(arguments: [
        ("mixer: dualcam, look: vivd", 34, "look.use: unknown look 'vivd'; did you mean 'vivid'?"),
        (
            "mixer: dualcam, look: film.lut", 34,
            "look.use: unknown look 'film.lut'; accepted: \(names), a path that ends in .cube"
        ),
        ("mixer: dualcam, look: no.cube", 34, "look.use: there is no file '/p/no.cube'; check the path"),
        (
            "mixer: dualcam, look: ~bob/x.cube", 34,
            "look.use: '~bob/x.cube' names somebody's home folder; write the folder in full"
        ),
        (
            "mixer: dualcam, look: {use: mono, intensity: 101%}", 57,
            "look.intensity: '101%' is out of range; accepted: 0% ... 100%"
        ),
        (
            "mixer: dualcam, look: {intensity: 50%}", 46,
            "look.intensity: is the intensity of no look; write use: too, as in {use: vivid, intensity: 80%}"
        ),
        ("mixer: dualcam, look: {usw: mono}", 35, "look.usw: unknown key; did you mean 'use'?"),
        ("mixer: dualcam, adjust: {exposure: 5}", 47, "adjust.exposure: '5' is out of range; accepted: -4 ... 4"),
        (
            "mixer: dualcam, adjust: {contrast: 10}", 47,
            "adjust.contrast: '10' has no unit; write it as in 25%"
        ),
        (
            "mixer: compositor, look: mono", 31,
            "look: the mixer 'compositor' draws no look; write combined.mixer: dualcam, or leave look out"
        ),
        (
            "mixer: compositor, adjust: {exposure: 1}", 31,
            "adjust: the mixer 'compositor' draws no adjustment; write combined.mixer: dualcam, or leave adjust out"
        ),
    ])
    func wrongLooks(line: String, column: Int, message: String) {
        let line = "combined: {\(line)}"
        let caret = String(repeating: " ", count: column - 1) + "^"
        #expect(problem(line) == "pip.yaml:4:\(column): error: combined.\(message)\n\(line)\n\(caret)")
    }

    /// An error in a colour table is shown with its line and the key that names the file.
    @Test func aBrokenFileIsShown() {
        #expect(
            problem("combined: {mixer: dualcam, look: bad.cube}")
                == "/p/bad.cube:3:5: error: combined.look.use: 'x' is not a number; write one as in 0.25\n0 0 x\n    ^")
    }

    @Test(arguments: [
        (
            "back: {look: mono}", "combined: {mixer: compositor}",
            "pip.yaml:2:10: error: cameras.back.look: the mixer 'compositor' draws no look; write combined.mixer: dualcam, or leave look out"
        ),
        (
            "back: {adjust: {exposure: 1}}", "name: x",
            "pip.yaml:2:10: error: cameras.back.adjust: applies to the combined picture, and there is none; write look-applies-to: both beside it, or add a section 'combined'"
        ),
        ("back: {look: mono, look-applies-to: both}", "combined: {mixer: compositor}", ""),
        ("back: {look: mono, look-applies-to: both}", "name: x", ""),
    ])
    func whereACamerasLookIsSeen(camera: String, rest: String, expected: String) {
        let shown = diagnostics(
            Array("cameras:\n  \(camera)\n  front: auto\n\(rest)\n".utf8), context: Self.context)
        #expect(shown.split(separator: "\n").first.map(String.init) ?? "" == expected)
    }
}
