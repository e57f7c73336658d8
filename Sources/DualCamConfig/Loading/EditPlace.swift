import YAML

/// A position in a cut list's file, for reporting issues that are found only when the picture is rendered.
package struct EditPlace: Sendable, Hashable {
    /// The line number of the position, counted from 1.
    package var line: Int
    /// The column of the position, counted from 1 in characters.
    package var column: Int
    /// The text of the line; `nil` if the text must not be shown in error messages.
    package var text: String?

    package init(line: Int, column: Int, text: String? = nil) {
        (self.line, self.column, self.text) = (line, column, text)
    }

    /// Creates the position from which a setting was read; `nil` if the setting does not come from a file.
    init?(_ origin: Origin?) {
        guard case .file(let mark)? = origin else { return nil }
        self.init(line: mark.line, column: mark.column)
    }

    /// Returns a copy of the position that includes the text of its line, taken from `lines`.
    func showing(_ lines: [String]) -> EditPlace {
        guard lines.indices.contains(line - 1) else { return self }
        return EditPlace(line: line, column: column, text: lines[line - 1])
    }
}

/// The position of a cut list's entry, and the positions of the entry's settings.
package struct EditPlaces: Sendable {
    package var entry: EditPlace?
    /// The positions of the entry's settings, by their keys.
    package var settings: [String: EditPlace] = [:]

    package init() {}

    /// Adds the positions of a later entry. If both have a position for the same key, the later one is kept.
    package mutating func merge(_ later: EditPlaces) {
        entry = later.entry ?? entry
        settings.merge(later.settings) { $1 }
    }
}

/// Declares all positions equal, so that entries with the same content are equal even if they are at different
/// positions in a file.
extension EditPlaces: Hashable {
    package static func == (left: EditPlaces, right: EditPlaces) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}

/// The positions of settings that override those of a pipeline file but do not come from the command line. They are the
/// recorded settings and the settings of a cut list.
package final class SettingPlaces: Sendable {
    /// The name of the file that contains the recorded settings.
    let file: String
    /// The name of the cut list's file.
    let list: String
    let places: EditPlaces

    package init(_ file: String, list: String = "", _ places: EditPlaces = EditPlaces()) {
        (self.file, self.list, self.places) = (file, list, places)
    }

    /// Returns the position in the cut list at which a problem was found; `nil` if the problem is not in the cut list.
    func place(of finding: Finding) -> EditPlace? {
        guard case .override(_, let text) = finding.origin else { return places.entry }
        return places.settings[String(text.prefix { $0 != "=" })]
    }
}
