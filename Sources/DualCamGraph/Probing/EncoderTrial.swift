internal import Dispatch
internal import GStreamer
internal import Synchronization

/// Whether a chip's encoder does its work: that its device opens says little.
enum EncoderTrial {
    private static let answers = Mutex<[String: Bool]>([:])
    private static let frames = 4
    private static let patience = 3

    /// Has it encode some frames of 640x360, once per factory and process. Blocks for some seconds at most: one that hangs is left
    /// to itself.
    static func encodes(_ factory: String) -> Bool {
        if let known = answers.withLock({ $0[factory] }) { return known }
        let (done, result) = (DispatchSemaphore(value: 0), Answer())
        DispatchQueue.global().async {
            result.value.store(((try? attempt(factory)) ?? 0) > 0, ordering: .releasing)
            done.signal()
        }
        _ = done.wait(timeout: .now() + .seconds(patience))
        let answer = result.value.load(ordering: .acquiring)
        answers.withLock { $0[factory] = answer }
        return answer
    }

    private final class Answer: Sendable {
        let value = Atomic(false)
    }

    /// How many frames come out of it. Blocks.
    private static func attempt(_ factory: String) throws -> Int {
        let pipeline = try MediaPipeline(name: "trial-\(factory)")
        let source = try Element.make(
            "videotestsrc", name: "source", properties: [.init("num-buffers", .int(Int64(frames)))])
        let size = Setting.caps(
            mediaType: "video/x-raw",
            fields: [
                .init("format", .string("NV12")), .init("width", .int(640)), .init("height", .int(360)),
                .init("framerate", .fraction(30, 1)),
            ])
        let caps = try Element.make("capsfilter", name: "caps", properties: [.init("caps", size)])
        let encoder = try Element.make(factory, name: "encoder")
        let sink = try Element.make("fakesink", name: "sink", properties: [.init("sync", .bool(false))])
        let all = [source, caps, encoder, sink]
        for element in all { try pipeline.add(element) }
        for (from, to) in zip(all, all.dropFirst()) { try from.pad("src").link(to: to.pad("sink")) }
        let count = Count()
        try sink.pad("sink").addProbe(.buffers) { _ in
            count.value.add(1, ordering: .relaxed)
            return .pass
        }
        defer { _ = try? pipeline.setState(.null) }
        try pipeline.setState(.playing)
        _ = try pipeline.waitForEnd(nanoseconds: UInt64(patience) * 1_000_000_000)
        return count.value.load(ordering: .relaxed)
    }

    private final class Count: Sendable {
        let value = Atomic(0)
    }
}
