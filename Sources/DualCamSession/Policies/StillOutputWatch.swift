import DualCamConfig
import DualCamPlan

/// Notices an output of which no frame is written though its inputs deliver: a combined picture that cannot be made, an encoder that
/// takes nothing. The recording goes on; somebody has to hear of it before its end.
struct StillOutputWatch: Sendable, Equatable {
    /// The observation of an output from which frames are due.
    struct Reading: Sendable, Equatable {
        var output: OutputName
        /// The frames written so far.
        var frames: Int
        var timeouts: FrameTimeouts
        /// The distance of its key frames where its camera makes them: behind a pause it waits for one.
        var keyFrames = Duration.zero
    }

    enum Action: Sendable, Equatable {
        /// No frame has been written since then.
        case still(OutputName, since: Duration)
        /// Frames are written again, or none are due any more.
        case ended(OutputName, since: Duration, isWritten: Bool)
    }

    /// A machine that has other work may need some seconds for a frame, and what is passed through begins with a key frame.
    static let limit = Duration.seconds(10)

    private struct Seen: Sendable, Equatable {
        var frames: Int
        var since: Duration
        var isTold = false
    }

    private var seen: [OutputName: Seen] = [:]

    /// The outputs of which no frame has been written for too long.
    var still: [OutputName] { seen.filter(\.value.isTold).map(\.key).sorted { $0.rawValue < $1.rawValue } }

    /// - Parameter readings: all outputs from which frames are due now; the time of others does not count.
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
