import DualCamPlan
import DualCamSession
import DualCamTestKit
import Testing

@Suite struct HangWatchTests {
    /// The reading of one second: stage, whether frames are due, number of heartbeats, bytes, memory.
    struct Look: Sendable {
        var reading: HangWatch.Reading
        var second: Int

        /// - Parameter every: The seconds between two frames.
        init(
            _ second: Int, _ stage: WorkerStage, _ flows: Bool, beats: Int, bytes: Int64, memory: Int64? = 10,
            every frame: Int = 0
        ) {
            self.second = second
            reading = .init(
                stage: stage, isFlowing: flows, heartbeats: beats, bytes: bytes, memory: memory,
                timeouts: FrameTimeouts(frame: .seconds(frame)))
        }
    }

    struct Story: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var looks: [Look]
        /// The actions, by the second at which they come.
        var actions: [Int: HangWatch.Action]

        init(_ name: String, _ looks: [Look], _ actions: [Int: HangWatch.Action] = [:]) {
            (testDescription, self.looks, self.actions) = (name, looks, actions)
        }
    }

    static let stories = [
        Story("files that grow", (0...60).map { Look($0, .recording, true, beats: $0, bytes: Int64($0)) }),
        Story(
            "files that stand still although heartbeats come",
            (0...7).map { Look($0, .recording, true, beats: $0, bytes: Int64(min($0, 2))) },
            [7: .killHung]),
        Story(
            "a stopped process",
            (0...6).map { Look($0, .recording, true, beats: min($0, 1), bytes: Int64(min($0, 1))) },
            [6: .killHung]),
        Story(
            "a session that fell silent while its files grow",
            (0...31).map { Look($0, .recording, true, beats: min($0, 1), bytes: Int64($0)) }, [31: .killHung]),
        Story(
            "an hour at one frame a minute",
            (0...3600).map { Look($0, .recording, true, beats: $0, bytes: Int64($0 / 60), every: 60) }),
        Story(
            "one frame a minute that no longer comes",
            (0...183).map { Look($0, .recording, true, beats: $0, bytes: 7, every: 60) }, [183: .killHung]),
        Story("no input delivers", (0...20).map { Look($0, .recording, false, beats: $0, bytes: 7) }),
        Story(
            "no input delivers, and no heartbeat comes",
            (0...6).map { Look($0, .recording, false, beats: min($0, 1), bytes: 7) }, [6: .killHung]),
        Story(
            "inputs come back: the time begins again",
            (0...14).map { Look($0, .recording, $0 >= 10, beats: $0, bytes: 7) }),
        Story("standing by", (0...100).map { Look($0, .standby, false, beats: $0, bytes: 7) }),
        Story(
            "standing by without a word", (0...6).map { Look($0, .standby, false, beats: min($0, 1), bytes: 7) },
            [6: .killHung]),
        Story("a long wait for a camera", (0...100).map { Look($0, .waiting, false, beats: $0, bytes: 0) }),
        Story(
            "devices that do not open", (0...30).map { Look($0, .preparing, false, beats: 1, bytes: 0) },
            [30: .killHung]),
        Story("a cold registry", (0...29).map { Look($0, .preparing, false, beats: 0, bytes: 0) }),
        Story(
            "finishing takes its time, but not in silence",
            (0...10).map { Look($0, .finishing, false, beats: 1, bytes: 9) },
            [10: .killHung]),
        Story(
            "an observer that slept blames nobody",
            [0, 1, 2, 3, 60, 61, 62, 63, 64].map { Look($0, .recording, true, beats: 1, bytes: 1) }),
        Story(
            "a leak: asked first, killed when nothing comes of it",
            (0...11).map { Look($0, .recording, true, beats: $0, bytes: Int64($0), memory: $0 == 0 ? 100 : 101) },
            [1: .handOver, 11: .killLeaking]),
        Story("a leak while waiting", [Look(0, .waiting, false, beats: 0, bytes: 0, memory: 101)], [0: .killLeaking]),
        Story(
            "no leak is judged while devices open or files are finished",
            [
                Look(0, .preparing, false, beats: 0, bytes: 0, memory: 101),
                Look(1, .finishing, false, beats: 1, bytes: 0, memory: 101),
            ]),
        Story(
            "memory that is not known",
            (0...3).map { Look($0, .recording, true, beats: $0, bytes: Int64($0), memory: nil) }),
    ]

    @Test(arguments: stories) func speaksWhenItMust(_ story: Story) {
        var watch = HangWatch(hang: .seconds(5), memoryLimit: 100)
        var said: [Int: HangWatch.Action] = [:]
        for look in story.looks {
            if let action = watch.observe(look.reading, at: .seconds(look.second)) { said[look.second] = action }
        }
        #expect(said == story.actions)
    }
}
