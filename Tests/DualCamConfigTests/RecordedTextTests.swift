import Testing

@testable import DualCamConfig

/// The pipeline file that a session keeps has no secrets, and still draws the same picture.
@Suite struct RecordedTextTests {
    private static let environment = ["KEY": "s3cret", "TITLE": "An \"old\" talk", "RATE": "25"]

    private static func recorded(_ text: String, overrides: [String] = []) throws -> RecordedText {
        let context = LoadContext(environment: environment, home: "/home/ada")
        return try PipelineLoader.load(Array(text.utf8), named: "p.yaml", overrides: overrides, context: context)
            .recorded
    }

    /// A file without secrets is kept unchanged, with its comments.
    @Test func aFileWithoutSecretsStaysAsItIs() throws {
        let text = "# A talk.\ncameras: {back: test, front: test}\ncombined: {layout: pip}   # small\n"
        #expect(try Self.recorded(text).text == text)
    }

    @Test(arguments: [
        // The variable's name is kept, and the text around it is removed.
        ("hooks: {finished: \"https://h.example/p4ss/${KEY}?t=t0k\"}\n", "\"hooks\": {\"finished\": \"${KEY}\"}"),
        ("hooks:\n  finished: https://h.example/p4ss  # p4ss\n", "\"hooks\": {\"finished\": \"${LEFT_OUT}\"}"),
        ("hooks: {finished: [\"curl\", p4ss]}\n", "\"finished\": [\"${LEFT_OUT}\", \"${LEFT_OUT}\"]"),
        ("backup: {to: \"nas:p4ss\"}\n", "\"backup\": {\"to\": \"${LEFT_OUT}\"}"),
        ("# p4ss: of the door\ncontrol: {listen: \"[::1]:8080\"}\n", "\"control\": {\"listen\": \"${LEFT_OUT}\"}"),
        (
            "publish: {to: \"peertube:https://tube.example\", user: p4ss, password-file: \"/p4ss\"}\n",
            "\"publish\": {\"to\": \"${LEFT_OUT}\", \"user\": \"${LEFT_OUT}\", \"password-file\": \"${LEFT_OUT}\"}"
        ),
    ])
    func secretsAreLeftOut(section: String, kept: String) throws {
        let cameras = "cameras:\n  back: test   # the hall\n  front: test\n"
        for text in [cameras + section, section + cameras] {
            let recorded = try Self.recorded(text).text
            #expect(recorded.contains(kept) && recorded.contains(cameras.dropLast()), "\(recorded)")
            for secret in ["p4ss", "t0k", "s3cret"] { #expect(!recorded.contains(secret), "\(recorded)") }
        }
    }

    /// Addresses may contain passwords anywhere, so they are removed; texts on the picture are visible anyway.
    @Test func addressesAreSecretsUnlessTheyAreDrawn() throws {
        let text = """
            cameras: {back: test, front: {device: "rtsp://ann:p4ss@camera/1"}}
            combined:
              overlays: {site: {text: "https://example.org"}}

            """
        let recorded = try Self.recorded(text).text
        #expect(!recorded.contains("p4ss") && recorded.contains("\"device\": \"${LEFT_OUT}\""), "\(recorded)")
        #expect(recorded.contains("text: \"https://example.org\""), "\(recorded)")
    }

    /// A whole file in flow style, and a text whose last line looks like a comment.
    @Test(arguments: [
        "{cameras: {back: test, front: test}, hooks: {finished: p4ss}, combined: {overlays: {a: {text: \"x # y\"}}}}\n",
        "cameras: {back: test, front: test}\ncombined:\n  overlays:\n    a:\n      text: |\n        x\n        # y\nhooks: {finished: p4ss}\n",
    ])
    func whatIsKeptMeansTheSame(text: String) throws {
        let before = try Self.recorded(text)
        let context = LoadContext(environment: [:], home: "/home/ada")
        var open = context
        open.rule = TextRule(.untold, shown: .always)
        #expect(!before.text.contains("p4ss"), "\(before.text)")
        let again = try PipelineLoader.load(Array(before.text.utf8), named: "p", context: open).pipeline
        let whole = try PipelineLoader.load(Array(text.utf8), named: "p", context: context).pipeline
        #expect(again.combined?.overlays == whole.combined?.overlays && again.cameras == whole.cameras)
    }

    /// Values that were drawn are kept, so that they can be drawn again; others stay references.
    @Test func valuesOfThePictureAreKept() throws {
        let text = """
            name: ${KEY}
            cameras: {back: {device: test, rate: "${RATE}"}, front: "${DEVICE:-test}"}
            combined: {overlays: {title: {text: "${TITLE:-none}"}}}
            recording: {directory: "/${KEY}"}

            """
        let recorded = try Self.recorded(
            text, overrides: ["combined.layout=${LAYOUT:-pip}", "hooks.finished=./p4ss", "backup.to=nas:${KEY}"])
        #expect(
            recorded.overrides == [
                "cameras.back.rate=25", "combined.overlays.title.text=An \"old\" talk", "combined.layout=pip",
                "hooks.finished=${LEFT_OUT}", "backup.to=${KEY}",
            ])
        #expect(recorded.text == text)
        var context = LoadContext(environment: ["TITLE": "another", "KEY": "k"], home: "/home/ada")
        context.rule = TextRule(.untold, shown: .never)
        let again = try PipelineLoader.load(
            Array(recorded.text.utf8), named: "p", overrides: recorded.overrides, context: context
        ).pipeline
        #expect(again.combined?.overlays.first?.content == .text("An \"old\" talk"))
        #expect(again.combined?.layout == .pip && again.cameras.map(\.rate) == [FrameRate(25), Camera(name: "x").rate])
    }
}
