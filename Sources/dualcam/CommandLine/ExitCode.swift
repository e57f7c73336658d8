/// The exit codes of the contract; the numbers are those of sysexits.h.
enum ExitCode: Int32, Sendable, CaseIterable {
    /// Finished well, also by SIGINT, SIGTERM or `duration`.
    case finished = 0
    /// The next worker goes on with the session; between worker and supervisor only.
    case handedOver = 10
    case usage = 64
    case pipelineFile = 65
    /// A device or an encoder is not there.
    case unavailable = 69
    /// A fault of dualcam itself.
    case fault = 70
    case outputNotCreated = 73
    /// The disk failed or is full.
    case disk = 74
    /// Stopped by heat, or by an empty battery.
    case heat = 75
}
