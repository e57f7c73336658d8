import DualCamConfig
import DualCamProcess
package import DualCamRecordings

/// A problem with recording a pipeline file on this machine, found before the start. It either prevents the start, or
/// the recording would run without a part.
package struct StartFinding: Sendable, Equatable {
    /// The effect of a finding on the command `run`.
    enum Effect: Sendable, Equatable {
        /// The command `run` ends with this exit code.
        case refused(ExitCode)
        /// The command `run` records without the missing part and warns.
        case lacking
    }

    var effect: Effect
    var issue: PipelineIssue
    /// The description of the problem as lines for the user, without the last newline.
    var text: String
    /// The value of `code` in the event `failed`; `nil` to derive it from the exit code.
    package var code: SessionFailure.Code?

    /// Creates a finding from an issue at a position of the pipeline file.
    init(_ effect: Effect, _ issue: PipelineIssue) {
        (self.effect, self.issue, text) = (effect, issue, issue.rendered)
    }

    /// Creates a finding from an error with which `run` would fail, and the key of the pipeline file that the error
    /// concerns.
    init(_ failure: CommandFailure, _ keyPath: String, in loaded: LoadedPipeline) {
        (effect, text, code) = (.refused(failure.exitCode), failure.text, failure.code)
        issue = loaded.written.issue(
            at: keyPath, failure.message, hint: failure.advice.isEmpty ? nil : failure.advice)
    }

    var exitCode: ExitCode {
        switch effect {
        case .refused(let code): code
        case .lacking: .unavailable
        }
    }

    fileprivate var isRefused: Bool { effect != .lacking }
}

extension CommandFailure {
    /// Combines all findings into one failure; `nil` if there are none. Its exit code is that of the first mistake in
    /// the file or, without one, of the first problem of the machine. Missing parts decide the exit code only if there
    /// is nothing else.
    package init?(_ findings: [StartFinding]) {
        let refused = findings.filter(\.isRefused)
        let mistake = refused.first { $0.exitCode == .pipelineFile }
        guard let first = mistake ?? refused.first ?? findings.first else { return nil }
        self.init(first.exitCode, verbatim: findings.map(\.text).joined(separator: "\n"))
        code = first.code
        problems = findings.map(\.issue)
    }
}
