import CommandLine
package import DualCamPlan

extension Snapshot.Format: OptionWord {
    package static let refusal = "is not a picture format"
}

extension Snapshot.Format {
    /// The suffix of files in this format, without a dot.
    package var suffix: String { self == .png ? "png" : "jpg" }
}
