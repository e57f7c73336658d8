import CommandLine
package import DualCamConfig

/// The value of an option that names a new file: a path, or `-` for standard output.
package struct NewFilePath: OptionValue, Equatable {
    /// The text that stands for standard output in place of a path.
    package static let pipe = "-"

    package var path: String

    package init(argument text: String) throws(Refusal) {
        guard !text.isEmpty else { throw Refusal("the path is empty", hint: "Give the file to write.") }
        path = text
    }
}
