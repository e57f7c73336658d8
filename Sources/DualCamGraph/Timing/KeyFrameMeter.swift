internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Measures how far apart the key frames are in a stream that a camera has encoded. All times are nanoseconds of running time.
struct KeyFrameMeter: Sendable {
    /// The time from one key frame to the next, from the key frame at `from` on.
    struct Distance: Sendable, Equatable {
        var length: Int64
        var from: Int64
    }

    /// A change by more than this share is told.
    private static let change = 0.1
    /// A key frame that was lost makes one distance longer: two in a row show that they have become so.
    private static let longerCount = 2
    /// Cameras also make a key frame where the picture changes: so many in a row show that the distances have become shorter.
    private static let shorterCount = 8

    private var told: Int64?
    private var last: Int64?
    /// The newest distances in a row that are all longer, or all shorter, than what was told.
    private var longer: [Distance] = []
    private var shorter: [Distance] = []

    /// Takes in the time of a key frame; returns the distance when it is new: the first one, and the one after a change.
    mutating func see(at time: Int64) -> Distance? {
        defer { last = time }
        guard let last, time > last else { return nil }
        let measured = Distance(length: time - last, from: last)
        guard let told else { return tell(measured.length, from: measured.from) }
        let ratio = Double(measured.length) / Double(told)
        longer = ratio > 1 + Self.change ? longer + [measured] : []
        shorter = ratio < 1 - Self.change ? shorter + [measured] : []
        if longer.count == Self.longerCount { return tell(longer.map(\.length).min(), from: longer[0].from) }
        if shorter.count == Self.shorterCount { return tell(shorter.map(\.length).max(), from: shorter[0].from) }
        return nil
    }

    private mutating func tell(_ length: Int64?, from: Int64) -> Distance? {
        (told, longer, shorter) = (length, [], [])
        return length.map { Distance(length: $0, from: from) }
    }
}

/// Sees the key frames of a stream that a camera has encoded, behind its parser.
final class KeyFrameWatch: Sendable {
    private let meter = Mutex(KeyFrameMeter())
    /// Is told of each distance, on the stream's thread.
    private let onDistance: @Sendable (KeyFrameMeter.Distance) -> Void

    init(onDistance: @escaping @Sendable (KeyFrameMeter.Distance) -> Void) { self.onDistance = onDistance }

    func install(on pad: Pad) {
        pad.addProbe(.buffers) { [self] info in
            if info.isKeyFrame, let time = info.runningTime { see(at: time) }
            return .pass
        }
    }

    private func see(at time: Int64) {
        if let distance = meter.withLock({ $0.see(at: time) }) { onDistance(distance) }
    }
}
