import DualCamPlan

/// Decides which of a preview's frames each watching client receives. The newest group of pictures is kept for clients
/// that join. Each client receives at most `window` frames ahead of its acknowledgements. A slow client skips to the
/// newest group.
struct PreviewFanout: Sendable, Equatable {
    typealias Watcher = Int

    /// A preview frame to send to one of the watching clients.
    struct Delivery: Sendable, Equatable {
        var watcher: Watcher
        var frame: PreviewFrame
        /// True if frames directly before this one were not sent to the client.
        var isDiscontinuous = false
    }

    /// The state of one client that watches a preview.
    private struct Reader: Sendable, Equatable {
        /// The number of the next frame to send to the client; `nil` to begin with the group's first frame.
        var next: UInt32?
        /// The numbers of the frames that were sent but not yet acknowledged, in order.
        var sent: [UInt32] = []
    }

    /// The maximum number of unacknowledged frames per client.
    static let window = 8
    /// The maximum number of frames in a group of pictures. A longer group is discarded, and clients that join wait for
    /// the next group.
    static let longest = 300

    /// The frames of the newest group of pictures so far; empty until the first key frame.
    private(set) var group: [PreviewFrame] = []
    private var readers: [Watcher: Reader] = [:]

    var watchers: [Watcher] { readers.keys.sorted() }

    /// Adds the encoder's next frame and returns the frames to send to clients now.
    mutating func handle(_ frame: PreviewFrame) -> [Delivery] {
        if frame.isKey {
            group = [frame]
        } else {
            // Without the frame before it, this frame cannot be decoded.
            guard let last = group.last, last.sequence &+ 1 == frame.sequence, group.count < Self.longest else {
                group = []
                return []
            }
            group.append(frame)
        }
        return watchers.flatMap { deliver(to: $0) }
    }

    mutating func join(_ watcher: Watcher) -> [Delivery] {
        readers[watcher] = Reader()
        return deliver(to: watcher)
    }

    mutating func leave(_ watcher: Watcher) { readers[watcher] = nil }

    /// Registers a client's acknowledgement of a frame and of all frames sent before it. Returns the frames to send to
    /// that client now; `nil` if the frame was never sent to it.
    mutating func acknowledge(_ sequence: UInt32, by watcher: Watcher) -> [Delivery]? {
        guard let place = readers[watcher]?.sent.firstIndex(of: sequence) else {
            // The frame was acknowledged before, together with a later one.
            return readers[watcher]?.next.map { Int32(bitPattern: $0 &- sequence) > 0 } == true ? [] : nil
        }
        readers[watcher]?.sent.removeFirst(place + 1)
        return deliver(to: watcher)
    }

    /// Returns the frames that can be sent to the client now, and records them as sent.
    private mutating func deliver(to watcher: Watcher) -> [Delivery] {
        guard var reader = readers[watcher], let first = group.first else { return [] }
        var deliveries: [Delivery] = []
        while reader.sent.count < Self.window {
            // If the watcher's next frame lies before the group, the missed frames are skipped.
            let place = reader.next.map { Int(Int32(bitPattern: $0 &- first.sequence)) } ?? 0
            guard place < group.count else { break }
            let frame = group[max(0, place)]
            deliveries.append(Delivery(watcher: watcher, frame: frame, isDiscontinuous: place < 0))
            reader.sent.append(frame.sequence)
            reader.next = frame.sequence &+ 1
        }
        readers[watcher] = reader
        return deliveries
    }
}
