internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Measures the time between key frames in a stream that a camera itself has encoded. All times are in nanoseconds of
/// running time.
struct KeyFrameMeter: Sendable {
    /// The time between two key frames of a camera, and the time `from` of the key frame with which it begins to apply.
    struct Distance: Sendable, Equatable {
        var length: Int64
        var from: Int64
    }

    /// The minimum change of the time between key frames that is reported, as a fraction (0.1 means 10 %).
    private static let change = 0.1
    /// The number of consecutive longer intervals that count as a change. A single one may be due to a lost key frame.
    private static let longerCount = 2
    /// The number of consecutive shorter intervals that count as a change. Cameras also make key frames when the scene
    /// changes.
    private static let shorterCount = 8

    private var told: Int64?
    private var last: Int64?
    /// The newest consecutive intervals between key frames that are all longer than the last reported one.
    private var longer: [Distance] = []
    /// The newest consecutive intervals between key frames that are all shorter than the last reported one.
    private var shorter: [Distance] = []

    /// Registers the time of a key frame. If the time between key frames has become known or has changed, returns it;
    /// otherwise returns `nil`.
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

/// A probe that measures the time between key frames of a camera that encodes its own pictures. Installed after the
/// parser.
final class KeyFrameWatch: Sendable {
    private let meter = Mutex(KeyFrameMeter())
    /// The closure that is called with each newly measured time between key frames, on the stream's thread.
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
