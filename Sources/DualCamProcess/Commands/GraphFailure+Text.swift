package import DualCamPlan
import DualCamRecordings

extension GraphFailure: TranslatedFailure {
    package var ofCommand: CommandFailure {
        var failure = CommandFailure(ExitCode(code), message, next: advice)
        failure.code = SessionFailure(self).code
        return failure
    }
}
