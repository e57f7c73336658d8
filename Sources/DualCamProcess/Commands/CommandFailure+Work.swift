package import CommandLine
import DualCamRecordings

extension CommandFailure {
    /// Returns the failure for a recorded file whose content differs from the digest in the ledger. `next`: the advice
    /// to the user.
    package static func damaged(_ path: String, next: OptionText) -> CommandFailure {
        CommandFailure(.diskFailed, naming: "'\(path)' is not what was recorded: its SHA-256 differs", next: next)
    }

    /// Returns the failure for a command that the user ended early.
    ///
    /// - Parameter work: The name of the interrupted work for the message, such as `composition`.
    package static func ended(_ work: String, next: String = "Nothing was written.") -> CommandFailure {
        CommandFailure(.unavailable, "the \(work) was stopped", next: next)
    }
}
