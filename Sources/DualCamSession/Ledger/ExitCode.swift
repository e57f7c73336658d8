package import DualCamPlan

/// The exit codes of the contract; the numbers are those of sysexits.h.
package enum ExitCode: Int32, JSONRepresentable, Sendable, CaseIterable {
    /// Finished well, also by SIGINT, SIGTERM or `duration`.
    case finished = 0
    /// The next worker goes on with the session; between worker and supervisor only.
    case handedOver = 10
    case usage = 64
    case pipelineFile = 65
    /// A device or an encoder is not there.
    case unavailable = 69
    /// A fault of dualcam itself, or something that did not come in time.
    case fault = 70
    case outputNotCreated = 73
    /// The disk failed or is full.
    case diskFailed = 74
    /// Stopped by heat, or by an empty battery.
    case heat = 75

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

/// The reason why a session ends. The raw values stand in events and in the ledger.
package enum StopReason: String, JSONRepresentable, Sendable, Equatable {
    /// SIGINT
    case interrupt
    /// SIGTERM
    case terminate
    /// `recording.duration` has been recorded.
    case duration
    /// Somebody asked for it in another way.
    case request
    /// Less than `storage.keep-free` is left.
    case diskFull = "disk-full"
    /// `thermal.shutdown` is reached.
    case heat
    /// Less than `battery.stop` is left.
    case battery
    /// The session's folder was deleted, moved or unmounted, or takes nothing any more; another worker goes on in another one.
    case folderLost = "folder-lost"
    case failure
    /// The pipeline file has changed while the session stood by; another one takes its place.
    case reload
    /// Another worker goes on: the files are finished, the session stays marked as unfinished.
    case handOver = "hand-over"
}
