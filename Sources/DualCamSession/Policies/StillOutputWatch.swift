import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Detects an output into which no frames are written although its inputs deliver.
///
/// Possible causes are a combined picture that cannot be drawn or an encoder that accepts nothing. The recording
/// continues, but users must be warned before it ends.
struct StillOutputWatch: Sendable, Equatable {
    /// A reading of an output that should be receiving frames.
    struct Reading: Sendable, Equatable {
        var output: OutputName
        /// The number of frames written to the output so far.
        var frames: Int
        var timeouts: FrameTimeouts
        /// The distance between key frames if the camera encodes the frames; otherwise 0. After a pause, such an output
        /// waits for a key frame.
        var keyFrames = Duration.zero
    }

    enum Action: Sendable, Equatable {
        /// No frame has been written to this output since the time `since`.
        case still(OutputName, since: Duration)
        /// The interval without frames in the output has ended. `isWritten`: true if frames are written again, false if
        /// frames are no longer expected.
        case ended(OutputName, since: Duration, isWritten: Bool)
    }

    /// The longest time without frames that counts as normal for an output. A busy machine may need some seconds for a
    /// frame, and an output that records what its camera encodes begins with a key frame.
    static let limit = Duration.seconds(10)

    private struct Seen: Sendable, Equatable {
        var frames: Int
        var since: Duration
        var isTold = false
    }

    private var seen: [OutputName: Seen] = [:]

    /// The outputs into which no frame has been written for too long, sorted by name.
    var still: [OutputName] { seen.filter(\.value.isTold).map(\.key).sorted { $0.rawValue < $1.rawValue } }

    /// Checks whether frames have been written to the outputs since the last call. Returns the faults that began or
    /// ended.
    ///
    /// - Parameter readings: All outputs that should be receiving frames now. The timers of other outputs are reset.
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
