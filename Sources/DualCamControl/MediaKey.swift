package import DualCamSession

/// A key of a headset, a keyboard or a media player's remote control, by what it means to a recording.
package enum MediaKey: String, Sendable, Equatable, CaseIterable {
    /// Record, or go on after a pause.
    case play
    case pause
    /// The one or the other.
    case playPause = "play-pause"
    case stop

    /// The command it is now; `nil`: there is nothing to do.
    package func command(in phase: ControlState.Phase) -> ControlCommand.Name? {
        switch (self, phase) {
        case (.play, .standby), (.playPause, .standby): .record
        case (.play, .paused), (.playPause, .paused): .resume
        case (.pause, .recording), (.playPause, .recording): .pause
        case (.stop, .recording), (.stop, .paused): .stop
        default: nil
        }
    }
}
