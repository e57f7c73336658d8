import DualCamConfig
import DualCamSession

/// A problem of a pipeline file on this machine, found before recording: something that a recording would refuse or
/// lack.
struct StartFinding: Sendable, Equatable {
    enum Effect: Sendable, Equatable {
        /// The command `run` ends with this exit code.
        case refused(ExitCode)
        /// The command `run` records without the missing part and warns.
        case lacking
    }

    var effect: Effect
    var issue: PipelineIssue
    /// The lines for people, without the last newline.
    var text: String
    /// The code of the event `failed`; `nil` to use the exit code's word.
    var code: SessionFailure.Code?

    /// Creates a finding from a mistake at a position of the file.
    init(_ effect: Effect, _ issue: PipelineIssue) {
        (self.effect, self.issue, text) = (effect, issue, issue.rendered)
    }

    /// Creates a finding from a failure of `run` and the key that it concerns.
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
    /// Combines all findings, with the exit code of `run`. A mistake of the file has precedence over a refusal by the
    /// machine, and missing parts come last. Returns `nil` if there are no findings.
    init?(_ findings: [StartFinding]) {
        let refused = findings.filter(\.isRefused)
        let mistake = refused.first { $0.exitCode == .pipelineFile }
        guard let first = mistake ?? refused.first ?? findings.first else { return nil }
        self.init(first.exitCode, verbatim: findings.map(\.text).joined(separator: "\n"))
        code = first.code
        problems = findings.map(\.issue)
    }
}
