import DualCamConfig
import DualCamSession

/// Something that a pipeline file asks for and that a recording would not have. It is known before anything is recorded.
struct StartFinding: Sendable, Equatable {
    enum Effect: Sendable, Equatable {
        /// `run` ends with this exit code.
        case refused(ExitCode)
        /// `run` records without it, and warns.
        case lacking
    }

    var effect: Effect
    var issue: PipelineIssue
    /// The lines for people, without the last newline.
    var text: String
    /// The word of the event `failed`; `nil`: that of the exit code.
    var code: SessionFailure.Code?

    /// A mistake at a place of the file.
    init(_ effect: Effect, _ issue: PipelineIssue) {
        (self.effect, self.issue, text) = (effect, issue, issue.rendered)
    }

    /// A failure as `run` words it, with the key that it is about.
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
    /// All findings at once, with the exit code that `run` would end with: a mistake of the file goes before a lack of the machine, and
    /// what `run` records without comes last. `nil` where there are none.
    init?(_ findings: [StartFinding]) {
        let refused = findings.filter(\.isRefused)
        let mistake = refused.first { $0.exitCode == .pipelineFile }
        guard let first = mistake ?? refused.first ?? findings.first else { return nil }
        self.init(first.exitCode, verbatim: findings.map(\.text).joined(separator: "\n"))
        code = first.code
        problems = findings.map(\.issue)
    }
}
