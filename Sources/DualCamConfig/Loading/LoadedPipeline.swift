/// A pipeline that passed every check, and the text it came from, so that later checks can point into it.
package struct LoadedPipeline: Sendable {
    package let pipeline: Pipeline
    /// The file's text.
    package let text: String
    /// The file's name in messages.
    package let name: String
    /// Every key written in the file or by an override, in the file's order; elements of lists are left out.
    package let givenKeys: [String]
    private let origins: [SettingPath: Origin]
    /// The texts behind the keys, in the file's order; `nil` for a section.
    private let texts: [(key: String, text: String?)]

    init(_ pipeline: Pipeline, tree: Place, source: Source) {
        var origins: [SettingPath: Origin] = [:]
        var keys: [String] = []
        var texts: [(key: String, text: String?)] = []
        tree.walk { place in
            origins[place.path] = place.origin
            texts.append((place.path.text, place.tree.text))
            if !place.path.isElement { keys.append(place.path.text) }
        }
        self.pipeline = pipeline
        (text, name) = (source.text, source.name)
        (self.origins, self.texts, givenKeys) = (origins, texts, keys)
    }

    /// The text of a single value as it was written; `nil` for a section, a list, and a key that was left out.
    package func value(of keyPath: String) -> String? { texts.first { $0.key == keyPath }?.text }

    /// The keys of single values and of lists that are written otherwise, or in one of the two alone.
    package func changedKeys(since other: LoadedPipeline) -> [String] {
        let (own, others) = (leaves, other.leaves)
        let changed = own.filter { entry in others.first { $0.key == entry.key }?.text != entry.text }.map(\.key)
        return changed + others.filter { entry in !own.contains { $0.key == entry.key } }.map(\.key)
    }

    /// A list is one leaf: its elements say nothing by themselves.
    private var leaves: [(key: String, text: String)] {
        var leaves: [(key: String, text: String)] = []
        for (key, text) in texts {
            guard let text else { continue }
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
    package func isGiven(_ keyPath: String) -> Bool { origins[SettingPath(text: keyPath)] != nil }

    /// An issue about the value of `keyPath`, pointing at it, or at the nearest section around it that was written.
    package func issue(at keyPath: String, _ message: String, hint: String? = nil) -> PipelineIssue {
        let path = SettingPath(text: keyPath)
        let origin = sequence(first: path, next: \.parent).lazy.compactMap { origins[$0] }.first ?? .missing
        let source = Source(bytes: Array(text.utf8), name: name)
        return source.issue(Finding(path, origin, Refusal(message, hint: hint)))
    }
}
