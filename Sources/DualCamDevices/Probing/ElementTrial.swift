internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Tests GStreamer elements for hardware with a few test pictures, because a device that can be opened may still not
/// work.
enum ElementTrial {
    /// Returns true if the hardware encoder of this name successfully encodes test pictures.
    static func encodes(_ factory: String) -> Bool { passes([factory]) }

    /// Returns true if a mixer that uses a graphics chip draws test pictures. Also returns true for all other mixers,
    /// and if an element is missing, because missing elements are reported elsewhere.
    package static func draws(_ mixer: Mixer, with elements: Set<String>) -> Bool {
        let needed = MixerElements(mixer).all
        guard mixer == .gl || mixer == .va, elements.isSuperset(of: needed) else { return true }
        return passes(needed)
    }

    private static let answers = Mutex<[[String]: Bool]>([:])
    private static let frames = 4
    private static let patience = 3

    /// Returns true if a chain of elements outputs at least one of the test frames (640x360) that are sent through it.
    /// Each chain is tested once per process. Blocks for a few seconds at most: a test that hangs is abandoned.
    private static func passes(_ factories: [String]) -> Bool {
        if let known = answers.withLock({ $0[factories] }) { return known }
        // Elements that cannot be linked or started output no frames.
        let frames = BoundedCall.result(of: factories.joined(separator: " "), within: Double(patience)) {
            (try? attempt(factories)) ?? 0
        }
        let answer = frames ?? 0 > 0
        answers.withLock { $0[factories] = answer }
        return answer
    }

    /// Sends test frames through a chain of elements, and returns the number of frames that the last one outputs.
    /// Blocks.
    private static func attempt(_ factories: [String]) throws -> Int {
        let pipeline = try MediaPipeline(name: "trial-\(factories.joined(separator: "-"))")
        let source = try Element.make(
            "videotestsrc", name: "source", properties: [.init("num-buffers", .int(Int64(frames)))])
        let size = Setting.caps(
            mediaType: "video/x-raw",
            fields: [
                .init("format", .string("NV12")), .init("width", .int(640)), .init("height", .int(360)),
                .init("framerate", .fraction(30, 1)),
            ])
        let caps = try Element.make("capsfilter", name: "caps", properties: [.init("caps", size)])
        let tried = try factories.enumerated().map { try Element.make($1, name: "tried\($0)") }
        let sink = try Element.make("fakesink", name: "sink", properties: [.init("sync", .bool(false))])
        try pipeline.addChain([source, caps] + tried + [sink])
        let count = Atomic(0)
        try sink.pad("sink").addProbe(.buffers) { _ in
            count.add(1, ordering: .relaxed)
            return .pass
        }
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        _ = try pipeline.waitForEnd(nanoseconds: UInt64(patience) * 1_000_000_000)
        return count.load(ordering: .relaxed)
    }
}
