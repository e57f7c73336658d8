package import CommandLine
package import DualCamConfig
import DualCamRecordings

/// The value of the option `--set KEY=VALUE`, which overrides one scalar of the pipeline file.
extension Setting: OptionValue {
    package static let completion = Completion.assignment

    /// Parses `KEY=VALUE`. The value may be empty and may contain `=`. Throws if there is no `=`, or if a part of the
    /// key is empty. The pipeline file decides later whether the key exists.
    package init(argument text: String) throws(Refusal) {
        guard let equals = text.firstIndex(of: "=") else {
            throw Refusal(
                "'\(text)' has no '='",
                hint: "Write a key of the pipeline file and its value: --set cameras.back.rate=15."
            )
        }
        self.init(String(text[..<equals]), String(text[text.index(after: equals)...]))
        if key.isEmpty || key.split(separator: ".", omittingEmptySubsequences: false).contains("") {
            throw Refusal(
                "'\(text)' does not name a key", hint: "Write the key's path with dots: --set cameras.back.rate=15.")
        }
    }
}

/// The value of an option or argument that is a path; never empty.
package struct DirectoryPath: OptionValue, Equatable {
    /// The path as the user gave it; a relative path starts in the working directory.
    package var path: String

    package static let completion = Completion.directory

    package init(argument text: String) throws(Refusal) {
        guard !text.isEmpty else {
            throw Refusal("the path is empty", hint: "Give the folder to record into.")
        }
        path = text
    }
}

/// The value of an option, written as in the pipeline file. It is checked as soon as the command line is parsed, so
/// that errors name the option. `off` cancels the pipeline file's value.
package struct WrittenValue<Value: Quantity>: OptionValue, Equatable {
    /// The option's text, written as in the pipeline file, such as `8Mbps` or `off`.
    package var text: String

    /// Checks the option's text. Throws if it is neither `off` nor a value that `Value` accepts.
    package init(argument text: String) throws(Refusal) {
        self.text = text
        if text != "off" { _ = try Value(parsing: text) }
    }
}

extension WrittenValue where Value: Comparable {
    /// Parses the option's value. Throws a failure that names the option if the value is outside the range.
    package func value(of option: String, in range: ClosedRange<Value>) throws(CommandFailure) -> Value {
        do throws(Refusal) { return try Value(parsing: text, in: range) } catch {
            throw CommandFailure(error, of: option)
        }
    }
}

extension CommandFailure {
    /// Creates the failure for an option whose value was not accepted.
    package init(_ refusal: Refusal, of option: String) {
        self.init(
            .usage, naming: "\(option: option): \(refusal.message)", next: OptionText(Sentence.text(refusal.hint ?? ""))
        )
    }
}

extension Shell: OptionWord {
    package static let refusal = "is not a shell that dualcam supports"
}
