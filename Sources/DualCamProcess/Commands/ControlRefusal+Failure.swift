import DualCamRecordings
package import DualCamSession

extension ControlRefusal: TranslatedFailure {
    /// The failure of a command whose request a running recording has refused. `badRequest` and other mistakes of the
    /// request become a usage error.
    package var ofCommand: CommandFailure {
        let exit: ExitCode =
            switch code {
            case .unknownCommand, .badRequest, .badValue: .usage
            case .notNow, .unsupported: .unavailable
            case .timeout, .failed: .fault
            case .diskFull, .diskFailed: .diskFailed
            case .outputNotCreated: .outputNotCreated
            case .unavailable: .unavailable
            case .tooHot: .heat
            }
        return CommandFailure(exit, message, next: advice)
    }
}
