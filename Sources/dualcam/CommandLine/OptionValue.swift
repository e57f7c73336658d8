import DualCamConfig

/// A type that an option or an argument can have.
protocol OptionValue: Sendable {
    init(argument text: String) throws(ValueError)
    static var completion: Completion { get }
}

/// What is wrong with a value and how it is written.
struct ValueError: Error, Equatable {
    /// Names the value: `'rate' has no '='`.
    var fault: String
    /// A full sentence.
    var next: String
}

extension OptionValue {
    static var completion: Completion { .nothing }
}

extension String: OptionValue {
    init(argument text: String) throws(ValueError) { self = text }
}

/// `--set KEY=VALUE`: one scalar of the pipeline file, overridden.
struct Setting: OptionValue, Equatable {
    var key: String
    var value: String

    static let completion = Completion.setting

    init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }

    init(argument text: String) throws(ValueError) {
        guard let equals = text.firstIndex(of: "=") else {
            throw ValueError(
                fault: "'\(text)' has no '='",
                next: "Write a key of the pipeline file and its value: --set cameras.back.rate=15."
            )
        }
        key = String(text[..<equals])
        value = String(text[text.index(after: equals)...])
        if key.isEmpty || key.split(separator: ".", omittingEmptySubsequences: false).contains("") {
            throw ValueError(
                fault: "'\(text)' names no key", next: "Write the key's path with dots: --set cameras.back.rate=15.")
        }
    }
}

/// A path that is not empty.
struct DirectoryPath: OptionValue, Equatable {
    var path: String

    static let completion = Completion.directory

    init(argument text: String) throws(ValueError) {
        guard !text.isEmpty else {
            throw ValueError(fault: "the path is empty", next: "Give the folder to record into.")
        }
        path = text
    }
}

/// `--duration LENGTH`, checked here so that the complaint names the option; `off` undoes what the file says.
struct RecordingLength: OptionValue, Equatable {
    /// As the pipeline file writes it.
    var text: String

    init(argument text: String) throws(ValueError) {
        self.text = text
        guard text != "off" else { return }
        do throws(Refusal) {
            _ = try Duration(parsing: text)
        } catch {
            throw ValueError(fault: error.message, next: Sentence.text(error.hint ?? "write it as in 10min"))
        }
    }
}

/// `--until TIME`, likewise.
struct TimeWord: OptionValue, Equatable {
    /// As the pipeline file writes it.
    var text: String

    init(argument text: String) throws(ValueError) {
        self.text = text
        guard text != "off" else { return }
        do throws(Refusal) {
            _ = try TimeOfDay(parsing: text)
        } catch {
            throw ValueError(fault: error.message, next: Sentence.text(error.hint ?? "write it as in 17:30"))
        }
    }
}

/// The shells that completions are written for.
enum Shell: String, OptionValue, CaseIterable {
    case bash, zsh, fish

    static let completion = Completion.words(allCases.map(\.rawValue))

    init(argument text: String) throws(ValueError) {
        guard let shell = Shell(rawValue: text) else {
            throw ValueError(fault: "'\(text)' is no shell that dualcam knows", next: "Choose bash, zsh or fish.")
        }
        self = shell
    }
}
