import DualCamConfig
import DualCamPlan

/// Detects an output into which no frame is written although its inputs deliver.
///
/// The reason may be a combined picture that cannot be drawn or an encoder that accepts nothing. The recording
/// continues, but people must learn of it before the end.
struct StillOutputWatch: Sendable, Equatable {
    /// A reading of an output from which frames are due.
    struct Reading: Sendable, Equatable {
        var output: OutputName
        /// The frames written so far.
        var frames: Int
        var timeouts: FrameTimeouts
        /// The distance between key frames if the camera makes them. After a pause, the output waits for a key frame.
        var keyFrames = Duration.zero
    }

    enum Action: Sendable, Equatable {
        /// No frame has been written since that time.
        case still(OutputName, since: Duration)
        /// Frames are written again, or none are due any more.
        case ended(OutputName, since: Duration, isWritten: Bool)
    }

    /// The time without frames that is normal. A busy machine may need some seconds for a frame, and output that is
    /// passed through begins with a key frame.
    static let limit = Duration.seconds(10)

    private struct Seen: Sendable, Equatable {
        var frames: Int
        var since: Duration
        var isTold = false
    }

    private var seen: [OutputName: Seen] = [:]

    /// The outputs into which no frame has been written for too long.
    var still: [OutputName] { seen.filter(\.value.isTold).map(\.key).sorted { $0.rawValue < $1.rawValue } }

    /// - Parameter readings: All outputs from which frames are due now. The time of other outputs does not count.
    mutating func observe(_ readings: [Reading], at now: Duration) -> [Action] {
        let due = readings.map(\.output)
        var actions = still.filter { !due.contains($0) }.compactMap { output in
            seen[output].map { Action.ended(output, since: $0.since, isWritten: false) }
        }
        var next: [OutputName: Seen] = [:]
        for reading in readings {
            var watched = seen[reading.output] ?? Seen(frames: reading.frames, since: now)
            if planted(.newCountIsStill) ? watched.frames < reading.frames : watched.frames != reading.frames {
                if watched.isTold {
                    actions.append(.ended(reading.output, since: watched.since, isWritten: true))
                }
                watched = Seen(frames: reading.frames, since: now)
            }
            if !watched.isTold, now - watched.since >= reading.timeouts.growth(Self.limit) + reading.keyFrames {
                watched.isTold = true
                actions.append(.still(reading.output, since: watched.since))
            }
            next[reading.output] = watched
        }
        seen = next
        return actions
    }
}
