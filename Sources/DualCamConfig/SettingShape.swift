/// The description of the values that a setting accepts. The pipeline file's JSON schema, shell completions, and tests
/// that cover all keys are derived from it.
package indirect enum SettingShape: Sendable, Equatable {
    /// Any text is accepted.
    case text
    /// Any text of at most `TextLimit.title` characters is accepted.
    case title
    /// Exactly one of these words is accepted.
    case words([String])
    /// The words `on` and `off`, and their synonyms, are accepted.
    case flag
    case whole(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case written(Notation)
    case path(PathNotation)
    /// A user-chosen name, such as that of a camera, is accepted.
    case name
    case list(SettingShape, isFilled: Bool)
    case section(Keys)
    /// A value is accepted if it matches at least one of several descriptions.
    case choice([SettingShape])
    /// All values that another description accepts are accepted, except for one word.
    case excluding(String, SettingShape)

    /// The notation of a text with special syntax, such as a size or a duration.
    package struct Notation: Sendable, Equatable {
        /// A regular expression that matches the whole text. Its syntax is valid in both ECMAScript and Python.
        package var pattern: String
        package var example: String
        /// The minimum and the maximum of the value, as written in the pipeline file; empty if there are no limits.
        package var range: [String] = []
        /// The only unit that the notation accepts; `nil` if it accepts several units or none.
        var unit: String?
    }

    /// The notation of a setting that contains a path, with the fixed texts that come before and after the path.
    package struct PathNotation: Sendable, Equatable {
        package var prefix = ""
        package var suffix = ""
        /// True when a relative path is refused.
        package var isAbsolute = false
    }

    package struct Keys: Sendable, Equatable {
        package var keys: [Key] = []
        /// The description of the values of keys that are user-chosen names; `nil` if the section does not allow such
        /// keys.
        package var named: SettingShape?
        /// The words that cannot be used as names in the section.
        package var reserved: [String] = []
    }

    package struct Key: Sendable, Equatable {
        package var name: String
        package var shape: SettingShape
        /// The default of the key as written in the pipeline file, with one text for each element of a list; `nil` if
        /// there is no default.
        package var standard: [String]?
        package var isRequired = false
    }

    /// A regular expression for user-chosen names, equivalent to the checks in `Names`.
    package static let namePattern = "[a-z0-9][a-z0-9_-]{0,\(TextLimit.name - 1)}"

    /// Returns a description that accepts the same values and one additional word.
    func or(_ word: String) -> SettingShape {
        if case .choice(let shapes) = self { return .choice([.words([word])] + shapes) }
        return .choice([.words([word]), self])
    }

    /// Returns a value as it is written in the pipeline file. Returns `nil` if the value cannot be written, or if this
    /// description does not accept it.
    func written(_ value: Any) -> [String]? {
        if case .section = self { return nil }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { written($0.value) } }
        if let list = value as? [Any] {
            let texts = list.compactMap(Self.text)
            return texts.count == list.count ? texts : nil
        }
        // An enumeration case without associated values, such as `off`, is written as the name of the case.
        let name = String(describing: value)
        return Self.text(value).map { [$0] } ?? (has(word: name) ? [name] : nil)
    }

    private static func text(_ value: Any) -> String? {
        switch value {
        case let flag as Bool: flag ? "on" : "off"
        case let number as Int: String(number)
        case let number as Double: Measure.text(number)
        case let text as String: text
        case let colour as PlainColour: colour.notation
        case let position as InsetPosition: if case .corner(let corner) = position { corner.rawValue } else { nil }
        case let look as Look.Kind: if case .named(let name) = look { name.rawValue } else { nil }
        case let quantity as any Quantity: quantity.notation
        case let word as any RawRepresentable<String>: word.rawValue
        default: nil
        }
    }

    private func has(word: String) -> Bool {
        switch self {
        case .words(let words): words.contains(word)
        case .choice(let shapes): shapes.contains { $0.has(word: word) }
        default: false
        }
    }

    /// The sections that can be written as a single value, each with the key that the value sets. For example,
    /// `back: auto` sets only `device`. `*` stands for any name.
    static let shortForms: [(path: [String], key: String)] = [
        (["microphone"], "device"), (["microphones", "*"], "device"), (["cameras", "*"], "device"),
        (["cameras", "*", "controls"], ControlPreset.key), (["cameras", "*", Look.key], Look.use),
        (["combined", Look.key], Look.use),
    ]

    /// Returns the key that is set if a single value is written instead of the section at `path`; `nil` if the section
    /// cannot be written as a single value.
    package static func shortForm(of path: [String]) -> String? {
        shortForms.first { form in
            form.path.count == path.count && zip(form.path, path).allSatisfy { $0 == "*" || $0 == $1 }
        }?.key
    }
}
