import Testing

@testable import DualCamConfig

/// The references that a text may have and the content that its error messages show, by the source of the text.
@Suite struct TextRuleTests {
    private static let secret = "s3cretValue"

    private static func context(_ rule: TextRule) -> LoadContext {
        var context = LoadContext(environment: ["SECRET": secret], home: "/home/ada")
        context.rule = rule
        return context
    }

    private static func issues(ofCuts text: String, _ rule: TextRule) -> [PipelineIssue] {
        do throws(PipelineIssues) {
            _ = try EditDecision.load(Array(text.utf8), named: "edit", context: context(rule))
            return []
        } catch {
            return error.issues
        }
    }

    private static let entries = [
        "at: \"@\"", "at: 1s, layout: \"@\"", "at: 1s, main: \"@\"", "at: 1s, inset: \"@\"", "at: 1s, over: \"@\"",
        "at: 1s, easing: \"@\"", "at: 1s, transition: \"@\"", "at: 1s, direction: \"@\"",
        "at: 1s, set: {combined.inset.size: \"@\"}", "at: 1s, set: {combined.overlays.a.text: \"@\"}",
        "at: 1s, set: {combined.overlays.a.image: \"@\"}", "at: 1s, set: {combined.look: \"@\"}",
        "at: 1s, set: {cameras.back.look: \"@\"}", "at: 1s, set: {cameras.back.zoom: \"@\"}",
    ]

    /// Neither a variable's value nor the text is returned, wherever it was.
    @Test(arguments: entries) func aCutListFromAfarNamesNoVariable(entry: String) throws {
        for text in ["${SECRET}", "x${SECRET:-y}", "${SECRET", "${}"] {
            let list = "cuts:\n  - {\(entry.replacing("@", with: text))}\n"
            let issues = Self.issues(ofCuts: list, .remote)
            #expect(issues.count == 1 && issues[0].line == 2 && issues[0].keyPath.hasPrefix("cuts[0]."), "\(issues)")
            #expect(issues[0].message == "names a variable of the environment")
            #expect(!issues[0].rendered.contains("$") && !"\(issues)".contains(Self.secret))
        }
    }

    /// An error names the key, the line and a correct form.
    @Test(arguments: [
        ("at: \"@\"", "edit:2:10: cuts[0].at: is not accepted; write it as in"),
        ("at: 1s, over: \"@\"", "edit:2:20: cuts[0].over: is not accepted; write "),
        ("at: 1s, transition: \"@\"", "edit:2:26: cuts[0].transition: is not accepted; write cut, "),
        ("at: 1s, easing: [\"@\"]", "edit:2:14: cuts[0].easing: is a list, but one value is needed"),
        ("at: 1s, main: \"@", "edit:2:"), ("at: 1s, main: &@ x", "edit:2:"),
    ])
    func nothingOfItIsQuoted(entry: String, told: String) throws {
        let word = "wrongWord"
        let issues = Self.issues(ofCuts: "cuts:\n  - {\(entry.replacing("@", with: word))}\n", .remote)
        let first = try #require(issues.first)
        #expect(first.remark.hasPrefix(told), "\(first.remark)")
        #expect(issues.allSatisfy { !$0.rendered.contains(word) && $0.sourceLine == nil }, "\(first.rendered)")
    }

    private static func load(
        _ text: String, _ rule: TextRule, directed: [String] = []
    ) throws(PipelineIssues) -> Pipeline {
        try PipelineLoader.load(
            Array(text.utf8), named: "p.yaml", directed: directed, context: context(rule)
        ).pipeline
    }

    /// A session's folder gets no variables of the environment, whatever its text says.
    @Test(arguments: [
        "combined.overlays.a.text", "combined.layout", "combined.overlays.a.image", "combined.look",
        "encoders.default.bitrate",
    ])
    func aSessionDrawsNoVariable(key: String) {
        let text = "cameras: {back: test, front: test}\n"
        let error = #expect(throws: PipelineIssues.self) {
            try Self.load(text, TextRule(.untold, shown: .always), directed: ["\(key)=${SECRET}"])
        }
        #expect(error?.issues.contains { $0.message.contains("takes its value from a variable") } == true, "\(key)")
        #expect(error.map { "\($0.issues)" }?.contains(Self.secret) == false)
    }

    /// Settings that are not drawn are left out and have their defaults.
    @Test func aSessionNeedsOnlyWhatItDraws() throws {
        let text = """
            name: ${SECRET}
            cameras: {back: "${SECRET}", front: {device: "${SECRET}"}}
            hooks: {finished: "https://h.example/${SECRET}"}
            recording: {directory: "${SECRET}/x"}
            combined: {overlays: {a: {text: "${SECRET:-plain}"}}}

            """
        let pipeline = try Self.load(text, TextRule(.untold, shown: .always))
        #expect(pipeline.cameras.map(\.name) == ["back", "front"])
        #expect(pipeline.combined?.overlays.first?.content == .text("plain"))
        #expect(!"\(pipeline)".contains(Self.secret))
    }

    /// Trimming files needs neither pictures nor colour tables, so none is read.
    @Test func filesAreCutWithoutThePicture() throws {
        let text = """
            cameras: {back: {device: test, look: /etc/a.cube}, front: test}
            combined: {look: /etc/b.cube, overlays: {a: {image: /etc/c.png}, b: {text: "${SECRET}"}}}

            """
        let pipeline = try Self.load(text, TextRule(.untoldWithoutPicture, shown: .never))
        #expect(pipeline.combined?.overlays.isEmpty == true && pipeline.cameras.allSatisfy { $0.look.isNone })
    }

    /// An owner's file that is changed over the network: the value of a variable is never shown, even if another key is
    /// wrong.
    @Test(arguments: [
        ("cameras: {back: test}\nname: ${SECRET}\ncombined: {main: nobody}\n", "nobody"),
        ("cameras: {back: test}\ncombined: {main: \"${SECRET}\"}\n", secret),
        ("cameras: {back: test}\nrecording: {segment: \"${SECRET}\"}\n", secret),
        ("cameras: {back: test}\nhooks: {finished: \"htps://h.example/p4ss\"}\nname: \"\"\n", "p4ss"),
    ])
    func aChangedFileShowsNoSecret(text: String, secret: String) {
        let error = #expect(throws: PipelineIssues.self) { try Self.load(text, .changedRemotely) }
        #expect(error.map { !$0.rendered.contains(secret) } == true, "\(error?.rendered ?? "")")
    }

    /// Without variables, messages quote the file as usual.
    @Test func aChangedFileWithoutVariablesIsQuoted() {
        let text = "cameras: {back: test}\nrecording: {segment: soon}\n"
        let error = #expect(throws: PipelineIssues.self) { try Self.load(text, .changedRemotely) }
        #expect(error?.rendered.contains("'soon' is not a length of time") == true)
    }
}
