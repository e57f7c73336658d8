import YAML

/// The settings of a pipeline file with their locations, as they are written and before they are interpreted.
package struct WrittenSettings: Sendable {
    /// The text of the pipeline file.
    package let text: String
    /// The name of the pipeline file in messages.
    package let name: String
    /// All settings of the file, in its order; the text is `nil` for a section or a list.
    private let settings: [(path: SettingPath, origin: Origin, text: String?)]

    init(_ tree: Place, source: Source) {
        var settings: [(path: SettingPath, origin: Origin, text: String?)] = []
        tree.walk { settings.append(($0.path, $0.origin, $0.tree.text)) }
        (text, name, self.settings) = (source.text, source.name, settings)
    }

    /// Creates the settings of an empty file.
    package init(emptyFileNamed name: String) { (text, self.name, settings) = ("", name, []) }

    /// Reads the settings of a pipeline file. Throws the issues of the text as YAML.
    package init(_ bytes: [UInt8], named name: String) throws(PipelineIssues) {
        let source = Source(bytes: bytes, name: name)
        var findings: [Finding] = []
        let tree = try PipelineLoader.tree(bytes, source, &findings)
        guard findings.isEmpty else { throw source.issues(findings) }
        let variables = Variables(LoadContext(environment: [:], home: ""))
        self.init(Place(path: .root, keyOrigin: tree.origin, tree: tree, variables: variables), source: source)
    }

    /// The key paths of all settings in the file's order, without elements of lists.
    package var givenKeys: [String] { settings.map(\.path).filter { !$0.isElement }.map(\.text) }

    /// Returns the text of a single value as it is written; `nil` for a section, a list, or a missing key.
    package func value(of keyPath: String) -> String? { settings.first { $0.path.text == keyPath }?.text }

    /// The key paths of settings that have no effect, because their microphone's device is `none`.
    package var idleMicrophoneKeys: [String] {
        let keys = givenKeys
        return keys.flatMap { key -> [String] in
            guard key.hasSuffix(".device"), value(of: key) == "none" else { return [] }
            let section = key.dropLast("device".count)
            guard section == "microphone." || section.hasPrefix("microphones.") else { return [] }
            return keys.filter { $0.hasPrefix(section) && $0 != key && !$0.dropFirst(section.count).contains(".") }
        }
    }

    /// Returns the text of a single value, or all texts in a list and its nested lists.
    func texts(of keyPath: String) -> [String] {
        settings.filter { $0.path.text == keyPath || $0.path.text.hasPrefix(keyPath + "[") }.compactMap(\.text)
    }

    /// Returns the values from the environment to which variables in the settings refer.
    package func values(from environment: [String: String]) -> [String] {
        settings.compactMap(\.text).flatMap { VariableReference.values(in: $0, from: environment) }
    }

    /// Returns the values from the environment to which variables in a text refer.
    package static func values(in text: String, from environment: [String: String]) -> [String] {
        VariableReference.values(in: text, from: environment)
    }

    /// Returns the key paths of single values and lists that differ from `other`, or that only one of the two contains.
    package func changedKeys(since other: WrittenSettings) -> [String] {
        let (own, others) = (leaves, other.leaves)
        let changed = own.filter { entry in others.first { $0.key == entry.key }?.text != entry.text }.map(\.key)
        return changed + others.filter { entry in !own.contains { $0.key == entry.key } }.map(\.key)
    }

    /// The values of all settings by key path. A list counts as one value, because its elements have no meaning of
    /// their own.
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

    /// Returns true if a setting (`recording.segment`, `recording.outputs[1]`) is written in the file or in an
    /// override.
    package func isGiven(_ keyPath: String) -> Bool { settings.contains { $0.path.text == keyPath } }

    /// Returns an issue about the value of a setting. The issue's location is the value, or the nearest enclosing
    /// section that is written.
    package func issue(at keyPath: String, _ message: String, hint: String? = nil) -> PipelineIssue {
        let path = SettingPath(text: keyPath)
        let around = sequence(first: path, next: \.parent)
        let written = around.lazy.compactMap { path in settings.first { $0.path == path } }.first
        let source = Source(bytes: Array(text.utf8), name: name)
        return source.issue(Finding(path, written?.origin ?? .missing, Refusal(message, hint: hint)))
    }
}
