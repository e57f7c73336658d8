@testable import DualCamPlan
import DualCamConfig
import DualCamTestKit
import GStreamer
import Mixer
import Synchronization
import Testing

@testable import DualCamTiming
@testable import DualCamGraph

/// Pauses of a stream whose pictures depend on each other: it resumes at its own next key frame.
@Suite struct KeyedValveTests {
    /// Everything happens on the thread of the encoder's output, timed by the numbers of the pictures.
    private static let (count, interval, frame) = (240, 30, Int64(40_000_000))

    private static func row(reordered: Int) -> [ElementPlan] {
        KeyedPictures.row(count: count, interval: interval, reordered: reordered) + [
            ElementPlan("identity", name: "valve", branch: .still),
            ElementPlan("avdec_h264", name: "decoder", branch: .still, [Property("max-threads", .int(1))]),
            ElementPlan("fakesink", name: "sink", branch: .still, [Property("sync", .bool(false))]),
        ]
    }

    private struct Seen: Sendable {
        var arrived = 0
        var passed: [(time: Int64, isKeyFrame: Bool)] = []
        var (decoded, broken) = (0, 0)
    }

    /// Pauses at picture 40, resumes at picture 70, and pauses again before the key frame 120, for which the valve
    /// waits then.
    private static func lead(_ window: RecordingWindow, at number: Int, _ time: Int64) {
        let cadence = Cadence([FrameRate(25)])
        switch number {
        case 40, 100, 112: _ = window.change { $0.pause(at: time) }
        case 70, 108, 117: _ = window.change { $0.resume(at: time, cadence) }
        default: break
        }
    }

    @Test(
        "every picture that is recorded can be decoded, and each that is not is counted", .timeLimit(.minutes(1)),
        .tags(.process), arguments: [0, 2])
    func pauses(reordered: Int) throws {
        try MixerLibrary.initialize()
        let pipeline = try MediaPipeline(name: "keyed")
        defer { pipeline.stop() }
        var builder = GraphBuilder(pipeline: pipeline)
        try builder.makeChain(Self.row(reordered: reordered))
        let window = RecordingWindow(SessionInterval(deciding: [0])) { _ in }
        let lost = Atomic(0)
        let seen = Mutex(Seen())
        try builder.pad("valve", "sink").addProbe(.buffers) { info in
            let number = seen.withLock { seen in
                defer { seen.arrived += 1 }
                return seen.arrived
            }
            if let time = info.runningTime { Self.lead(window, at: number, time) }
            return .pass
        }
        let plan = ValvePlan(
            pad: PadReference("valve", "src"), media: .video, needsKeyFrame: true, branch: .still,
            bufferNanoseconds: Self.frame)
        let valve = RecordingValve(plan, index: 0, pad: try builder.pad("valve", "src"), line: window) {
            lost.add(1, ordering: .relaxed)
        }
        valve.install(behind: try builder.pad("valve", "sink"))
        try builder.pad("decoder", "sink").addProbe(.buffers) { info in
            if let time = info.runningTime {
                seen.withLock { $0.passed.append((time, info.isKeyFrame)) }
            }
            return .pass
        }
        try builder.pad("decoder", "src").addProbe(.buffers) { info in
            let isBroken = info.isCorrupted
            seen.withLock { ($0.decoded, $0.broken) = ($0.decoded + 1, $0.broken + (isBroken ? 1 : 0)) }
            return .pass
        }
        try pipeline.setState(.playing)
        #expect(try pipeline.waitForEnd(nanoseconds: 40_000_000_000))
        try Self.judge(seen.withLock { $0 }, lost: lost.load(ordering: .relaxed), reordered: reordered, window.cuts)
    }

    private static func judge(_ seen: Seen, lost: Int, reordered: Int, _ cuts: CutList) throws {
        #expect(seen.arrived == count && cuts.cuts.count == 3)
        #expect(seen.decoded == seen.passed.count && seen.broken == 0, "\(seen.decoded) of \(seen.passed.count)")
        let times = seen.passed.map(\.time).sorted()
        let begin = try #require(times.first)
        // The pictures before key frame 90, then those before key frame 120, which the third pause has delayed.
        let gaps = zip(times, times.dropFirst()).filter { $1 - $0 > frame * 3 / 2 }
        #expect(gaps.count == 2)
        for (_, to) in gaps {
            #expect(seen.passed.contains { $0.time == to && $0.isKeyFrame }, "resumes at a key frame")
        }
        guard reordered == 0 else { return }
        // A key frame has the same time as in the combined picture: all pauses together are subtracted, which are whole
        // frames.
        let steps = (gaps.map { Int(($1 - $0) / frame) - 1 })
        let paused = cuts.cuts.reduce(Int64(0)) { $0 + ($1.to?.nanoseconds ?? 0) - $1.from.nanoseconds }
        #expect(paused % frame == 0 && times.count + lost + Int(paused / frame) == count)
        #expect(steps.reduce(0, +) == lost && lost > 15, "\(steps) \(lost)")
        #expect(times.last.map { ($0 - begin) / frame } == Int64(times.count + lost - 1))
    }
}
