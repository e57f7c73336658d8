import DualCamSession
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Two cameras in 720p, of which one gives way to the other while a framed inset moves: by whatever build is tested, also one
    /// that is not optimised.
    @Suite(.serialized) struct LiveMotions {
        struct Result: Sendable {
            var recording: Recording
            var answers: [ClientAnswer]
        }

        /// Each takes 700 ms.
        private static let commands = [
            ["inset", "top-left", "--size", "40%", "--over", "700ms"],
            ["inset", "top-right", "--size", "25%", "--over", "700ms"],
            ["main", "front", "--transition", "dissolve", "--over", "700ms"],
        ]

        static let taken = Shared { () -> Result in
            let journal = try #require(TemporaryFolder())
            let visit = Lock((socket: String?.none, answers: Task<[ClientAnswer], Never>?.none))
            let (seconds, second) = AsyncStream.makeStream(of: Void.self)
            let recording = try await Recorder(
                pipeline: """
                    name: moving
                    cameras:
                      back: {device: test, size: 1280x720}
                      front: {device: "test:ball", size: 1280x720}
                    microphone: test
                    combined:
                      layout: pip
                      main: back
                      size: 1280x720
                      inset: {camera: front, position: top-right, size: 25%, radius: 24, border: 4, shadow: 24}
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "6s"],
                watch: { event in
                    visit.with { visit in
                        if event.event == "control" { visit.socket = event.socket }
                        if event.event == "status" { second.yield() }
                        guard event.event == "recording", let socket = visit.socket else { return }
                        visit.answers = Task { await direct(Visitor(socket, journal), seconds) }
                    }
                }, journal: journal
            ).record()
            second.finish()
            let answers = try #require(await visit.with { $0.answers }?.value)
            return Result(recording: recording, answers: answers)
        }

        /// One in each second.
        private static func direct(_ visitor: Visitor, _ seconds: AsyncStream<Void>) async -> [ClientAnswer] {
            var (answers, seconds) = ([ClientAnswer](), seconds.makeAsyncIterator())
            for command in commands {
                await seconds.next()
                answers.append(await visitor.direct(command))
            }
            return answers
        }

        @Test func nothingIsLost() async throws {
            let result = try await Self.taken.value
            #expect(result.recording.code == 0, "\(result.recording.errors)")
            #expect(result.answers.map(\.code) == [0, 0, 0], "\(result.answers)")
            let wrong = result.recording.events.filter {
                ["failed", "dropped", "repeated", "warning"].contains($0.event) && $0.code != "sensor"
            }
            #expect(wrong.isEmpty, "\(wrong)")
        }

        /// In the cameras' files, and in the combined picture as long as one camera fills it.
        @Test func everyCounterIsThereOnce() async throws {
            let result = try await Self.taken.value
            let paths = try ["back", "front", "combined"].map { try result.recording.path("\($0)_000.mov") }
            let judged = try await Judgement.of(paths)
            for file in judged.dropLast() {
                let counters = try #require(file.counters)
                #expect(counters.areConsecutive && abs(counters.read.count - 180) <= 1, "\(file.file): \(counters)")
            }
            let combined = try #require(judged.last)
            let (frames, track) = (try #require(combined.video?.frames), try #require(combined.video))
            #expect(abs(frames - 180) <= 1 && abs(track.length - Double(frames) / 30) < 0.002)
            let start = try #require(
                result.recording.events.first { $0.event == "file-finished" && $0.output == "combined" }?.start)
            let dissolve = Int(((try #require(result.answers.last?.at) - start) * 30).rounded())
            let (counters, end) = (try #require(combined.counters), dissolve + 21)
            // Two counters that dissolve into each other may be unreadable.
            #expect(counters.unreadable.allSatisfy { (dissolve..<end).contains($0) }, "\(counters.unreadable)")
            let lost = counters.unreadable.filter { $0 < end }.count
            let parts = [counters.read.prefix(dissolve), counters.read.dropFirst(end - lost)]
            for part in parts {
                #expect(part.count > 30)
                #expect(zip(part, part.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(counters.read)")
            }
        }
    }
}
