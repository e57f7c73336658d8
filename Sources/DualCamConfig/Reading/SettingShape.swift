/// The description of the values that a setting accepts. The schema of the pipeline file, shell completions, and tests
/// of all keys are derived from it.
package indirect enum SettingShape: Sendable, Equatable {
    /// Any text.
    case text
    /// A text of at most `TextLimit.title` characters.
    case title
    /// One word from a fixed list.
    case words([String])
    /// On or off, or a synonym.
    case flag
    case whole(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case written(Notation)
    case path(PathNotation)
    /// A name chosen by the user, such as a camera's.
    case name
    case list(SettingShape, isFilled: Bool)
    case section(Keys)
    /// Any of several kinds of values.
    case choice([SettingShape])
    /// All values that another description accepts, except one word.
    case excluding(String, SettingShape)

    /// A text in a special notation, such as a size or a duration.
    package struct Notation: Sendable, Equatable {
        /// A regular expression for the whole text, in the syntax that ECMAScript and Python share.
        package var pattern: String
        package var example: String
        /// The minimum and the maximum of the value, as the pipeline file writes them; empty if there are no limits.
        package var range: [String] = []
        /// The only unit that the notation accepts; `nil` if there are several, or none.
        var unit: String?
    }

    /// A path in a setting, with the texts before and behind it.
    package struct PathNotation: Sendable, Equatable {
        package var prefix = ""
        package var suffix = ""
        /// True when a relative path is refused.
        package var isAbsolute = false
    }

    package struct Keys: Sendable, Equatable {
        package var keys: [Key] = []
        /// The description of the values whose keys are names chosen by the user; `nil` if the section has no such
        /// keys.
        package var named: SettingShape?
        /// The words that the section does not allow as names.
        package var reserved: [String] = []
    }

    package struct Key: Sendable, Equatable {
        package var name: String
        package var shape: SettingShape
        /// The default of the key as the pipeline file writes it, with several elements for a list; `nil` if there is
        /// no default.
        package var standard: [String]?
        package var isRequired = false
    }

    /// A regular expression for names that users choose, equivalent to the checks of `Names`.
    package static let namePattern = "[a-z0-9][a-z0-9_-]{0,\(TextLimit.name - 1)}"

    /// Returns a description that also accepts a word.
    func or(_ word: String) -> SettingShape {
        if case .choice(let shapes) = self { return .choice([.words([word])] + shapes) }
        return .choice([.words([word]), self])
    }

    /// Returns a value as the pipeline file writes it. Returns `nil` if it cannot be written, or if this description
    /// does not accept the text.
    func written(_ value: Any) -> [String]? {
        if case .section = self { return nil }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { written($0.value) } }
        if let list = value as? [Any] {
            let texts = list.compactMap(Self.text)
            return texts.count == list.count ? texts : nil
        }
        // An enumeration case without associated values, such as `off`, is written as its name.
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

    /// The short forms in which the value of one key replaces its whole section: `back: auto` sets only the device. `*`
    /// stands for any name.
    static let shortForms: [(path: [String], key: String)] = [
        (["microphone"], "device"), (["microphones", "*"], "device"), (["cameras", "*"], "device"),
        (["cameras", "*", "controls"], ControlPreset.key), (["cameras", "*", Look.key], Look.use),
        (["combined", Look.key], Look.use),
    ]

    /// Returns the key whose value may replace the section at `path`; `nil` if there is none.
    package static func shortForm(of path: [String]) -> String? {
        shortForms.first { form in
            form.path.count == path.count && zip(form.path, path).allSatisfy { $0 == "*" || $0 == $1 }
        }?.key
    }
}
