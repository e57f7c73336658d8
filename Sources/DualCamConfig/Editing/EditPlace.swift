import YAML

/// A location in a cut list, for issues that are found only when the picture is drawn.
package struct EditPlace: Sendable, Hashable {
    /// The line of the location, counted from 1.
    package var line: Int
    /// The column of the location, counted from 1 in characters.
    package var column: Int
    /// The text of the line; `nil` if errors may not show it.
    package var text: String?

    package init(line: Int, column: Int, text: String? = nil) {
        (self.line, self.column, self.text) = (line, column, text)
    }

    /// Creates a location from a setting's origin; `nil` if the setting is not in a file.
    init?(_ origin: Origin?) {
        guard case .file(let mark)? = origin else { return nil }
        self.init(line: mark.line, column: mark.column)
    }

    /// Returns the location with the text of its line.
    func showing(_ lines: [String]) -> EditPlace {
        guard lines.indices.contains(line - 1) else { return self }
        return EditPlace(line: line, column: column, text: lines[line - 1])
    }
}

/// The locations of a cut list's entry and of its settings.
package struct EditPlaces: Sendable {
    package var entry: EditPlace?
    /// The locations of the entry's settings, by their keys.
    package var settings: [String: EditPlace] = [:]

    package init() {}

    /// Adds the locations of a later entry, which replace earlier ones.
    package mutating func merge(_ later: EditPlaces) {
        entry = later.entry ?? entry
        settings.merge(later.settings) { $1 }
    }
}

/// Compares locations as always equal, so that two entries with the same content are equal wherever they are written.
extension EditPlaces: Hashable {
    package static func == (left: EditPlaces, right: EditPlaces) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

/// The locations of settings that are not on a command line: recorded settings, and the settings of a cut list that
/// override them.
package final class SettingPlaces: Sendable {
    /// The name of the file that contains the recorded settings.
    let file: String
    /// The name of the cut list's file.
    let list: String
    let places: EditPlaces

    package init(_ file: String, list: String = "", _ places: EditPlaces = EditPlaces()) {
        (self.file, self.list, self.places) = (file, list, places)
    }

    /// Returns the location of a finding in the cut list; `nil` if the finding is not in the list.
    func place(of finding: Finding) -> EditPlace? {
        guard case .override(_, let text) = finding.origin else { return places.entry }
        return places.settings[String(text.prefix { $0 != "=" })]
    }
}
