/// The form of a setting's value, as its own reader tells it. The schema of the pipeline file, what a shell offers, and tests of all keys
/// are made of it.
package indirect enum SettingShape: Sendable, Equatable {
    /// One text, whatever it says.
    case text
    /// A text of at most `TextLimit.title` characters.
    case title
    /// One of a few words.
    case words([String])
    /// `on` or `off`, and what means the same.
    case flag
    case whole(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case written(Notation)
    case path(PathNotation)
    /// A name of the user's own making.
    case name
    case list(SettingShape, isFilled: Bool)
    case section(Keys)
    /// One of several.
    case choice([SettingShape])
    /// All of a shape but one word.
    case excluding(String, SettingShape)

    /// A text in a form of its own.
    package struct Notation: Sendable, Equatable {
        /// The whole text as a regular expression, in what ECMAScript and Python have in common.
        package var pattern: String
        package var example: String
        /// The least and the most, as the pipeline file writes them.
        package var range: [String] = []
        /// The one unit that there is; `nil` where there are several, or none.
        var unit: String?
    }

    /// A path, and what stands before and behind it in the text.
    package struct PathNotation: Sendable, Equatable {
        package var prefix = ""
        package var suffix = ""
        /// A relative path is refused.
        package var isAbsolute = false
    }

    package struct Keys: Sendable, Equatable {
        package var keys: [Key] = []
        /// The value behind a name of the user's; `nil`: there are no names in this section.
        package var named: SettingShape?
        /// Words that are no names here.
        package var reserved: [String] = []
    }

    package struct Key: Sendable, Equatable {
        package var name: String
        package var shape: SettingShape
        /// The default as the pipeline file writes it, several for a list; `nil` when nothing takes the place of a key left out.
        package var standard: [String]?
        package var isRequired = false
    }

    /// A name as a regular expression, as `Names` judges it.
    package static let namePattern = "[a-z0-9][a-z0-9_-]{0,\(TextLimit.name - 1)}"

    /// The same, or a word.
    func or(_ word: String) -> SettingShape {
        if case .choice(let shapes) = self { return .choice([.words([word])] + shapes) }
        return .choice([.words([word]), self])
    }

    /// The value as the pipeline file writes it; `nil` where it has no such form, or none that this shape takes.
    func written(_ value: Any) -> [String]? {
        if case .section = self { return nil }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { written($0.value) } }
        if let list = value as? [Any] {
            let texts = list.compactMap(Self.text)
            return texts.count == list.count ? texts : nil
        }
        // A case without values of its own, as `off`, is told by its name.
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

    /// The forms in which one key takes the place of its whole section: `back: auto` is the device alone. `*` is any name.
    static let shortForms: [(path: [String], key: String)] = [
        (["microphone"], "device"), (["microphones", "*"], "device"), (["cameras", "*"], "device"),
        (["cameras", "*", "controls"], ControlPreset.key), (["cameras", "*", Look.key], Look.use),
        (["combined", Look.key], Look.use),
    ]

    /// The key that may stand for the section to which `path` leads.
    package static func shortForm(of path: [String]) -> String? {
        shortForms.first { form in
            form.path.count == path.count && zip(form.path, path).allSatisfy { $0 == "*" || $0 == $1 }
        }?.key
    }
}
