/// The maximum lengths of texts in a pipeline file, in characters (Unicode scalars, which JSON Schema also counts).
package struct TextLimit: Sendable, Equatable {
    /// The maximum length of a single text after its variables have been replaced.
    var text: Int
    /// The maximum length of the pipeline's `name`.
    var title: Int
    /// The maximum length of a user-chosen name that becomes part of file names: the name of a camera, microphone,
    /// layout or overlay.
    var name: Int

    /// The maximum lengths for new input: pipeline files and commands.
    package static let new = TextLimit(text: text, title: title, name: name)
    /// The maximum lengths for the pipeline file of a recorded session. They exceed those for new files, because older
    /// versions limited only names, to the file system's `NAME_MAX`. Limits are still needed, because a session may
    /// come from a stranger.
    package static let kept = TextLimit(text: 65_536, title: 65_536, name: 255)

    package static let text = 4096
    package static let title = 128
    package static let name = 64

    /// Returns true if a text is at most `most` characters long.
    package static func accepts(_ text: String, upTo most: Int = text) -> Bool {
        // Each scalar has at most four bytes.
        text.utf8.count <= most || text.utf8.count <= 4 * most && text.unicodeScalars.count <= most
    }

    /// Throws a `Refusal` if a text is too long. The error does not quote the text.
    func check(_ text: String) throws(Refusal) { try Self.check(text, upTo: self.text) }

    func check(title: String) throws(Refusal) { try Self.check(title, upTo: self.title) }

    /// Throws a `Refusal` if a name is too long. The name must contain only characters that are allowed in names.
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
