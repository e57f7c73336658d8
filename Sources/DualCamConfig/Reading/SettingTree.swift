import YAML

/// The settings of a pipeline file and its overrides before they are interpreted: texts, lists and sections, each with
/// its position.
struct SettingTree: Sendable {
    var content: Content
    var origin: Origin
    /// The text in the file that was replaced by an override; `nil` if no text was replaced.
    var former: String?

    enum Content: Sendable {
        /// A single text. `isNothing` is true for a key without a value, such as `device:`.
        case text(String, isNothing: Bool)
        case list([SettingTree])
        case section([Entry])
    }

    struct Entry: Sendable {
        var key: String
        var keyOrigin: Origin
        var value: SettingTree
    }

    /// The entries of a section; empty if the setting is a text or a list.
    var entries: [Entry] {
        get { if case .section(let entries) = content { entries } else { [] } }
        _modify {
            var entries = entries
            // The array must not be shared here. Otherwise, each of hundreds of overrides would copy it.
            content = .section([])
            defer { content = .section(entries) }
            yield &entries
        }
    }

    /// The text of the setting as written; `nil` for a list or a section.
    var text: String? { if case .text(let text, _) = content { text } else { nil } }

    subscript(key: String) -> SettingTree? { entries.first { $0.key == key }?.value }

    /// Changes the value of `key` in the section. Does nothing if the section does not contain the key.
    mutating func update(_ key: String, _ change: (inout SettingTree) throws(Refusal) -> Void) throws(Refusal) {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
        var value = SettingTree(content: .list([]), origin: origin)
        swap(&value, &entries[index].value)
        defer { entries[index].value = value }
        try change(&value)
    }

    /// Returns the settings with short forms expanded to sections. `back: auto` and `microphone: none` become `device`,
    /// `controls: indoor` becomes `preset`, and `look: vivid` becomes `use`.
    func withoutShortForms(at path: [String] = []) -> SettingTree {
        let whole = SettingShape.shortForm(of: path).map(wrapped) ?? self
        guard case .section(let entries) = whole.content, path.count < 3 else { return whole }
        let changed = entries.map { entry in
            Entry(
                key: entry.key, keyOrigin: entry.keyOrigin, value: entry.value.withoutShortForms(at: path + [entry.key])
            )
        }
        return SettingTree(content: .section(changed), origin: whole.origin)
    }

    /// Converts a single text to a section in which the text is the value of one key; returns other settings unchanged.
    func wrapped(as key: String) -> SettingTree {
        guard case .text(_, isNothing: false) = content else { return self }
        return SettingTree(content: .section([Entry(key: key, keyOrigin: origin, value: self)]), origin: origin)
    }
}

/// The origin of a setting: a position in the file, or an override.
enum Origin: Hashable, Comparable, Sendable {
    /// A required setting that is missing, and so has no position.
    case missing
    case file(Mark)
    /// A setting from an override `KEY=VALUE` with this text. Overrides are numbered from 0; those from the command
    /// line come first.
    case override(Int, text: String)

    var isOverride: Bool { if case .override = self { true } else { false } }
}

extension SettingTree {
    /// Converts a YAML node to settings. Reports keys that are not words. Also reports duplicate keys, of which only
    /// the first is used.
    init(_ node: Node, path: SettingPath, findings: inout [Finding]) {
        origin = .file(node.mark)
        switch node.content {
        case .scalar(let scalar): content = .text(scalar.text, isNothing: scalar.text.isEmpty && scalar.isPlain)
        case .sequence(let items):
            content = .list(items.enumerated().map { SettingTree($1, path: path.element($0), findings: &findings) })
        case .mapping(let pairs): content = .section(Self.entries(pairs, path: path, findings: &findings))
        }
    }

    private static func entries(_ pairs: [Node.Pair], path: SettingPath, findings: inout [Finding]) -> [Entry] {
        var entries: [Entry] = []
        var firstLines: [String: Int] = [:]
        for pair in pairs {
            let keyOrigin = Origin.file(pair.key.mark)
            guard case .scalar(let key) = pair.key.content else {
                findings.append(Finding(path, keyOrigin, Refusal("a key must be a word", isPlain: true)))
                continue
            }
            let keyPath = path.child(key.text)
            let value = SettingTree(pair.value, path: keyPath, findings: &findings)
            if let line = firstLines[key.text] {
                let refusal = Refusal("duplicate key", hint: "first on line \(line)", isPlain: true)
                findings.append(Finding(keyPath, keyOrigin, refusal))
            } else {
                firstLines[key.text] = pair.key.mark.line
                entries.append(Entry(key: key.text, keyOrigin: keyOrigin, value: value))
            }
        }
        return entries
    }
}
