/// A pipeline that passed every check, and the text it came from, so that later checks can point into it.
package struct LoadedPipeline: Sendable {
    package let pipeline: Pipeline
    /// The file's text.
    package let text: String
    /// The file's name in messages.
    package let name: String
    /// Every setting that was written, in the file's order; without a text where it is a section or a list.
    private let settings: [(path: SettingPath, origin: Origin, text: String?)]

    init(_ pipeline: Pipeline, tree: Place, source: Source) {
        var settings: [(path: SettingPath, origin: Origin, text: String?)] = []
        tree.walk { settings.append(($0.path, $0.origin, $0.tree.text)) }
        (self.pipeline, text, name, self.settings) = (pipeline, source.text, source.name, settings)
    }

    /// Every key written in the file or by an override, in the file's order; elements of lists are left out.
    package var givenKeys: [String] { settings.map(\.path).filter { !$0.isElement }.map(\.text) }

    /// The text of a single value as it was written; `nil` for a section, a list, and a key that was left out.
    package func value(of keyPath: String) -> String? { settings.first { $0.path.text == keyPath }?.text }

    /// The keys of single values and of lists that are written otherwise, or in one of the two alone.
    package func changedKeys(since other: LoadedPipeline) -> [String] {
        let (own, others) = (leaves, other.leaves)
        let changed = own.filter { entry in others.first { $0.key == entry.key }?.text != entry.text }.map(\.key)
        return changed + others.filter { entry in !own.contains { $0.key == entry.key } }.map(\.key)
    }

    /// A list is one leaf: its elements say nothing by themselves.
    private var leaves: [(key: String, text: String)] {
        var leaves: [(key: String, text: String)] = []
        for setting in settings {
            guard let text = setting.text else { continue }
            let key = setting.path.text
            let list = String(key.prefix { $0 != "[" })
            if list != key, let last = leaves.indices.last, leaves[last].key == list {
                leaves[last].text += ", " + text
            } else {
                leaves.append((list, text))
            }
        }
        return leaves
    }

    /// Returns true when `keyPath` (`recording.segment`, `recording.outputs[1]`) was written, in the file or by an override.
    package func isGiven(_ keyPath: String) -> Bool { settings.contains { $0.path.text == keyPath } }

    /// An issue about the value of `keyPath`, pointing at it, or at the nearest section around it that was written.
    package func issue(at keyPath: String, _ message: String, hint: String? = nil) -> PipelineIssue {
        let path = SettingPath(text: keyPath)
        let around = sequence(first: path, next: \.parent)
        let written = around.lazy.compactMap { path in settings.first { $0.path == path } }.first
        let source = Source(bytes: Array(text.utf8), name: name)
        return source.issue(Finding(path, written?.origin ?? .missing, Refusal(message, hint: hint)))
    }
}
