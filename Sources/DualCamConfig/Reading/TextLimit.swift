/// The longest texts that are accepted, in characters (Unicode scalars, as JSON Schema counts them). They hold for the pipeline file, whoever
/// writes it, and for commands.
package enum TextLimit {
    /// Any single text, with its variables filled in.
    package static let text = 4096
    /// The pipeline's `name`.
    package static let title = 128
    /// A name of the user's own making, which stands in file names: of a camera, a microphone, a layout, an overlay.
    package static let name = 64

    /// Returns true when a text is no longer than that.
    package static func takes(_ text: String, upTo most: Int = text) -> Bool {
        // Each scalar takes at most four bytes.
        text.utf8.count <= most || text.utf8.count <= 4 * most && text.unicodeScalars.count <= most
    }

    /// Throws for a text that is longer, without showing any of it.
    static func check(_ text: String, upTo most: Int = text) throws(Refusal) {
        guard !takes(text, upTo: most) else { return }
        throw Refusal(
            "is too long: \(text.unicodeScalars.count) characters", hint: "write \(most) at most", isPlain: true)
    }
}
