import DualCamPlan

/// Decides which frame of a preview goes to which watcher: keeps the newest group of pictures for those who join, and lets nobody
/// have more than a few frames that it has not acknowledged. A watcher that is slow goes on with the newest group.
struct PreviewFanout: Sendable, Equatable {
    typealias Watcher = Int

    /// A frame for a watcher.
    struct Delivery: Sendable, Equatable {
        var watcher: Watcher
        var frame: PreviewFrame
        /// Frames before it were left out.
        var isDiscontinuous = false
    }

    /// The state of one watcher.
    private struct Reader: Sendable, Equatable {
        /// The next frame's number; `nil`: whichever begins the group.
        var next: UInt32?
        /// The frames that were sent and are not acknowledged, in their order.
        var sent: [UInt32] = []
    }

    /// Frames that a watcher may have without having acknowledged them.
    static let window = 8
    /// A group that does not end is not kept: who joins waits for the next one.
    static let longest = 300

    /// The newest group of pictures as far as it has come; empty until the first key frame.
    private(set) var group: [PreviewFrame] = []
    private var readers: [Watcher: Reader] = [:]

    var watchers: [Watcher] { readers.keys.sorted() }

    /// Takes the next frame of the encoder.
    mutating func handle(_ frame: PreviewFrame) -> [Delivery] {
        if frame.isKey {
            group = [frame]
        } else {
            // Without the frame before it nobody can decode this one.
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

    /// A watcher has taken a frame, and with it all that were sent before; `nil`: it was never sent that frame.
    mutating func acknowledge(_ sequence: UInt32, by watcher: Watcher) -> [Delivery]? {
        guard let place = readers[watcher]?.sent.firstIndex(of: sequence) else {
            // One that was acknowledged together with a later one.
            return readers[watcher]?.next.map { Int32(bitPattern: $0 &- sequence) > 0 } == true ? [] : nil
        }
        readers[watcher]?.sent.removeFirst(place + 1)
        return deliver(to: watcher)
    }

    /// The frames that the watcher can have now.
    private mutating func deliver(to watcher: Watcher) -> [Delivery] {
        guard var reader = readers[watcher], let first = group.first else { return [] }
        var deliveries: [Delivery] = []
        while reader.sent.count < Self.window {
            // Before the group: what it has missed is left out.
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
