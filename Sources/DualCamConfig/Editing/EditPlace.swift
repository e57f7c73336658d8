import YAML

/// A place in a cut list, for what turns out to be wrong only when the picture is drawn.
package struct EditPlace: Sendable, Hashable {
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in characters.
    package var column: Int
    /// The line's text; `nil` where errors may not show it.
    package var text: String?

    package init(line: Int, column: Int, text: String? = nil) {
        (self.line, self.column, self.text) = (line, column, text)
    }

    /// `nil`: it stands in no file.
    init?(_ origin: Origin?) {
        guard case .file(let mark)? = origin else { return nil }
        self.init(line: mark.line, column: mark.column)
    }

    /// The same with its line.
    func showing(_ lines: [String]) -> EditPlace {
        guard lines.indices.contains(line - 1) else { return self }
        return EditPlace(line: line, column: column, text: lines[line - 1])
    }
}

/// The places of an entry of a cut list and of its settings.
package struct EditPlaces: Sendable {
    package var entry: EditPlace?
    /// By the settings' keys.
    package var settings: [String: EditPlace] = [:]

    package init() {}

    /// The places of several entries, of which the later ones count.
    package mutating func merge(_ later: EditPlaces) {
        entry = later.entry ?? entry
        settings.merge(later.settings) { $1 }
    }
}

/// Two entries that say the same are equal wherever they stand.
extension EditPlaces: Hashable {
    package static func == (left: EditPlaces, right: EditPlaces) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

/// The places of settings that stand on no command line: recorded ones, and those of a cut list that lie over them.
package final class SettingPlaces: Sendable {
    /// The name of the file of the recorded settings.
    let file: String
    /// The name of the cut list.
    let list: String
    let places: EditPlaces

    package init(_ file: String, list: String = "", _ places: EditPlaces = EditPlaces()) {
        (self.file, self.list, self.places) = (file, list, places)
    }

    /// The place in the cut list of what is wrong there; `nil`: it is not the list's.
    func place(of finding: Finding) -> EditPlace? {
        guard case .override(_, let text) = finding.origin else { return places.entry }
        return places.settings[String(text.prefix { $0 != "=" })]
    }
}
