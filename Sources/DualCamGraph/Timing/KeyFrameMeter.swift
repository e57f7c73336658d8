internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The measurement of the distance between key frames in a stream that a camera has encoded. All times are in
/// nanoseconds of running time.
struct KeyFrameMeter: Sendable {
    /// The time between two key frames of a camera, valid from the key frame at `from` on.
    struct Distance: Sendable, Equatable {
        var length: Int64
        var from: Int64
    }

    /// The fraction by which the distance between key frames must change to be reported.
    private static let change = 0.1
    /// The number of longer distances in a row that show a change. One alone may be due to a lost key frame.
    private static let longerCount = 2
    /// The number of shorter distances in a row that show a change. Cameras also make key frames when the picture
    /// changes.
    private static let shorterCount = 8

    private var told: Int64?
    private var last: Int64?
    /// `longer`, `shorter`: the newest distances in a row that are all longer, or all shorter, than the last reported
    /// one.
    private var longer: [Distance] = []
    private var shorter: [Distance] = []

    /// Registers the time of a key frame. Returns the distance between key frames when it is first known or has
    /// changed, otherwise `nil`.
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

/// The probe that measures the distance between key frames of a camera that encodes by itself. Installed behind the
/// parser.
final class KeyFrameWatch: Sendable {
    private let meter = Mutex(KeyFrameMeter())
    /// Called with each newly measured distance between key frames, on the stream's thread.
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
