import Testing

@testable import DualCamConfig

/// The built-in templates of exports, and template files.
@Suite struct ExportTemplateTests {
    private func read(_ text: String) throws(PipelineIssues) -> ExportTemplate {
        let context = LoadContext(environment: [:], home: "/home/ada", encoders: ["auto", "h264", "x264", "prores"])
        return try ExportTemplate.load(Array(text.utf8), named: "my.yaml", template: "my", context: context)
    }

    @Test(arguments: [
        ("youtube", "1920x1080", ExportContainer.mp4, Int?(43_200)), ("instagram-reel", "1080x1920", .mp4, 900),
        ("tiktok", "1080x1920", .mp4, 600), ("story", "1080x1920", .mp4, 60), ("square", "1080x1080", .mp4, 60),
        ("archive", "recorded", .mkv, nil), ("editing", "recorded", .mov, nil), ("podcast", "", .m4a, nil),
        ("gif", "recorded", .gif, 60), ("webp", "recorded", .webp, 60),
    ]) func theTableIsComplete(name: String, size: String, container: ExportContainer, seconds: Int?) throws {
        let template = try #require(ExportTemplate(known: name))
        #expect(template.picture.map { $0.size?.notation ?? "recorded" } ?? "" == size)
        #expect(template.container == container && template.longest == seconds.map { .seconds($0) })
        #expect((template.container.kind == .sound) == (template.picture == nil))
        #expect(template.picture?.width == (template.container.kind == .animation ? 480 : nil))
        // Only sound that is mixed and encoded can have a loudness target.
        #expect(template.loudness == nil || template.sound.isMixed && template.sound.codec != nil)
    }

    @Test func everyTemplateIsInTheTest() {
        #expect(ExportTemplate.known.count == 10 && Set(ExportTemplate.words).count == 10)
    }

    @Test func aFileIsLaidOverTheTemplateThatItIsLike() throws {
        let template = try read(
            """
            like: story
            size: 4:5
            safe-area: {top: 20%}
            encoder: x264
            bitrate: 5Mbps
            sound: {bitrate: 192kbps, noise-reduction: very-high}
            loudness: -14LUFS
            peak: -2dB
            longest: 90s
            container: mkv
            """)
        var expected = try #require(ExportTemplate(known: "story"))
        (expected.name, expected.longest, expected.container) = ("my", .seconds(90), .mkv)
        expected.picture?.size = FrameSize(width: 1080, height: 1350)
        expected.picture?.safeArea.top = .percent(20)
        expected.picture?.encoders = ["x264"]
        expected.picture?.bitrate = Bitrate(bitsPerSecond: 5_000_000)
        expected.picture?.fastBitrate = nil
        expected.sound.bitrate = Bitrate(bitsPerSecond: 192_000)
        expected.sound.noiseReduction = .veryHigh
        expected.loudness = LoudnessTarget(Loudness(-14))
        expected.loudness?.peak = Decibel(-2)
        #expect(template == expected)
    }

    @Test func soundAloneIsInAFileOfItsOwnKind() throws {
        #expect(try read("picture: off").container == .m4a)
        #expect(try read("{like: podcast, container: ogg}").container == .ogg)
        #expect(try read("{like: podcast, picture: on}").container == .mp4)
    }

    @Test func picturesThatMoveAreOfTheirOwnKind() throws {
        let template = try read("{like: gif, width: 320, rate: 10, longest: 90s, container: webp}")
        var expected = try #require(ExportTemplate(known: "webp"))
        (expected.name, expected.longest) = ("my", .seconds(90))
        expected.picture?.width = 320
        expected.picture?.highestRate = FrameRate(10)
        #expect(template == expected)
        let exact = try read("{like: gif, size: 320x240}").picture
        #expect(exact?.width == nil && exact?.size == FrameSize(width: 320, height: 240))
        #expect(try read("{like: gif, size: recorded}").picture?.width == nil)
    }

    @Test func whatIsCopiedHasNoLoudness() throws {
        let template = try read("{like: youtube, sound: {use: copy}}")
        #expect(template.sound.codec == nil && !template.sound.isMixed && template.loudness == nil)
    }

    @Test(arguments: [
        ("lik: story", "my.yaml:1:1: error: lik: unknown key; did you mean 'like'?"),
        ("like: storry", "my.yaml:1:7: error: like: unknown template 'storry'; did you mean 'story'?"),
        ("size: 3:2", "my.yaml:1:7: error: size: unknown frame '3:2'"),
        ("a: 1\nencoder: xvid", "my.yaml:2:10: error: encoder: unknown encoder 'xvid'"),
        ("container: ogg", "my.yaml:1:12: error: container: ogg is not a file with a picture; write mp4, mov or mkv"),
        (
            "picture: off\ncontainer: mov",
            "my.yaml:2:12: error: container: mov is not a file of sound alone; write m4a or ogg"
        ),
        ("picture: off\nsize: 9:16", "my.yaml:2:7: error: size: there is no picture; leave it out"),
        ("loudness: -16", "my.yaml:1:11: error: loudness: '-16' has no unit; write it as in -16LUFS, or off"),
        ("loudness: 3LUFS", "my.yaml:1:11: error: loudness: '3LUFS' is out of range"),
        (
            "loudness: -16LUFS\nsound: {use: copy}",
            "my.yaml:1:11: error: loudness: only sound that is mixed can be made louder"
        ),
        ("peak: -1dB", "my.yaml:1:7: error: peak: there is no loudness"),
        (
            "sound: {mix: off, noise-reduction: low}",
            "my.yaml:1:36: error: sound.noise-reduction: only sound that is mixed can be freed of noise"
        ),
        ("sound: {noise-reduction: lots}", "my.yaml:1:26: error: sound.noise-reduction: unknown value 'lots'"),
        ("sound: {use: copy, mix: on}", "my.yaml:1:25: error: sound.mix: what is copied cannot be mixed"),
        ("container: gif", "my.yaml:1:12: error: container: gif is not a file of a film; write like: gif"),
        (
            "{like: webp, container: mp4}",
            "my.yaml:1:25: error: container: mp4 is not a file of pictures that move; write gif or webp"
        ),
        ("{like: gif, loudness: -16LUFS}", "my.yaml:1:23: error: loudness: gif files have none; leave it out"),
        ("like: webp\nbitrate: 1Mbps", "my.yaml:2:10: error: bitrate: webp files have none; leave it out"),
        ("{size: 4:5, width: 320}", "my.yaml:1:20: error: width: size says it already"),
        ("width: 10", "my.yaml:1:8: error: width: '10' is out of range"),
        ("safe-area: {top: 60%}", "my.yaml:1:18: error: safe-area.top: '60%' is out of range"),
    ]) func mistakesSayWhere(_ text: String, _ message: String) {
        let error = #expect(throws: PipelineIssues.self) { try read(text) }
        #expect(error?.rendered.contains(message) == true, "\(error?.rendered ?? "")")
    }

    @Test(arguments: [
        ("/films/a.mp4", ExportContainer.mp4), ("b.OGG", .ogg), ("c.gif", .gif), ("d.webp", .webp),
        ("/films.mp4/c", nil), ("d.avi", nil), ("mp4", nil),
    ]) func theNameOfAFileSaysItsKind(_ path: String, _ kind: ExportContainer?) {
        #expect(ExportContainer(ending: path) == kind)
    }
}
