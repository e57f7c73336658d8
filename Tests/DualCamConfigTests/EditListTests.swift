import Testing

@testable import DualCamConfig

/// Cut lists that users can edit.
@Suite struct EditListTests {
    private func read(_ text: String) throws(PipelineIssues) -> [EditDecision] {
        try EditDecision.load(Array(text.utf8), named: "cuts.yaml", context: context)
    }

    /// The entries are sorted by time.
    @Test func entriesAreRead() throws {
        let list = try read(
            """
            cuts:
              - at: 31s
                main: front
                transition: dissolve
                over: 1s
              - {at: 12.4s, layout: grid, over: 800ms, easing: linear}
              - {at: 1min2s, inset: back, set: {combined.inset.size: 40%, combined.overlays.a.text: 'it''s = x'}}
            """)
        #expect(list.map(\.at) == [.milliseconds(12400), .seconds(31), .seconds(62)])
        #expect(
            list.map(\.settings) == [
                ["combined.layout=grid"], ["combined.main=front", "combined.inset.camera=auto"],
                ["combined.inset.camera=back", "combined.inset.size=40%", "combined.overlays.a.text=it's = x"],
            ])
        #expect(list.map(\.over) == [.milliseconds(800), .seconds(1), nil])
        #expect(list.map(\.easing) == [.linear, .easeInOut, .easeInOut])
        #expect(list.map(\.transition) == [nil, .dissolve, nil])
    }

    /// A setting that is invalid only for this session's pipeline is reported with its position in the list.
    @Test(arguments: [
        ("layout: nowhere", "combined.layout=nowhere", 3, 13), ("main: side", "combined.main=side", 3, 11),
        ("inset: side", "combined.inset.camera=side", 3, 12),
        ("set: {combined.look: none.cube}", "combined.look=none.cube", 3, 26),
    ])
    func settingsHavePlaces(entry: String, setting: String, line: Int, column: Int) throws {
        for rule in [TextRule.own, .remote] {
            var context = context
            context.rule = rule
            let list = "cuts:\n  - at: 1s\n    \(entry)\n"
            let edit = try #require(EditDecision.load(Array(list.utf8), named: "edit", context: context).first)
            context.settings = SettingPlaces("session.json", list: "edit", edit.places)
            let error = #expect(throws: PipelineIssues.self) {
                try PipelineLoader.load(
                    Array((twoCameras + "combined: {layout: pip}\n").utf8), named: "session.json",
                    directed: [setting], context: context)
            }
            let issue = try #require(error?.issues.first)
            #expect(issue.file == "edit" && issue.line == line && issue.column == column, "\(issue.remark)")
            #expect(issue.sourceLine == (rule == .own ? "    \(entry)" : nil))
            #expect(error?.rendered.contains("--set") == false)
        }
    }

    /// An error of the whole picture is reported at the entry that causes it. An error of the recorded settings is
    /// reported at their file.
    @Test func othersAreToldAtTheEntryOrTheFile() throws {
        var context = context
        let list = try EditDecision.load(
            Array("cuts:\n  - at: 1s\n    main: front\n".utf8), named: "edit", context: context)
        var places = EditPlaces()
        places.merge(list[0].places)
        for (settings, told) in [
            (SettingPlaces("session.json", list: "edit", places), "edit:2:5: combined.mixer: "),
            (SettingPlaces("session.json"), "session.json:4:"),
        ] {
            context.settings = settings
            let error = #expect(throws: PipelineIssues.self) {
                try PipelineLoader.load(
                    Array((twoCameras + "combined: {mixer: nothing}\n").utf8), named: "session.json", context: context)
            }
            #expect(error?.issues.first?.remark.hasPrefix(told) == true, "\(error?.issues.first?.remark ?? "")")
        }
        context.settings = SettingPlaces("session.json")
        let recorded = #expect(throws: PipelineIssues.self) {
            try PipelineLoader.load(
                Array(twoCameras.utf8), named: "session.json", overrides: ["combined.layout=nowhere"], context: context)
        }
        #expect(recorded?.issues.first?.remark.hasPrefix("session.json: combined.layout: ") == true)
    }

    /// An entry that repeats another one is refused, although its position in the list differs.
    @Test func aSecondEntryThatSaysTheSameIsRefused() {
        let error = #expect(throws: PipelineIssues.self) { try read("cuts:\n  - {at: 1s}\n  - {at: 1s}\n") }
        #expect(error?.rendered.contains("listed twice") == true)
    }

    @Test(arguments: ["combined.overlays.${NAME}.text", "${NAME}", "cameras.${NAME:-back}.zoom"])
    func aKeyWithAVariableIsRefused(key: String) {
        let error = #expect(throws: PipelineIssues.self) { try read("cuts:\n  - {at: 1s, set: {\"\(key)\": x}}\n") }
        #expect(error?.rendered.contains("a key cannot contain a variable; write the key itself") == true)
    }

    @Test(arguments: [
        ("cuts:\n  - {layout: grid}", "cuts.yaml:2:5: error: cuts[0].at: has no time; write one as in at: 12.4s"),
        (
            "cuts:\n  - {at: 3}",
            "cuts.yaml:2:10: error: cuts[0].at: '3' has no unit; write ms, s, min, h or d, as in 10min"
        ),
        ("cut: []", "cuts.yaml:1:1: error: cut: unknown key; did you mean 'cuts'?"),
        (
            "cuts:\n  - {at: 3s, set: {combined.size: 1x1}}",
            "cuts.yaml:2:20: error: cuts[0].set.combined.size: is not a key of the picture that can change; write one as in "
                + "combined.layout, combined.inset.size or cameras.back.zoom"
        ),
        (
            "cuts:\n  - {at: 3s, transition: fade}",
            "cuts.yaml:2:26: error: cuts[0].transition: unknown value 'fade'"
        ),
    ]) func mistakesSayWhere(_ text: String, _ message: String) {
        let error = #expect(throws: PipelineIssues.self) { try read(text) }
        #expect(error?.rendered.contains(message) == true, "\(error?.rendered ?? "")")
    }

    /// A list that would take minutes is refused with the limit that it exceeds, and its content is not shown.
    @Test(arguments: [
        (
            (0...EditDecision.mostCuts).map { "{at: \($0)ms}" },
            "cuts: has 3001 entries, and a cut list has 3000 at most"
        ),
        (
            (0...EditDecision.mostKeys).map { "{at: \($0)s, set: {combined.overlays.o\($0).text: a}}" },
            "cuts: sets 101 keys, and a cut list sets 100 at most"
        ),
        (
            ["{at: 1s, set: {combined.overlays.a.text: \(String(repeating: "a", count: 4100))}}"],
            "is too long: 4100 characters"
        ),
        (
            // The limit applies to any key, because a whole overlay may be written as one value.
            (0...1000).map {
                let text = String(repeating: "a", count: 250)
                return "{at: \($0)ms, set: {combined.overlays.o\($0 % 2 == 0 ? ".text" : ""): \(text)}}"
            }, "cuts: has 250250 letters in overlays, and a cut list has 250000 at most"
        ),
    ]) func moreThanCanBeDrawnIsRefused(_ cuts: [String], _ message: String) {
        let text = "cuts:\n" + cuts.map { "  - \($0)\n" }.joined()
        let error = #expect(throws: PipelineIssues.self) { try read(text) }
        #expect(error?.issues.count == 1 && error?.issues.first?.remark.contains(message) == true, "\(message)")
    }

    @Test func aListOfManyCutsIsRead() throws {
        let cuts = (0..<EditDecision.mostCuts).map { "  - {at: \($0)ms, main: back}\n" }
        #expect(try read("cuts:\n" + cuts.joined()).count == EditDecision.mostCuts)
    }

    @Test(arguments: [
        ("combined.layout", true), ("combined.inset.position", true), ("cameras.back.zoom", true),
        ("cameras.back.look.use", true), ("layouts.desk.back.x", true), ("combined.rate", false),
        ("combined.switch.every", false), ("cameras.back.device", false), ("recording.directory", false),
        ("combined", false), ("combined.", false), ("cameras.back", false),
    ]) func onlyThePictureCanChange(_ key: String, _ isTaken: Bool) {
        #expect(EditDecision.accepts(key) == isTaken)
    }
}
