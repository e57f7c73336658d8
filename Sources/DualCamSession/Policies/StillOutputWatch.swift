import DualCamConfig
import DualCamPlan

/// Notices an output of which no frame is written though its inputs deliver: a combined picture that cannot be made, an encoder that
/// takes nothing. The recording goes on; somebody has to hear of it before its end.
struct StillOutputWatch: Sendable, Equatable {
    /// What is seen of an output from which frames are due.
    struct Reading: Sendable, Equatable {
        var output: OutputName
        /// The frames written so far.
        var frames: Int
        var timeouts: FrameTimeouts
    }

    enum Action: Sendable, Equatable {
        /// No frame has been written for so long.
        case still(OutputName, for: Duration)
        /// Frames are written again.
        case flows(OutputName)
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
        var (actions, next): ([Action], [OutputName: Seen]) = ([], [:])
        for reading in readings {
            var watched = seen[reading.output] ?? Seen(frames: reading.frames, since: now)
            if watched.frames != reading.frames {
                if watched.isTold { actions.append(.flows(reading.output)) }
                watched = Seen(frames: reading.frames, since: now)
            }
            let length = now - watched.since
            if !watched.isTold, length >= reading.timeouts.growth(Self.limit) {
                watched.isTold = true
                actions.append(.still(reading.output, for: length))
            }
            next[reading.output] = watched
        }
        seen = next
        return actions
    }
}
