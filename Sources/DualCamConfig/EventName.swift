/// The names of the events of `run --json`, which are the keys of `hooks`, too. Raw values stay stable.
package enum EventName: String, Sendable, Hashable, CaseIterable, Codable {
    case standby, started, countdown, recording, status, dropped, warning, repeated
    case inputLost = "input-lost"
    case inputReturned = "input-returned"
    case outputRestored = "output-restored"
    case sessionDeleted = "session-deleted"
    case shed, restored, heat, forecast, power, control, directed, reloaded, paused, resumed, marked, segment
    case fileFinished = "file-finished"
    case stopping, failed, finished
    case workerStarted = "worker-started"
    case workerLost = "worker-lost"
    case folderLost = "folder-lost"
    case gap
    case hookFailed = "hook-failed"
    case backedUp = "backed-up"
    case backupFailed = "backup-failed"

    package var isForHooks: Bool { hookRefusal == nil }

    /// The reason why nothing can be run at this event; `nil`: it can.
    var hookRefusal: Refusal? {
        switch self {
        case .status: Refusal("comes every second", hint: "follow 'dualcam run --json', or /metrics over HTTP")
        case .hookFailed: Refusal("would call itself", hint: "follow 'dualcam run --json'")
        default: nil
        }
    }
}
