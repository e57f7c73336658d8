/// A setting of a pipeline file that is being read, with the context needed to check it.
struct Place {
    let path: SettingPath
    let keyOrigin: Origin
    let tree: SettingTree
    private let whole: Variables

    init(path: SettingPath, keyOrigin: Origin, tree: SettingTree, variables: Variables) {
        (self.path, self.keyOrigin, self.tree, whole) = (path, keyOrigin, tree, variables)
    }

    /// The environment variables and the folders for resolving this setting's text.
    var variables: Variables { whole.of(tree.origin) }

    /// The position of this setting that is reported in messages: that of the text itself or, for a list or a section,
    /// that of its key.
    var origin: Origin {
        if case .text(_, isNothing: false) = tree.content { return tree.origin }
        return keyOrigin
    }

    func child(_ entry: SettingTree.Entry) -> Place {
        Place(path: path.child(entry.key), keyOrigin: entry.keyOrigin, tree: entry.value, variables: whole)
    }

    /// Returns a copy of the setting in which `entries` replaces the entries of its section.
    func with(_ entries: [SettingTree.Entry]) -> Place {
        var tree = tree
        tree.content = .section(entries)
        return Place(path: path, keyOrigin: keyOrigin, tree: tree, variables: whole)
    }

    func element(_ index: Int, _ tree: SettingTree) -> Place {
        Place(path: path.element(index), keyOrigin: tree.origin, tree: tree, variables: whole)
    }

    /// Returns the setting's text with environment variables replaced. Throws if the setting is not a text.
    func text() throws(Refusal) -> String {
        switch tree.content {
        case .text(_, isNothing: true):
            throw Refusal("has no value", hint: "write one, or leave the key out", isPlain: true)
        case .text(let text, isNothing: false):
            let filled = try variables.fill(text)
            try variables.context.limits.check(filled)
            return filled
        case .list:
            throw Refusal(
                "is a list, but one value is needed", hint: "put a text that begins with '[' in quotes", isPlain: true)
        case .section:
            throw Refusal(
                "is a section, but one value is needed", hint: "put a text that begins with '{' in quotes",
                isPlain: true)
        }
    }

    /// Returns true if the setting's text is `word`. Errors in the text are ignored, because they are reported when the
    /// text is read.
    func isWord(_ word: String) -> Bool {
        do throws(Refusal) { return try text() == word } catch { return false }
    }

    /// Returns the elements of the setting's list. Throws if the setting is not a list.
    func elements() throws(Refusal) -> [Place] {
        guard case .list(let items) = tree.content else {
            let isTight = tree.text?.hasPrefix("-") ?? false
            throw Refusal(
                "a list is needed",
                hint: isTight ? "write a space after each '-'" : "write it in brackets, as in [a, b]",
                isPlain: true)
        }
        return items.enumerated().map { element($0, $1) }
    }

    /// Returns the entries of the setting's section; empty if the key has no value. Throws if the setting is not a
    /// section.
    func children() throws(Refusal) -> [(key: String, place: Place)] {
        switch tree.content {
        case .text(_, isNothing: true): return []
        case .section(let entries): return entries.map { ($0.key, child($0)) }
        case .list:
            throw Refusal(
                "a list, where a section is needed", hint: "write its keys indented below, without '-' or brackets",
                isPlain: true)
        case .text(let text, _):
            throw .missingSpace(in: text)
                ?? Refusal("a section is needed", hint: "write its keys indented below, or {}", isPlain: true)
        }
    }

    /// Returns a problem with the setting at the path `keys` within this setting. If there is no such setting, the
    /// problem is reported at this one.
    func finding(at keys: String..., because refusal: Refusal) -> Finding {
        let setting = keys.reduce(Optional(tree)) { tree, key in tree?[key] }
        return Finding(keys.reduce(path) { $0.child($1) }, setting?.origin ?? keyOrigin, refusal)
    }

    /// Calls `visit` for every setting inside this one, at any depth.
    func walk(_ visit: (Place) -> Void) {
        switch tree.content {
        case .text: break
        case .list(let items):
            for (index, item) in items.enumerated() { element(index, item).walkWhole(visit) }
        case .section(let entries): for entry in entries { child(entry).walkWhole(visit) }
        }
    }

    private func walkWhole(_ visit: (Place) -> Void) {
        visit(self)
        walk(visit)
    }
}

/// The key path of a setting, such as `cameras.back.size` or `recording.outputs[1]`; empty for the whole file.
struct SettingPath: Hashable {
    let text: String

    static let root = SettingPath(text: "")

    func child(_ key: String) -> SettingPath { SettingPath(text: text.isEmpty ? key : "\(text).\(key)") }
    func element(_ index: Int) -> SettingPath { SettingPath(text: "\(text)[\(index)]") }

    /// The keys of the path, without the indices of list elements.
    var keys: [String] { text.split(separator: ".").map { key in String(key.prefix { $0 != "[" }) } }

    /// True when the path leads to an element of a list.
    var isElement: Bool { text.hasSuffix("]") }

    /// The path without its last key or index; `nil` for the whole file.
    var parent: SettingPath? {
        guard !text.isEmpty else { return nil }
        guard let cut = text.lastIndex(where: { $0 == "." || $0 == "[" }) else { return .root }
        return SettingPath(text: String(text[..<cut]))
    }
}

/// A problem in a pipeline file, without the text of the line that contains it.
struct Finding {
    let path: SettingPath
    let origin: Origin
    let refusal: Refusal
    /// The issue, if it is in a file that the pipeline file names, such as a colour table; `nil` if it is in the
    /// pipeline file itself.
    var elsewhere: PipelineIssue?

    init(_ path: SettingPath, _ origin: Origin, _ refusal: Refusal) {
        (self.path, self.origin, self.refusal) = (path, origin, refusal)
    }
}
