import DualCamConfig
import DualCamPlan

/// A camera's pictures that the mixer drew one frame too late or not at all, according to the ledger. Used only for
/// cameras with the same frame rate as the combined picture.
///
/// Older versions of dualcam did not write jumps to the ledger. For their recordings, every picture after a repeated
/// one is assumed to be late, until a picture is lost. Their ledgers count events per second, so the exact times of
/// events are unknown.
struct LatePictures: Sendable, Equatable {
    struct Change: Sendable, Equatable {
        enum Kind: Sendable { case repeated, lost }

        var kind: Kind
        /// The time of the last event that is included in `count`, in nanoseconds.
        var at: Int64
        var count: Int

        init(_ kind: Kind, at: Int64, count: Int) { (self.kind, self.at, self.count) = (kind, at, count) }
    }

    /// A gap in the sequence of a camera's pictures, as drawn by the mixer. Times are in nanoseconds.
    struct Jump: Sendable, Equatable {
        /// The time of the first combined frame that shows a picture from after the gap.
        var at: Int64
        /// The time of the camera's last picture before the gap.
        var last: Int64
        /// The time of the camera's first picture after the gap. The pictures in between were not drawn.
        var next: Int64

        init(at: Int64, last: Int64, next: Int64) { (self.at, self.last, self.next) = (at, last, next) }

        /// Returns a jump that skips no pictures. It marks the time after which all pictures are drawn on time.
        static func inTime(from time: Int64) -> Jump {
            // A time between the last picture before `time` and the first one after it.
            let before = time -| 2_000_000
            return Jump(at: before, last: before, next: before)
        }
    }

    /// The events in which the camera's pictures were repeated or lost, in chronological order.
    private let changes: [Change]
    private let jumps: [Jump]
    /// The length of one of the camera's frames, in nanoseconds.
    private let frame: Double
    /// The rounding tolerance, in nanoseconds, for comparing times.
    private static let slack: Int64 = 1000

    init(_ changes: [Change], jumps: [Jump] = [], _ rate: FrameRate) {
        self.jumps = jumps.sorted { $0.last < $1.last }
        let length = 1e9 / rate.framesPerSecond
        // A full queue drops its oldest frame, which was due when the mixer began to be late. The reported time is
        // that of the newest frame.
        let reach = Int64(saturating: Double(rate.mixerBuffers + 2) * length)
        frame = length
        self.changes = changes.sorted { $0.at < $1.at }.reduce(into: []) { changes, change in
            let spread = Int64(saturating: Double(max(0, change.count - 1)) * length)
            switch change.kind {
            case .repeated: changes.append(Change(.repeated, at: change.at -| spread, count: change.count))
            case .lost:
                guard let last = changes.last, last.kind == .repeated, change.at -| last.at <= reach else {
                    return changes.append(change)
                }
                changes[changes.count - 1] = Change(
                    .lost, at: last.at +| spread +| Int64(saturating: length / 2), count: change.count)
            }
        }
    }

    /// Returns the delay, in nanoseconds, that makes a render show the camera's frame in the same combined frame as the
    /// recording. Returns `nil` if the recording does not show the frame.
    func delay(of time: Int64) -> Int64? {
        guard jumps.isEmpty else { return jumped(time) }
        let reach = Int64(saturating: frame / 2)
        for change in changes where change.kind == .lost {
            let first = change.at -| Int64(saturating: Double(max(0, change.count - 1)) * frame)
            if (first -| reach...change.at +| reach).contains(time) { return nil }
        }
        guard changes.last(where: { $0.at <= time +| Self.slack })?.kind == .repeated else { return 0 }
        return toNextFrame(time)
    }

    private func jumped(_ time: Int64) -> Int64? {
        guard let jump = jumps.last(where: { $0.last +| Self.slack < time }) else { return 0 }
        guard time +| Self.slack >= jump.next || planted(.skippedDrawn) else { return nil }
        let isLate = jump.next +| Self.slack < jump.at
        return isLate && !planted(.lateInTime) ? toNextFrame(time +| Self.slack) +| Self.slack : 0
    }

    /// Returns the time in nanoseconds until the middle of the next combined frame.
    private func toNextFrame(_ time: Int64) -> Int64 {
        Int64(saturating: ((Double(time) / frame).rounded(.down) + 1.5) * frame) -| time
    }
}
