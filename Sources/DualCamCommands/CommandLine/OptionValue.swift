import DualCamConfig
import DualCamSession

/// A type that an option or an argument can have.
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

/// `--set KEY=VALUE`: one scalar of the pipeline file, overridden.
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

/// A value of the pipeline file, checked here so that the complaint names the option; `off` undoes what the file says.
struct WrittenValue<Value: Quantity>: OptionValue, Equatable {
    /// The text as the pipeline file writes it.
    var text: String

    init(argument text: String) throws(Refusal) {
        self.text = text
        if text != "off" { _ = try Value(parsing: text) }
    }
}

extension WrittenValue where Value: Comparable {
    /// The value where it lies in a range; the complaint names the option.
    func value(of option: String, in range: ClosedRange<Value>) throws(CommandFailure) -> Value {
        do throws(Refusal) { return try Value(parsing: text, in: range) } catch {
            throw CommandFailure(error, of: option)
        }
    }
}

extension CommandFailure {
    /// The value of an option is refused.
    init(_ refusal: Refusal, of option: String) {
        self.init(.usage, naming: "\(option: option): \(refusal.message)", next: OptionText(refusal.hint ?? ""))
    }
}

extension String {
    /// The pairs of a list: `back=anna,front=ben`
    ///
    /// - Parameters:
    ///   - kind: what each is: `camera with its microphone`
    ///   - example: how they are written.
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

/// The shells that completions are written for.
enum Shell: String, OptionWord {
    case bash, zsh, fish

    static let refusal = "is no shell that dualcam knows"
}

/// One of a few words.
protocol OptionWord: OptionValue, CaseIterable, RawRepresentable<String> {
    /// The end of the sentence about another word.
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
