import YAML

/// The settings of a pipeline file with their positions, as written in the file, before they are interpreted.
package struct WrittenSettings: Sendable {
    /// The text of the pipeline file.
    package let text: String
    /// The name of the pipeline file, used in messages.
    package let name: String
    /// All settings in the file's order, with their positions. `text` is `nil` for a section or a list.
    private let settings: [(path: SettingPath, origin: Origin, text: String?)]

    init(_ tree: Place, source: Source) {
        var settings: [(path: SettingPath, origin: Origin, text: String?)] = []
        tree.walk { settings.append(($0.path, $0.origin, $0.tree.text)) }
        (text, name, self.settings) = (source.text, source.name, settings)
    }

    /// Creates the settings of an empty file.
    package init(emptyFileNamed name: String) { (text, self.name, settings) = ("", name, []) }

    /// Reads the settings of a pipeline file. Throws issues if the text is not valid YAML.
    package init(_ bytes: [UInt8], named name: String) throws(PipelineIssues) {
        let source = Source(bytes: bytes, name: name)
        var findings: [Finding] = []
        let tree = try PipelineLoader.tree(bytes, source, &findings)
        guard findings.isEmpty else { throw source.issues(findings) }
        let variables = Variables(LoadContext(environment: [:], home: ""))
        self.init(Place(path: .root, keyOrigin: tree.origin, tree: tree, variables: variables), source: source)
    }

    /// The key paths of all settings in the file's order, without the elements of lists.
    package var givenKeys: [String] { settings.map(\.path).filter { !$0.isElement }.map(\.text) }

    /// Returns the text of a single value as written in the file; `nil` if `keyPath` leads to a section, a list or no
    /// setting.
    package func value(of keyPath: String) -> String? { settings.first { $0.path.text == keyPath }?.text }

    /// The key paths of microphone settings that have no effect because the microphone's `device` is `none`.
    package var idleMicrophoneKeys: [String] {
        let keys = givenKeys
        return keys.flatMap { key -> [String] in
            guard key.hasSuffix(".device"), value(of: key) == "none" else { return [] }
            let section = key.dropLast("device".count)
            guard section == "microphone." || section.hasPrefix("microphones.") else { return [] }
            return keys.filter { $0.hasPrefix(section) && $0 != key && !$0.dropFirst(section.count).contains(".") }
        }
    }

    /// Returns the texts at a key path: a single value, or all texts of a list including its nested lists.
    func texts(of keyPath: String) -> [String] {
        settings.filter { $0.path.text == keyPath || $0.path.text.hasPrefix(keyPath + "[") }.compactMap(\.text)
    }

    /// Returns the values of the environment variables that the settings refer to.
    package func values(from environment: [String: String]) -> [String] {
        settings.compactMap(\.text).flatMap { VariableReference.values(in: $0, from: environment) }
    }

    /// Returns the values of the environment variables that `text` refers to.
    package static func values(in text: String, from environment: [String: String]) -> [String] {
        VariableReference.values(in: text, from: environment)
    }

    /// Returns the key paths of values and lists that differ between the two files, or that only one of them contains.
    package func changedKeys(since other: WrittenSettings) -> [String] {
        let (own, others) = (leaves, other.leaves)
        let changed = own.filter { entry in others.first { $0.key == entry.key }?.text != entry.text }.map(\.key)
        return changed + others.filter { entry in !own.contains { $0.key == entry.key } }.map(\.key)
    }

    /// The values of all settings, each with its key path. A list counts as one value.
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

    /// Returns true if the file or an override sets the key path (`recording.segment`, `recording.outputs[1]`).
    package func isGiven(_ keyPath: String) -> Bool { settings.contains { $0.path.text == keyPath } }

    /// Returns an issue with the value at `keyPath`. The issue's position is that of the value, or of the nearest
    /// enclosing section in the file.
    package func issue(at keyPath: String, _ message: String, hint: String? = nil) -> PipelineIssue {
        let path = SettingPath(text: keyPath)
        let around = sequence(first: path, next: \.parent)
        let written = around.lazy.compactMap { path in settings.first { $0.path == path } }.first
        let source = Source(bytes: Array(text.utf8), name: name)
        return source.issue(Finding(path, written?.origin ?? .missing, Refusal(message, hint: hint)))
    }
}
