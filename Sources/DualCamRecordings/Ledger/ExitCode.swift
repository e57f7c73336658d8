package import DualCamPlan

/// The exit codes of the command `dualcam`. Most numbers are those of sysexits.h.
package enum ExitCode: Int32, JSONRepresentable, Sendable, CaseIterable {
    /// The command succeeded. A recording that was ended by SIGINT, SIGTERM or `recording.duration` also counts as
    /// success.
    case finished = 0
    /// The worker has ended so that the next worker can continue the session. Only the supervisor sees this exit code.
    case handedOver = 10
    case usage = 64
    case pipelineFile = 65
    /// A device or an encoder is missing.
    case unavailable = 69
    /// An internal fault of dualcam, or a timeout.
    case fault = 70
    case outputNotCreated = 73
    /// The disk failed or is full.
    case diskFailed = 74
    /// Heat or an empty battery ended the recording.
    case heat = 75

    /// Creates the exit code of a recording that ends because the GStreamer graph failed with this code.
    package init(_ code: GraphFailure.Code) {
        self =
            switch code {
            case .deviceMissing, .deviceBusy, .deviceFormat, .elementMissing, .encoderFailed:
                planted(.busyIsFault) && code == .deviceBusy ? .fault : .unavailable
            case .diskFull, .diskFailed, .fileTooLarge:
                planted(.tooLargeIsFault) && code == .fileTooLarge ? .fault : .diskFailed
            case .outputNotCreated: .outputNotCreated
            case .timeout, .refused, .notNow, .fault: .fault
            }
    }
}

/// The reason why a session, or one worker's part of it, ends. The raw values appear in events and in the ledger.
package enum StopReason: String, JSONRepresentable, Sendable, Equatable {
    /// The process received the signal SIGINT, which ended the session.
    case interrupt
    /// The process received the signal SIGTERM, which ended the session.
    case terminate
    /// The recording reached the length `recording.duration` or the time `recording.until`.
    case duration
    /// A command or another program, not a signal, requested the end of the session.
    case request
    /// The free disk space is below `storage.keep-free`.
    case diskFull = "disk-full"
    /// The machine has reached the temperature `thermal.shutdown`.
    case heat
    /// The battery's charge is below `battery.stop`.
    case battery
    /// The session's folder was deleted, moved or unmounted, or accepts no more data. Another worker continues the
    /// recording in another folder.
    case folderLost = "folder-lost"
    case failure
    /// The pipeline file changed while the session stood by. The session ends, and a new one replaces it.
    case reload
    /// Another worker continues the session. This worker's files are finished, and the session stays marked as
    /// unfinished.
    case handOver = "hand-over"
}
