package import DualCamPlan
package import DualCamRecordings

/// A message to the listeners of a session: an event, or the sound levels of a microphone.
package enum ControlNews: Sendable, Equatable {
    /// An event as `run --json` prints it.
    case event(SessionEvent)
    /// The sound levels of a microphone, ten times a second for each microphone.
    case levels(SoundLevels, at: RunningTime)

    /// The message as one JSON object on one line. Sound levels are written as `{"event": "levels", "running-time":
    /// ..., "peak": [...], "rms": [...]}` in dBFS, with `microphone` if it has a name.
    package var line: String {
        switch self {
        case .event(let event): event.line
        case .levels(let levels, let time):
            JSONValue.object(
                [.init("event", "levels"), .init("running-time", .time(time))] + levels.microphone.member
                    + levels.figures
            ).line
        }
    }
}
