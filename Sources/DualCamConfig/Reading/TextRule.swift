/// The rule for reading texts that have a common origin, such as the network. It defines whether environment variables
/// are replaced, and which texts may be quoted in error messages. Every `LoadContext` contains a rule.
package struct TextRule: Sendable, Equatable {
    package enum VariableUse: Sendable, Equatable {
        /// Each `${NAME}` is replaced by the value of that environment variable.
        case filled
        /// Variables are replaced only in settings that are visible in the picture, such as layouts and overlays. Other
        /// settings that contain a variable are ignored.
        case filledInPicture
        /// Variables are not allowed: a text that contains `${` is rejected.
        case refused
        /// Variables are not looked up in the environment. A setting of the picture needs a default
        /// (`${NAME:-default}`). Other settings that contain a variable are ignored.
        case untold
        /// Variables are not looked up in the environment. All overlays and looks, and all settings that contain a
        /// variable, are ignored.
        case untoldWithoutPicture
    }

    package enum Shown: Sendable, Equatable {
        /// Error messages may always quote the text.
        case always
        /// Error messages may quote the text, unless it contains the value of an environment variable or belongs to a
        /// setting that may be secret.
        case unlessSecret
        /// Error messages must not quote the text. They contain only the key, the line and the accepted values.
        case never
    }

    package var variables: VariableUse
    var asksEnvironment: Bool { [.filled, .filledInPicture].contains(variables) }
    package var shown: Shown

    package init(_ variables: VariableUse, shown: Shown) { (self.variables, self.shown) = (variables, shown) }

    /// The rule for texts written by the owner of the machine, who also sees the error messages.
    package static let own = TextRule(.filled, shown: .always)
    /// The rule for texts that are received over the network.
    package static let remote = TextRule(.refused, shown: .never)
    /// The rule for the owner's file when it is combined with changes that are received over the network.
    package static let changedRemotely = TextRule(.filled, shown: .unlessSecret)
}

extension TextRule {
    /// Throws a `Refusal` if a text contains a variable and the rule does not allow variables. The error does not quote
    /// the text.
    ///
    /// Also throws if the text contains a NUL character, at which C libraries would end the text. Texts from recorded
    /// sessions are exempt from this check.
    package func check(_ text: String) throws(Refusal) {
        if variables == .refused, text.contains("${") { throw .variable }
        if [.refused, .filled].contains(variables), text.utf8.contains(0) { throw .endedText }
    }

    /// Throws a `Refusal` if a key contains a variable, because no rule replaces variables in keys.
    package func check(key: String) throws(Refusal) {
        if key.contains(Self.variable) { throw .variableKey }
    }

    /// The characters at the beginning of a variable reference.
    static let variable = "${"

    /// Returns the path of a setting for error messages that must not quote texts. The path ends before the first key
    /// that contains a variable.
    func shown(_ path: String) -> String {
        guard shown == .never, let variable = path.firstRange(of: Self.variable) else { return path }
        let before = path[..<variable.lowerBound]
        return before.lastIndex(of: ".").map { String(before[..<$0]) } ?? ""
    }
}

extension TextRule {
    /// Changes `shown` from `unlessSecret` to `never` if a text contains the value of an environment variable. Must be
    /// called after all texts of the file have been read.
    mutating func settle(for tree: SettingTree, filledFrom environment: [String: String]) {
        guard shown == .unlessSecret else { return }
        let isFilled = tree.texts.contains { !VariableReference.values(in: $0, from: environment).isEmpty }
        if isFilled { shown = .never }
    }

    /// Returns the settings without those that contain a variable that the rule does not replace. With
    /// `untoldWithoutPicture`, also omits all overlays and looks.
    func withoutUntold(_ tree: SettingTree) -> SettingTree {
        guard ![.filled, .refused].contains(variables) else { return tree }
        return tree.filtered(at: []) { keys, text in
            if variables == .untoldWithoutPicture, RecordedText.isPictureContent(keys) { return false }
            return !text.contains("${") || variables != .untoldWithoutPicture && RecordedText.tellsValue(of: keys)
        }
    }
}

