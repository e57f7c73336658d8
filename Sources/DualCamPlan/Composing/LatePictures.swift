package import DualCamConfig

/// The pictures of a camera that were drawn a frame later than due, as the ledger tells it. Only of cameras that are as fast as the combined
/// picture.
///
/// A ledger that has no jumps is an older one: after a picture that was repeated the mixer goes on with those before the due ones, until a
/// frame is lost. Its counts of a second do not say when each of them was.
package struct LatePictures: Sendable, Equatable {
    package struct Change: Sendable, Equatable {
        package enum Kind: Sendable { case repeated, lost }

        package var kind: Kind
        /// The time of the last of them, in nanoseconds.
        package var at: Int64
        package var count: Int

        package init(_ kind: Kind, at: Int64, count: Int) { (self.kind, self.at, self.count) = (kind, at, count) }
    }

    /// A place where pictures did not follow each other, in nanoseconds.
    package struct Jump: Sendable, Equatable {
        /// Time of the first combined frame that shows the next picture.
        package var at: Int64
        /// Times of the camera's picture before, and of the next one; those between the two were not drawn.
        package var last: Int64
        package var next: Int64

        package init(at: Int64, last: Int64, next: Int64) { (self.at, self.last, self.next) = (at, last, next) }

        /// A new beginning: from `time` on every picture is drawn when it is due.
        package static func inTime(from time: Int64) -> Jump {
            // Between the last picture before and the first one.
            let before = time -| 2_000_000
            return Jump(at: before, last: before, next: before)
        }
    }

    /// In the order of their times.
    private let changes: [Change]
    private let jumps: [Jump]
    /// The length of a frame, in nanoseconds.
    private let frame: Double
    /// A time may have been rounded on another way, in nanoseconds.
    private static let slack: Int64 = 1000

    package init(_ changes: [Change], jumps: [Jump] = [], _ rate: FrameRate) {
        self.jumps = jumps.sorted { $0.last < $1.last }
        let length = 1e9 / rate.framesPerSecond
        // A queue that runs over loses its oldest frame, which was due when the mixer began to be late, and tells of the newest.
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

    /// Returns by how much a camera's frame of a time has to be moved, both in nanoseconds, so that it is drawn when it was; `nil`: it was
    /// not drawn.
    package func delay(of time: Int64) -> Int64? {
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

    /// Returns the distance to the middle of the next combined frame.
    private func toNextFrame(_ time: Int64) -> Int64 {
        Int64(saturating: ((Double(time) / frame).rounded(.down) + 1.5) * frame) -| time
    }
}
