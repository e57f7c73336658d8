package import DualCamConfig

/// The pictures of a camera that were drawn a frame later than due, as the ledger tells it: after a picture that was repeated the mixer goes
/// on with those before the due ones, until a frame is lost. Only of cameras that are as fast as the combined picture.
package struct LatePictures: Sendable, Equatable {
    package struct Change: Sendable, Equatable {
        package enum Kind: Sendable { case repeated, lost }

        package var kind: Kind
        /// The time of the last of them, in nanoseconds.
        package var at: Int64
        package var count: Int

        package init(_ kind: Kind, at: Int64, count: Int) { (self.kind, self.at, self.count) = (kind, at, count) }
    }

    /// In the order of their times.
    private let changes: [Change]
    /// The length of a frame, in nanoseconds.
    private let frame: Double
    /// A time may have been rounded on another way, in nanoseconds.
    private static let slack: Int64 = 1000

    package init(_ changes: [Change], _ rate: FrameRate) {
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
        let reach = Int64(saturating: frame / 2)
        for change in changes where change.kind == .lost {
            let first = change.at -| Int64(saturating: Double(max(0, change.count - 1)) * frame)
            if (first -| reach...change.at +| reach).contains(time) { return nil }
        }
        guard changes.last(where: { $0.at <= time +| Self.slack })?.kind == .repeated else { return 0 }
        // The middle of the next combined frame.
        return Int64(saturating: ((Double(time) / frame).rounded(.down) + 1.5) * frame) -| time
    }
}
