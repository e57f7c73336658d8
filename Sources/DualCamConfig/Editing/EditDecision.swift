import YAML

/// An entry of an editable cut list (an edit decision), which changes the combined picture at a point in time.
package struct EditDecision: Sendable, Hashable {
    /// The time of the change, relative to the first frame of the combined file.
    package var at = Duration.zero
    /// The settings that the entry changes, in the form `KEY=VALUE` with keys of the pipeline file
    /// (`combined.layout=grid`).
    package var settings: [String] = []
    /// The duration of the change; `nil` for an immediate change, or for the transition's own duration.
    package var over: Duration?
    package var easing = Easing.easeInOut
    /// The kind of transition to a new main camera. If it is `nil` and the change has a duration, the cameras move to
    /// their new positions.
    package var transition: Transition.Kind?
    package var direction = Transition.Direction.left
    /// The positions of the entry and its settings in the cut list's file; empty if the entry does not come from a
    /// file.
    package var places = EditPlaces()

    package init() {}

    /// The sections of the pipeline file whose keys a cut list may change.
    static let sections = ["cameras", "combined", "layouts"]
    /// The keys within these sections that a cut list cannot change, because they apply to the recording as a whole.
    static let fixed = ["combined.size", "combined.rate", "combined.when", "combined.mixer", "combined.switch"]
    /// The keys of a camera that a cut list may change, because they only affect how its picture is drawn.
    static let drawn = ["zoom", "zoom-centre", "fit", "look", "adjust"]

    /// Returns true if a cut list may set `key`.
    package static func accepts(_ key: String) -> Bool {
        let words = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard words.count > 1, sections.contains(words[0]), !words.contains("") else { return false }
        if words[0] == "cameras" { return words.count > 2 && drawn.contains(words[2]) }
        return !fixed.contains { key == $0 || key.hasPrefix($0 + ".") }
    }
}

extension EditDecision {
    /// The maximum size of a cut list's file in bytes.
    package static let largestFile = 1 << 20
    /// The maximum number of entries in a cut list. It is limited because the whole pipeline file is interpreted again
    /// for each entry.
    package static let mostCuts = 3000
    /// The maximum number of different keys in a cut list.
    package static let mostKeys = 100
    /// The maximum number of characters in all overlay texts of a cut list together. It is limited because each text
    /// must be rendered, however briefly it is shown.
    package static let mostLetters = 250_000

    /// Parses an editable cut list from a file's bytes and sorts its entries by time. If the file has issues, throws
    /// all of them together.
    package static func load(
        _ bytes: [UInt8], named name: String, context: LoadContext
    ) throws(PipelineIssues) -> [EditDecision] {
        let list = Reader<[EditDecision]>.section([]) { decisions, section in
            section.read("cuts", into: &decisions, .list(of: .editDecision))
            section.require(
                "cuts", because: Refusal("there are no cuts", hint: "write a list under 'cuts'", isPlain: true))
            if let excess = excess(of: decisions) { section.refuse("cuts", because: excess) }
        }
        let decisions = try PipelineLoader.read(bytes, named: name, context: context, by: list)
        let lines = context.rule.shown == .always ? SourceText.lines(of: bytes) : []
        return decisions.map { $0.showing(lines) }.sorted { $0.at < $1.at }
    }
}

extension EditDecision {
    fileprivate func showing(_ lines: [String]) -> EditDecision {
        guard !lines.isEmpty else { return self }
        var shown = self
        shown.places.entry = places.entry?.showing(lines)
        shown.places.settings = places.settings.mapValues { $0.showing(lines) }
        return shown
    }

    /// Returns the error for a cut list that exceeds a limit; `nil` if no limit is exceeded.
    private static func excess(of list: [EditDecision]) -> Refusal? {
        guard list.count <= mostCuts else {
            return Refusal(
                "has \(list.count) entries, and a cut list has \(mostCuts) at most",
                hint: "leave entries out, or draw the parts one by one", isPlain: true)
        }
        let settings = list.flatMap(\.settings)
        let keys = Set(settings.map { $0.prefix { $0 != "=" } })
        guard keys.count <= mostKeys else {
            return Refusal(
                "sets \(keys.count) keys, and a cut list sets \(mostKeys) at most",
                hint: "leave some of them out", isPlain: true)
        }
        let letters = settings.filter { $0.hasPrefix("combined.overlays") }.reduce(0) { count, setting in
            count + setting.drop { $0 != "=" }.dropFirst().count
        }
        guard letters <= mostLetters else {
            return Refusal(
                "has \(letters) letters in overlays, and a cut list has \(mostLetters) at most",
                hint: "write shorter texts, or draw the parts one by one", isPlain: true)
        }
        return nil
    }
}

extension Reader<EditDecision> {
    fileprivate static var editDecision: Reader {
        .section(EditDecision()) { decision, section in
            section.read("at", into: &decision.at, .quantity)
            section.require("at", because: Refusal("has no time", hint: "write one as in at: 12.4s", isPlain: true))
            var (layout, main, inset) = (String?.none, String?.none, String?.none)
            section.read("layout", into: &layout, .words)
            section.read("main", into: &main, .words)
            section.read("inset", into: &inset, .words)
            // The new main camera must not also be the inset's camera.
            let beside = inset ?? (main == nil ? nil : "auto")
            let words = [("layout", layout), ("main", main), ("inset.camera", beside)]
            decision.settings = words.compactMap { key, word in word.map { "combined.\(key)=\($0)" } }
            var others: [EditedSetting] = []
            section.read("set", into: &others, .editedSettings)
            decision.settings += others.map { "\($0.key)=\($0.text)" }
            decision.places.entry = EditPlace(section.origin)
            for (key, _) in words {
                let word = key == "inset.camera" ? inset == nil ? "main" : "inset" : key
                decision.places.settings["combined.\(key)"] = EditPlace(section.setting(at: word)?.origin)
            }
            for setting in others { decision.places.settings[setting.key] = setting.place }
            section.read("over", into: &decision.over, .quantity(in: Motion.lengths))
            section.read("easing", into: &decision.easing, .word)
            section.read("transition", into: &decision.transition, Reader<Transition.Kind>.word)
            section.read("direction", into: &decision.direction, .word)
        }
    }
}

/// A setting in a cut list: a key of the pipeline file and its value.
private struct EditedSetting {
    var key: String
    var text: String
    var place: EditPlace?
}

extension Reader<[EditedSetting]> {
    fileprivate static var editedSettings: Reader {
        .named(EditDecision.check, isLimited: false) { key in
            Reader<EditedSetting>(.text) { place, _ throws(Refusal) in
                EditedSetting(key: key, text: try place.text(), place: EditPlace(place.origin))
            }
        }
    }
}

extension EditDecision {
    fileprivate static func check(_ key: String) throws(Refusal) {
        if key.contains("${") { throw .variableKey }
        guard !accepts(key) else { return }
        throw Refusal(
            "is not a key of the picture that can change",
            hint: "write one as in combined.layout, combined.inset.size or cameras.back.zoom", isPlain: true)
    }
}
