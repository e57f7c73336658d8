import YAML

/// A setting `KEY=VALUE` that replaces a setting of the pipeline file. It comes from a command-line option `--set`, or
/// from a change of the running recording.
struct Override {
    private let keys: [String]
    private var value: SettingTree
    private let origin: Origin

    /// Splits `text` at the first '=' into key and value. Throws if '=' or the key is missing, or if the value is a
    /// list that is not valid YAML.
    ///
    /// - Parameter number: the number of the override in its order of application, counted from 0, for messages.
    init(_ text: String, number: Int) throws(Refusal) {
        guard let cut = text.firstIndex(of: "="), cut > text.startIndex else {
            throw Refusal(
                "an override needs a key and a value", hint: "write --set KEY=VALUE, as in cameras.back.rate=15")
        }
        origin = .override(number, text: text)
        keys = text[..<cut].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let given = String(text[text.index(after: cut)...])
        let isWords = keys.count == 4 && keys[..<2] == ["combined", "overlays"] && ["text", "clock"].contains(keys[3])
        value =
            isWords
            ? SettingTree(content: .text(given, isNothing: false), origin: origin)
            : try Self.value(given, origin: origin)
    }

    /// Returns the value of the override: a list if the text is in brackets, otherwise the text itself. An address such
    /// as `[::1]:80` is not a list.
    private static func value(_ text: String, origin: Origin) throws(Refusal) -> SettingTree {
        guard text.hasPrefix("["), !text.contains("]:") else {
            return SettingTree(content: .text(text, isNothing: false), origin: origin)
        }
        let notList = Refusal("\(quoted(text)) is not a list", hint: "write it in brackets, as in [a, b]")
        guard let root = try? Document(Array(text.utf8)).root, case .sequence(let items) = root.content else {
            throw notList
        }
        let texts = items.compactMap { item -> SettingTree? in
            guard case .scalar(let scalar) = item.content else { return nil }
            return SettingTree(content: .text(scalar.text, isNothing: false), origin: origin)
        }
        guard texts.count == items.count else { throw notList }
        return SettingTree(content: .list(texts), origin: origin)
    }

    /// Writes the override's value into the settings. Creates missing sections along the key path, but not missing
    /// cameras or microphones.
    func apply(to tree: inout SettingTree) throws(Refusal) {
        if let section = keys.first, let kind = Self.namedKinds[section], keys.count > 1, let entries = tree[section],
            entries[keys[1]] == nil
        {
            throw .unknown(keys[1], kind: kind, among: entries.entries.map(\.key))
        }
        var whole = self
        if isControls, keys.count == 3 { whole.value = value.wrapped(as: ControlPreset.key) }
        if isLook { whole.value = value.wrapped(as: Look.use) }
        try whole.set(fullKeys(in: tree)[...], in: &tree)
    }

    /// True when the override sets a camera's controls. Such overrides are applied in order, because the later of two
    /// conflicting controls takes effect.
    private var isControls: Bool { keys.count >= 3 && keys[0] == "cameras" && keys[2] == "controls" }

    /// True when the override sets a look. The override then replaces the whole look, because the intensity in the file
    /// was meant for the previous look.
    private var isLook: Bool {
        keys == ["combined", Look.key] || (keys.count == 3 && keys[0] == "cameras" && keys[2] == Look.key)
    }

    /// Returns true for keys whose value is either a word such as `top-left` or a section such as `{x: 60%, y: 10%}`.
    /// If an override sets a key of the section, the section replaces the word.
    private func isWordOrSection(_ keys: [String]) -> Bool {
        let isOverlay = keys.count == 4 && keys[..<2] == ["combined", "overlays"] && keys[3] == "position"
        return isOverlay || keys == ["combined", "inset", "position"]
    }

    /// The sections whose entries have user-chosen names, each with the word that messages use for an entry.
    private static let namedKinds = ["cameras": "camera", "microphones": "microphone"]

    /// Returns the override's key path. If the override uses the short form of a camera or a microphone, `device` is
    /// appended.
    private func fullKeys(in tree: SettingTree) -> [String] {
        let isShort = keys == ["microphone"] || (keys.count == 2 && Self.namedKinds[keys[0]] != nil)
        return isShort ? keys + ["device"] : keys
    }

    private func set(_ rest: ArraySlice<String>, in tree: inout SettingTree) throws(Refusal) {
        guard let key = rest.first else {
            let former = tree.former ?? (tree.origin.isOverride ? nil : tree.text)
            tree = value
            tree.former = former
            return
        }
        switch tree.content {
        case .section: break
        case .text(_, isNothing: true): tree.content = .section([])
        case .text where isWordOrSection(Array(keys.dropLast(rest.count))): tree.content = .section([])
        case .text, .list: throw Refusal("there is nothing called \(quoted(key)) in a single value or a list")
        }
        if rest.count == 1, keys.count == 4, isControls { tree.entries.removeAll { $0.key == key } }
        if tree[key] == nil {
            let empty = SettingTree(content: .section([]), origin: origin)
            tree.entries.append(SettingTree.Entry(key: key, keyOrigin: origin, value: empty))
        }
        try tree.update(key) { value throws(Refusal) in try set(rest.dropFirst(), in: &value) }
    }

    /// Applies overrides to the settings in order. For each override that cannot be applied, adds a problem to
    /// `findings`.
    ///
    /// - Parameter number: the number that messages use for all overrides; `nil` to number them from 0.
    static func apply(
        _ texts: [String], numbered number: Int? = nil, to tree: inout SettingTree, findings: inout [Finding]
    ) {
        for (index, text) in texts.enumerated() {
            let number = number ?? index
            do throws(Refusal) {
                try Override(text, number: number).apply(to: &tree)
            } catch {
                let key = text.prefix { $0 != "=" }
                findings.append(Finding(SettingPath(text: String(key)), .override(number, text: text), error))
            }
        }
    }
}
