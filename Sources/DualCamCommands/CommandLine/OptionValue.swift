import DualCamConfig
import DualCamSession

/// A type of values for options and arguments.
protocol OptionValue: Sendable {
    init(argument text: String) throws(Refusal)
    static var completion: Completion { get }
}

extension OptionValue {
    static var completion: Completion { .nothing }
}

extension String: OptionValue {
    init(argument text: String) throws(Refusal) { self = text }
}

/// The value of `--set KEY=VALUE`, which overrides one scalar of the pipeline file.
extension Setting: OptionValue {
    static let completion = Completion.setting

    init(argument text: String) throws(Refusal) {
        guard let equals = text.firstIndex(of: "=") else {
            throw Refusal(
                "'\(text)' has no '='",
                hint: "Write a key of the pipeline file and its value: --set cameras.back.rate=15."
            )
        }
        self.init(String(text[..<equals]), String(text[text.index(after: equals)...]))
        if key.isEmpty || key.split(separator: ".", omittingEmptySubsequences: false).contains("") {
            throw Refusal("'\(text)' names no key", hint: "Write the key's path with dots: --set cameras.back.rate=15.")
        }
    }
}

/// A path that is not empty.
struct DirectoryPath: OptionValue, Equatable {
    var path: String

    static let completion = Completion.directory

    init(argument text: String) throws(Refusal) {
        guard !text.isEmpty else {
            throw Refusal("the path is empty", hint: "Give the folder to record into.")
        }
        path = text
    }
}

/// A value in the notation of the pipeline file, checked here so that errors name the option. `off` cancels the file's
/// value.
struct WrittenValue<Value: Quantity>: OptionValue, Equatable {
    /// The text in the notation of the pipeline file.
    var text: String

    init(argument text: String) throws(Refusal) {
        self.text = text
        if text != "off" { _ = try Value(parsing: text) }
    }
}

extension WrittenValue where Value: Comparable {
    /// Returns the value. Throws a failure that names the option if the value is outside the range.
    func value(of option: String, in range: ClosedRange<Value>) throws(CommandFailure) -> Value {
        do throws(Refusal) { return try Value(parsing: text, in: range) } catch {
            throw CommandFailure(error, of: option)
        }
    }
}

extension CommandFailure {
    /// Creates the failure of an option with a refused value.
    init(_ refusal: Refusal, of option: String) {
        self.init(.usage, naming: "\(option: option): \(refusal.message)", next: OptionText(refusal.hint ?? ""))
    }
}

extension String {
    /// Parses the pairs of a list such as `back=anna,front=ben`. Throws if a pair is incomplete.
    ///
    /// - Parameters:
    ///   - kind: The description of a pair, such as `camera with its microphone`.
    ///   - example: An example of the notation.
    func pairs(_ kind: String, as example: String) throws(Refusal) -> [(String, String)] {
        try split(separator: ",", omittingEmptySubsequences: false).map { pair throws(Refusal) in
            let words = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 2, !words.contains("") else {
                throw Refusal("'\(pair)' is no \(kind)", hint: "Write them as in \(example).")
            }
            return (words[0], words[1])
        }
    }
}

/// The shells for which completion scripts exist.
enum Shell: String, OptionWord {
    case bash, zsh, fish

    static let refusal = "is no shell that dualcam knows"
}

/// An option value that is one of several words.
protocol OptionWord: OptionValue, CaseIterable, RawRepresentable<String> {
    /// The end of the error message about an unknown word.
    static var refusal: String { get }
}

extension OptionWord {
    static var completion: Completion { .words(allCases.map(\.rawValue)) }

    init(argument text: String) throws(Refusal) {
        guard let value = Self(rawValue: text) else {
            let words = Self.allCases.map(\.rawValue)
            let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
            throw Refusal("'\(text)' \(Self.refusal)", hint: "Choose \(list).")
        }
        self = value
    }
}
