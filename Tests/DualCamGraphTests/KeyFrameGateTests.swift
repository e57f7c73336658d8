@testable import DualCamPlan
import DualCamTestKit
import GStreamer
import Mixer
import Synchronization
import Testing

@testable import DualCamGraph

/// A full queue of pictures that depend on each other drops complete groups, never single pictures from their middle.
@Suite struct KeyFrameGateTests {
    /// Each picture is a key frame (K) or not (p), with the fill level of a queue of 4. The result says for each
    /// picture whether it passes.
    @Test(arguments: [
        ("there is room", "K0 p1 p2 p3", "++++"),
        ("it is full: up to the next key frame", "K3 p4 p2 p0 K1 p1", "+---++"),
        ("it has to be half empty first", "p4 K3 p2 K2 p3", "---++"), ("a key frame finds no room", "K4 p0 K0", "--+"),
    ])
    func wholeGroupsAreLeftOut(_ what: String, _ pictures: String, _ told: String) {
        var rule = KeyFrameRule()
        let taken = pictures.split(separator: " ").map { picture in
            rule.admits(
                isKeyFrame: picture.first == "K", waiting: picture.last?.wholeNumberValue ?? 0, of: 4) ? "+" : "-"
        }
        #expect(taken.joined() == told, "\(what)")
    }

    private struct Seen: Sendable {
        var last = Int64(-1)
        var count = 0
        var gaps = 0
        var broken = 0
    }

    private static let (count, interval, room) = (240, 30, 12)

    private static var row: [ElementPlan] {
        KeyedPictures.row(count: count, interval: interval) + [
            .queue("queue", .still, buffers: room), ElementPlan("h264parse", name: "repack", branch: .still),
            ElementPlan("fakesink", name: "sink", branch: .still),
        ]
    }

    /// The queue is blocked until 50 pictures were dropped, and then the source until the queue is empty. Each gap in
    /// the output ends with a key frame, and every dropped picture is counted.
    @Test(.timeLimit(.minutes(1)), .tags(.process)) func whatComesThroughCanBeDecoded() throws {
        try MixerLibrary.initialize()
        let pipeline = try MediaPipeline(name: "gate")
        defer { pipeline.stop() }
        var builder = GraphBuilder(pipeline: pipeline)
        try builder.makeChain(Self.row)
        let lost = Atomic(0)
        let (opened, emptied) = (Promise<Void>(), Promise<Void>())
        let gate = try KeyFrameGate(try builder.element("queue")) { time in
            guard time != nil, lost.add(1, ordering: .relaxed).newValue == 50 else { return }
            opened.keep(())
            _ = emptied.wait(within: 20)
        }
        gate.install(on: try builder.pad("queue", "sink"))
        let seen = Mutex(Seen())
        let frame = Int64(1_000_000_000 / 25)
        try builder.pad("queue", "src").addProbe(.buffers) { info in
            _ = opened.wait(within: 20)
            guard let time = info.runningTime else { return .pass }
            seen.withLock { seen in
                let isGap = seen.last >= 0 && time - seen.last > frame * 3 / 2
                (seen.gaps, seen.broken) = (
                    seen.gaps + (isGap ? 1 : 0), seen.broken + (isGap && !info.isKeyFrame ? 1 : 0)
                )
                (seen.last, seen.count) = (time, seen.count + 1)
                if seen.count == Self.room { emptied.keep(()) }
            }
            return .pass
        }
        try pipeline.setState(.playing)
        #expect(try pipeline.waitForEnd(nanoseconds: 40_000_000_000))
        let result = seen.withLock { $0 }
        #expect(result.count + lost.load(ordering: .relaxed) == Self.count)
        #expect(result.gaps > 0 && result.broken == 0, "\(result)")
        #expect(result.count > Self.room, "it goes on")
    }
}
