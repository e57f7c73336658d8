import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Two 720p cameras with a transition between them while a framed inset moves. The mixer has to keep up even in a
    /// build without optimisation.
    @Suite(.serialized) struct LiveMotions {
        struct Result: Sendable {
            var recording: Recording
            var answers: [ClientAnswer]
        }

        /// The commands; each change takes 700 ms.
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

        /// Sends one command per second.
        private static func direct(_ visitor: Visitor, _ seconds: AsyncStream<Void>) async -> [ClientAnswer] {
            var (answers, seconds) = ([ClientAnswer](), seconds.makeAsyncIterator())
            for command in commands {
                await seconds.next()
                answers.append(await visitor.direct(command))
            }
            return answers
        }

        @Test func endsWell() async throws {
            let result = try await Self.taken.value
            #expect(result.recording.code == 0, "\(result.recording.errors)")
            #expect(result.answers.map(\.code) == [0, 0, 0], "\(result.answers)")
            #expect(result.recording.events.complaints.isEmpty, "\(result.recording.events.complaints)")
        }

        /// Every counter is there once, in the cameras' files and in the combined picture while one camera fills it,
        /// except for reported losses.
        @Test func everyCounterIsThereOnce() async throws {
            let result = try await Self.taken.value
            let events = result.recording.events
            let paths = try ["back", "front", "combined"].map { try result.recording.path("\($0)_000.mov") }
            let judged = try await Judgement.of(paths)
            for file in judged.dropLast() { result.recording.expectWhole(file) }
            let combined = try #require(judged.last)
            let (frames, track) = (try #require(combined.video?.frames), try #require(combined.video))
            #expect(abs(track.length - 6) < 0.034 && (179 - events.dropped("combined")...181).contains(frames))
            let start = try #require(
                result.recording.events.first { $0.event == "file-finished" && $0.output == "combined" }?.start)
            let dissolve = Int(((try #require(result.answers.last?.at) - start) * 30).rounded())
            let (counters, end) = (try #require(combined.counters), dissolve + 21)
            // Two counters that dissolve into each other may be unreadable.
            #expect(counters.unreadable.allSatisfy { (dissolve..<end).contains($0) }, "\(counters.unreadable)")
            let lost = counters.unreadable.filter { $0 < end }.count
            let parts = [
                ("back", counters.read.prefix(dissolve)), ("front", counters.read.dropFirst(end - lost)),
            ]
            for (camera, part) in parts {
                #expect(part.count > 30)
                let steps = zip(part, part.dropFirst()).map { $1 - $0 }
                let again = steps.count { $0 == 0 }
                let missing = steps.reduce(0) { $0 + max(0, $1 - 1) }
                let told = (again: events.repeated(camera), missed: events.missed(camera) + events.dropped("combined"))
                #expect(steps.allSatisfy { $0 >= 0 } && again <= told.again, "\(told): \(counters.read)")
                #expect(missing <= told.again + told.missed, "\(told): \(counters.read)")
            }
        }
    }
}
