/// A pipeline that passed every check, and the text it came from, so that later checks can point into it.
package struct LoadedPipeline: Sendable {
    package let pipeline: Pipeline
    /// What the file and the overrides say.
    package let written: WrittenSettings

    init(_ pipeline: Pipeline, tree: Place, source: Source) {
        (self.pipeline, written) = (pipeline, WrittenSettings(tree, source: source))
    }

    /// The file's text.
    package var text: String { written.text }

    /// The file's name in messages.
    package var name: String { written.name }

    /// Every key written in the file or by an override, in the file's order; elements of lists are left out.
    package var givenKeys: [String] { written.givenKeys }

    /// The text of a single value as it was written; `nil` for a section, a list, and a key that was left out.
    package func value(of keyPath: String) -> String? { written.value(of: keyPath) }

    /// The keys of single values and of lists that are written otherwise, or in one of the two alone.
    package func changedKeys(since other: LoadedPipeline) -> [String] { written.changedKeys(since: other.written) }

    /// Returns true when `keyPath` (`recording.segment`, `recording.outputs[1]`) was written, in the file or by an override.
    package func isGiven(_ keyPath: String) -> Bool { written.isGiven(keyPath) }

    /// An issue about the value of `keyPath`, pointing at it, or at the nearest section around it that was written.
    package func issue(at keyPath: String, _ message: String, hint: String? = nil) -> PipelineIssue {
        written.issue(at: keyPath, message, hint: hint)
    }
}
