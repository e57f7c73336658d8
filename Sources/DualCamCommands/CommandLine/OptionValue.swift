import DualCamConfig
import DualCamRecordings

/// A type whose values can be parsed from an option or argument of the command line.
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

/// The value of the option `--set KEY=VALUE`, which overrides one scalar of the pipeline file.
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

/// The value of an option or argument that is a path; never empty.
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

/// The value of an option, written as in the pipeline file. It is checked as soon as the command line is parsed, so
/// that errors name the option. `off` cancels the pipeline file's value.
struct WrittenValue<Value: Quantity>: OptionValue, Equatable {
    /// The option's text, written as in the pipeline file, such as `8Mbps` or `off`.
    var text: String

    init(argument text: String) throws(Refusal) {
        self.text = text
        if text != "off" { _ = try Value(parsing: text) }
    }
}

extension WrittenValue where Value: Comparable {
    /// Parses the option's value. Throws a failure that names the option if the value is outside the range.
    func value(of option: String, in range: ClosedRange<Value>) throws(CommandFailure) -> Value {
        do throws(Refusal) { return try Value(parsing: text, in: range) } catch {
            throw CommandFailure(error, of: option)
        }
    }
}

extension CommandFailure {
    /// Creates the failure for an option whose value was not accepted.
    init(_ refusal: Refusal, of option: String) {
        self.init(.usage, naming: "\(option: option): \(refusal.message)", next: OptionText(refusal.hint ?? ""))
    }
}

extension String {
    /// Parses a list of pairs such as `back=anna,front=ben`. Throws if a pair is incomplete.
    ///
    /// - Parameters:
    ///   - kind: The description of a pair in the error message, such as `camera with its microphone`.
    ///   - example: An example of the list for the error message.
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

/// The shells for which dualcam generates completion scripts.
enum Shell: String, OptionWord {
    case bash, zsh, fish

    static let refusal = "is no shell that dualcam knows"
}

/// The value of an option that accepts one of several fixed words.
protocol OptionWord: OptionValue, CaseIterable, RawRepresentable<String> {
    /// The end of the error message for a word that is not accepted, such as `is no shell that dualcam knows`.
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
