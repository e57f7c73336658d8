/// The text of a pipeline file and its overrides, as stored in `session.json`. Values that may be secret are replaced
/// by references to variables (`${NAME}`).
package struct RecordedText: Sendable {
    /// The text of the file, rewritten if parts of it had to be removed.
    package let text: String
    /// The overrides as `KEY=VALUE`. The first ones contain the values of variables in picture and file settings; they
    /// are followed by the overrides from the command line.
    package let overrides: [String]

    /// The text that replaces a secret value that does not refer to a variable.
    package static let placeholder = "${LEFT_OUT}"

    /// Creates the recorded text of a pipeline file.
    ///
    /// - Parameter tree: the settings of the file after the command line's overrides have been applied.
    init(_ bytes: [UInt8], _ overrides: [String], _ tree: SettingTree, _ variables: Variables) {
        text = RecordedFileText(bytes).text
        let told = tree.values(filledBy: variables)
        self.overrides = told.map { "\($0.key)=\($0.value)" } + overrides.map { Self.override($0, variables) }
    }

    // MARK: Rules

    private static let privateSections: Set<String> = ["hooks", "control", "backup", "publish"]

    /// Returns true for a value that may be secret: an address, which may contain a password, or a setting that
    /// controls who has access or where data is sent.
    static func isPrivate(_ keys: [String], _ text: String) -> Bool {
        guard let first = keys.first else { return false }
        if privateSections.contains(first) || keys.starts(with: ["supervision", "metrics"]) { return true }
        return text.contains("://") && !isWords(keys)
    }

    /// Returns true for the text of an overlay, which is never secret because every viewer of the recording sees it.
    private static func isWords(_ keys: [String]) -> Bool {
        keys.count == 4 && keys[..<2] == ["combined", "overlays"] && keys[3] == "text"
    }

    /// Returns true for a setting whose value is stored even if it comes from an environment variable. The effect of
    /// such a setting is visible to viewers, and the picture cannot be rendered again without it.
    static func tellsValue(of keys: [String]) -> Bool {
        switch keys.first {
        case "combined", "layouts", "encoders": true
        case "cameras": keys.count > 2 && !["device", "controls"].contains(keys[2])
        case "recording": keys.count > 1 && !["directory", "fallback", "name"].contains(keys[1])
        default: false
        }
    }

    /// Returns true for the settings of overlays and looks, which determine what the combined picture shows in addition
    /// to the cameras' pictures.
    static func isPictureContent(_ keys: [String]) -> Bool {
        keys.starts(with: ["combined", "overlays"]) || keys.starts(with: ["combined", Look.key])
            || keys.count > 2 && keys[0] == "cameras" && keys[2] == Look.key
    }

    /// Returns the text that replaces a secret value: the variable references that `text` contains, or the placeholder
    /// if it contains none.
    static func reference(for text: String) -> String {
        let references = VariableReference.all(in: text)
        return references.isEmpty ? placeholder : references.joined()
    }

    private static func override(_ text: String, _ variables: Variables) -> String {
        guard let cut = text.firstIndex(of: "=") else { return placeholder }
        let (key, value) = (text[..<cut], String(text[text.index(after: cut)...]))
        let keys = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if isPrivate(keys, value) { return "\(key)=\(reference(for: value))" }
        guard value.contains("${"), tellsValue(of: keys) else { return text }
        do throws(Refusal) { return "\(key)=\(try variables.fill(value))" } catch { return text }
    }
}

extension SettingTree {
    /// Returns the settings that contain variables and whose values may be stored. Each has its key path, and its value
    /// with variables replaced.
    fileprivate func values(filledBy variables: Variables, at keys: [String] = []) -> [(key: String, value: String)] {
        entries.flatMap { entry -> [(key: String, value: String)] in
            let path = keys + [entry.key]
            if case .section = entry.value.content { return entry.value.values(filledBy: variables, at: path) }
            let texts = entry.value.texts
            guard !entry.value.origin.isOverride, texts.contains(where: { $0.contains("${") }),
                RecordedText.tellsValue(of: path), !texts.contains(where: { RecordedText.isPrivate(path, $0) })
            else { return [] }
            let filled = texts.compactMap { text in try? variables.fill(text) }
            guard filled.count == texts.count else { return [] }
            let isList = if case .list = entry.value.content { true } else { false }
            let value = isList ? "[" + filled.map(YAMLText.quoted).joined(separator: ", ") + "]" : filled[0]
            return [(path.joined(separator: "."), value)]
        }
    }
}
