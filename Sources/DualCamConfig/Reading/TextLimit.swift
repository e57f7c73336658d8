/// The maximum lengths of texts, in characters (Unicode scalars, as JSON Schema counts them).
package struct TextLimit: Sendable, Equatable {
    /// The limit of any single text, with its variables filled in.
    var text: Int
    /// The limit of the pipeline's `name`.
    var title: Int
    /// The limit of a name that the user chooses and that is part of file names: of a camera, a microphone, a layout,
    /// an overlay.
    var name: Int

    /// The limits of new input: all pipeline files and commands.
    package static let new = TextLimit(text: text, title: title, name: name)
    /// The limits of a pipeline file in a recorded session. Older versions had only the limit of the file system's
    /// names (`NAME_MAX`). Limits are still needed, because a session may come from a stranger.
    package static let kept = TextLimit(text: 65_536, title: 65_536, name: 255)

    package static let text = 4096
    package static let title = 128
    package static let name = 64

    /// Returns true if a text is not longer than `most`.
    package static func accepts(_ text: String, upTo most: Int = text) -> Bool {
        // Each scalar has at most four bytes.
        text.utf8.count <= most || text.utf8.count <= 4 * most && text.unicodeScalars.count <= most
    }

    /// Throws `Refusal` for a longer text; the refusal does not quote it.
    func check(_ text: String) throws(Refusal) { try Self.check(text, upTo: self.text) }

    func check(title: String) throws(Refusal) { try Self.check(title, upTo: self.title) }

    /// Throws `Refusal` for a longer name. The name contains only characters of names.
    func check(name: String) throws(Refusal) {
        guard !Self.accepts(name, upTo: self.name) else { return }
        throw Refusal(
            "\(quoted(name)) is too long for a name: \(name.utf8.count) characters",
            hint: "write \(self.name) at most, as file names are made of it")
    }

    private static func check(_ text: String, upTo most: Int) throws(Refusal) {
        guard !accepts(text, upTo: most) else { return }
        throw Refusal(
            "is too long: \(text.unicodeScalars.count) characters", hint: "write \(most) at most", isPlain: true)
    }
}
