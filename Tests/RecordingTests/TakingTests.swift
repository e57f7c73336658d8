import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A self-timer, marks, and a split in a recording without segments, in the containers whose chapters `Pauses` does
    /// not test.
    @Suite(.serialized) struct Taking {
        struct Result: Sendable {
            var take: DirectedTake
            var outcome: SessionOutcome
            var split: Int64
            var countdown: [Int]
        }

        private static let taken = SideBySide(["mp4", "mkv"]) { (container) -> Result in
            let take = try await DirectedTake(
                """
                cameras:
                  back: {device: test, size: 320x180}
                microphone: test
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {container: \(container), segment: off, delay: 1200ms}
                """)
            let told = Lock((split: Int64(0), countdown: [Int]()))
            let outcome = try await take.record { take in
                told.with { $0.countdown = take.countdown }
                try await take.until(recorded: 1)
                try await take.perform(.mark, [.init("text", "one")])
                let split = try await take.perform(.split)
                told.with { $0.split = split }
                try await take.until(recorded: 2)
                try await take.perform(.mark)
                try await take.perform(.stop)
            }
            return told.with { Result(take: take, outcome: outcome, split: $0.split, countdown: $0.countdown) }
        }

        @Test(arguments: ["mp4", "mkv"]) func aSplitLosesNothing(container: String) async throws {
            let result = try await Self.taken.of(container)
            #expect(result.countdown == [2, 1])
            #expect(result.outcome.exit == .finished)
            #expect(result.outcome.files.map(\.segment) == [0, 1])
            var counters: [Int] = []
            for path in result.outcome.files.map(\.path) {
                let judged = try await Judgement.of(path)
                #expect(judged.errors.isEmpty)
                counters += judged.counters?.read ?? []
            }
            let first = try #require(counters.first)
            #expect(counters == Array(first..<first + counters.count))
            let starts = result.outcome.files.compactMap { $0.summary?.start.nanoseconds }
            let late = try #require(starts.last) - result.split
            #expect((0..<34_000_000).contains(late))
            let audit = try await Tool.run(Tool.dualcam, ["audit", try #require(result.outcome.folder)])
            #expect(audit.code == 0, "\(audit.text) \(audit.errors)")
        }

        @Test(arguments: ["mp4", "mkv"]) func eachFileHasItsOwnChapters(container: String) async throws {
            let result = try await Self.taken.of(container)
            var titles: [[String]] = []
            for path in result.outcome.files.map(\.path) {
                let chapters = try await Pauses.chapters(path)
                titles.append(chapters.map(\.title))
                #expect(chapters.allSatisfy { $0.start > 0.3 && $0.start < 2 }, "\(chapters)")
            }
            #expect(titles == [["one"], ["Mark 2"]])
        }

        /// A camera's own H.264 stream ends at the start of a pause and resumes at the first key frame after it. Every
        /// frame can be decoded, and the frames between the pause and the key frame are reported.
        @Test func anH264StreamResumesAtAKeyFrame() async throws {
            let clips = try await Recordings.Clips.clips.value
            let take = try await DirectedTake(
                """
                cameras:
                  back: {device: "file:\(clips.back.path)", size: 640x360, rate: 30}
                microphone: none
                encoders: {default: {use: passthrough}}
                """)
            let outcome = try await take.record { take in
                try await take.until(recorded: 1)
                try await take.perform(.pause)
                try await take.perform(.resume)
                try await take.until(recorded: 3)
                try await take.perform(.stop)
            }
            let path = try #require(outcome.files.first?.path)
            let judged = try await Judgement.of(path)
            #expect(judged.errors.isEmpty)
            let audit = try await Tool.run(Tool.dualcam, ["audit", try #require(outcome.folder)])
            #expect(audit.code == 0, "\(audit.text) \(audit.errors)")
        }
    }
}
