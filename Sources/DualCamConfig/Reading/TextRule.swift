/// The rule for texts from one origin: how variables are handled, and which parts of a text errors may show. Every text
/// that is read with a `LoadContext` follows a rule.
package struct TextRule: Sendable, Equatable {
    package enum VariableUse: Sendable, Equatable {
        /// Variables: `${NAME}` is replaced by the value from the environment.
        case filled
        /// Variables are replaced in settings of the picture. Other settings that contain a variable are left out.
        case filledInPicture
        /// Variables are not allowed: a text with `${` is refused.
        case refused
        /// The environment is not used. A setting of the picture needs a default behind `:-`; other settings with a
        /// variable are left out.
        case untold
        /// The environment is not used, and overlays and looks are left out.
        case untoldWithoutPicture
    }

    package enum Shown: Sendable, Equatable {
        /// Errors always show the text.
        case always
        /// Errors show the text unless it contains a value from the environment or belongs to a setting that may be
        /// secret.
        case unlessSecret
        /// Errors never show the text, only the key, the line and the accepted values.
        case never
    }

    package var variables: VariableUse
    var asksEnvironment: Bool { [.filled, .filledInPicture].contains(variables) }
    package var shown: Shown

    package init(_ variables: VariableUse, shown: Shown) { (self.variables, self.shown) = (variables, shown) }

    /// The rule for texts that the machine's owner has written, if the owner also reads the errors.
    package static let own = TextRule(.filled, shown: .always)
    /// The rule for texts that came over the network.
    package static let remote = TextRule(.refused, shown: .never)
    /// The rule for the owner's file combined with changes that came over the network.
    package static let changedRemotely = TextRule(.filled, shown: .unlessSecret)
}

extension TextRule {
    /// Throws `Refusal` for a text with a variable if the rule refuses variables. The refusal shows nothing of the
    /// text.
    ///
    /// Also throws for a text with a NUL character, unless the text is from a recorded session. Libraries take the text
    /// to end at that character.
    package func check(_ text: String) throws(Refusal) {
        if variables == .refused, text.contains("${") { throw .variable }
        if [.refused, .filled].contains(variables), text.utf8.contains(0) { throw .endedText }
    }

    /// Throws a `Refusal` for a key that contains a variable, because no rule replaces variables in keys.
    package func check(key: String) throws(Refusal) {
        if key.contains(Self.variable) { throw .variableKey }
    }

    /// The text with which a reference to a variable begins.
    static let variable = "${"

    /// Returns the path of a setting for errors that may not show texts. The path ends before a key that looks like a
    /// variable.
    func shown(_ path: String) -> String {
        guard shown == .never, let variable = path.firstRange(of: Self.variable) else { return path }
        let before = path[..<variable.lowerBound]
        return before.lastIndex(of: ".").map { String(before[..<$0]) } ?? ""
    }
}

extension TextRule {
    /// Decides which parts of the texts errors may show, as soon as all texts are known.
    mutating func settle(for tree: SettingTree, filledFrom environment: [String: String]) {
        guard shown == .unlessSecret else { return }
        let isFilled = tree.texts.contains { !VariableReference.values(in: $0, from: environment).isEmpty }
        if isFilled { shown = .never }
    }

    /// Returns the tree without settings whose values a session does not store and whose readers do not need them.
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
    /// Returns the references in a text without their defaults: `${NAME}`.
    static func all(in text: String) -> [String] { names(in: text).map { "${\($0)}" } }

    /// Returns the values from the environment to which the text refers; empty values are left out.
    static func values(in text: String, from environment: [String: String]) -> [String] {
        names(in: text).compactMap { environment[$0] }.filter { !$0.isEmpty }
    }

    private static func names(in text: String) -> [String] {
        text.matches(of: #/\$\{([A-Za-z_][A-Za-z0-9_]*)/#).map { String($0.1) }
    }
}

extension SettingTree {
    /// All texts in the tree of settings.
    var texts: [String] {
        switch content {
        case .text(let text, _): [text]
        case .list(let items): items.flatMap(\.texts)
        case .section(let entries): entries.flatMap(\.value.texts)
        }
    }

    /// Returns the tree with only the texts for which `isKept` returns true. If one element of a list is removed, the
    /// whole list is removed.
    func filtered(at keys: [String], _ isKept: (_ keys: [String], _ text: String) -> Bool) -> SettingTree {
        guard case .section(let entries) = content else { return self }
        let kept = entries.compactMap { entry -> Entry? in
            let path = keys + [entry.key]
            switch entry.value.content {
            case .text, .list:
                let texts = entry.value.texts
                // For an empty list only its key is checked.
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
    /// The refusal of a text that errors may not show; it lists the accepted values instead.
    var refusal: Refusal { Refusal("is not accepted", hint: accepted.map { "write \($0)" }, isPlain: true) }

    /// A short description of the values that a setting accepts; `nil` if none fits into a message.
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

    /// The refusal of a text that cannot be parsed at all.
    static let notRead = Refusal("cannot be read", hint: "look at its YAML", isPlain: true)

    /// The refusal of a text that refers to the environment although it may not.
    static let variable = Refusal(
        "names a variable of the environment", hint: "send the value itself", isPlain: true)

    /// The refusal of a key that contains a variable, because no rule replaces variables in keys.
    static let variableKey = Refusal(
        "a key cannot contain a variable", hint: "write the key itself", isPlain: true)

    /// The refusal of a text with a NUL character.
    static let endedText = Refusal("contains a NUL character", hint: "leave that out", isPlain: true)

    /// Returns the refusal of a text whose value comes from an environment variable that the session does not contain.
    ///
    /// - Parameter rule: the rule of the text; the hint names an option only if the user sees a command line.
    static func untold(_ rule: TextRule) -> Refusal {
        Refusal(
            "takes its value from a variable, and the session does not contain that",
            hint: "if the session is your own, draw it "
                + (rule.shown == .never ? "on the machine that records" : "with --trust"), isPlain: true)
    }
}