/// Finds the references to environment variables in a text.
enum VariableReference {
    /// Returns all variables in a text as `${NAME}`, without their defaults.
    static func all(in text: String) -> [String] { names(in: text).map { "${\($0)}" } }

    /// Returns the values of the environment variables that the text refers to, without empty values.
    static func values(in text: String, from environment: [String: String]) -> [String] {
        names(in: text).compactMap { environment[$0] }.filter { !$0.isEmpty }
    }

    private static func names(in text: String) -> [String] {
        text.matches(of: #/\$\{([A-Za-z_][A-Za-z0-9_]*)/#).map { String($0.1) }
    }
}

extension SettingTree {
    /// All texts within the setting, at any depth.
    var texts: [String] {
        switch content {
        case .text(let text, _): [text]
        case .list(let items): items.flatMap(\.texts)
        case .section(let entries): entries.flatMap(\.value.texts)
        }
    }

    /// Returns the settings, reduced to the texts for which `isKept` returns true. If one element of a list is removed,
    /// the whole list is removed.
    func filtered(at keys: [String], _ isKept: (_ keys: [String], _ text: String) -> Bool) -> SettingTree {
        guard case .section(let entries) = content else { return self }
        let kept = entries.compactMap { entry -> Entry? in
            let path = keys + [entry.key]
            switch entry.value.content {
            case .text, .list:
                let texts = entry.value.texts
                // An empty list has no texts, so only its key is checked.
                return (texts.isEmpty ? [""] : texts).allSatisfy { isKept(path, $0) } ? entry : nil
            case .section(let own):
                let rest = entry.value.filtered(at: path, isKept)
                if rest.entries.isEmpty, !own.isEmpty, !isKept(path, "") { return nil }
                return Entry(key: entry.key, keyOrigin: entry.keyOrigin, value: rest)
            }
        }
        return SettingTree(content: .section(kept), origin: origin, former: former)
    }
}

extension SettingShape {
    /// The error for a text that messages must not quote. Its hint lists the accepted values instead.
    var refusal: Refusal { Refusal("is not accepted", hint: accepted.map { "write \($0)" }, isPlain: true) }

    /// A short description of the values that a setting accepts; `nil` if it is too long for a message.
    private var accepted: String? {
        switch self {
        case .text, .title, .path, .list, .section: nil
        case .name: "one of the pipeline's names"
        case .words(let words): words.prefix(20).joined(separator: ", ") + (words.count > 20 ? ", ..." : "")
        case .flag: "on or off"
        case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(Measure.text(range.lowerBound)) to \(Measure.text(range.upperBound))"
        case .written(let notation):
            notation.range.count == 2
                ? "\(notation.range[0]) ... \(notation.range[1])" : "it as in \(notation.example)"
        case .choice(let shapes):
            shapes.compactMap(\.accepted).isEmpty ? nil : shapes.compactMap(\.accepted).joined(separator: ", or ")
        case .excluding(_, let shape): shape.accepted
        }
    }
}

extension Refusal {
    static let notAccepted = Refusal("is not accepted", hint: "look at the reference of keys", isPlain: true)

    /// The error for a text that is not valid YAML.
    static let notRead = Refusal("cannot be read", hint: "look at its YAML", isPlain: true)

    /// The error for a text that refers to an environment variable although the rule does not allow variables.
    static let variable = Refusal(
        "names a variable of the environment", hint: "send the value itself", isPlain: true)

    /// The error for a key that contains a variable. No rule replaces variables in keys.
    static let variableKey = Refusal(
        "a key cannot contain a variable", hint: "write the key itself", isPlain: true)

    /// The error for a text that contains a NUL character.
    static let endedText = Refusal("contains a NUL character", hint: "leave that out", isPlain: true)

    /// Returns the error for a text whose value came from an environment variable that was not stored in the session.
    ///
    /// - Parameter rule: the rule of the text. The hint mentions a command-line option only if the user works on a
    ///   command line.
    static func untold(_ rule: TextRule) -> Refusal {
        Refusal(
            "takes its value from a variable, and the session does not contain that",
            hint: "if the session is your own, draw it "
                + (rule.shown == .never ? "on the machine that records" : "with --trust"), isPlain: true)
    }
}
