import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A recording that is directed by other programs, with every endpoint and command.
    @Suite(.serialized) struct Directing {
        /// The clients' requests and the answers to them, in order.
        struct Heard: Sendable {
            var answers: [ClientAnswer] = []
            var python = ""
            var supervisor = ""
            /// The complete output of `status --watch`.
            var watched: Finished?
            /// The snapshot that was taken.
            var picture: [UInt8] = []
        }

        struct Result: Sendable {
            var recording: Recording
            var heard: Heard
            var socket: String

            func answer(_ word: String) throws -> ClientAnswer {
                try #require(heard.answers.first { $0.words.first == word })
            }

            /// Returns the event that reports a finished file.
            func file(_ output: String, _ segment: Int) throws -> Event {
                try #require(
                    recording.events.first {
                        $0.event == "file-finished" && $0.output == output && $0.segment == segment
                    })
            }
        }

        static let taken = Shared { () -> Result in
            let journal = try #require(TemporaryFolder())
            let visits = Lock((socket: String?.none, visit: Task<Heard, Never>?.none))
            let recording = try await Recorder(
                pipeline: """
                    name: lesson
                    cameras:
                      back: {device: test, size: 320x180}
                      front: {device: "test:red", size: 320x180}
                    microphone: test
                    combined: {layout: pip, main: back, size: 320x180, inset: {camera: front, position: top-right, size: 40%}}
                    encoders: {default: {use: x264, preset: ultrafast, bitrate: 2Mbps}}
                    recording: {segment: 10min}
                    """, arguments: ["--duration", "60s"],
                watch: { event in
                    visits.with { visits in
                        if event.event == "control" { visits.socket = event.socket }
                        guard event.event == "recording", let socket = visits.socket else { return }
                        visits.visit = Task { await Visitor(socket, journal).visit() }
                    }
                }, journal: journal
            ).record()
            let heard = try #require(await visits.with { $0.visit }?.value)
            return Result(recording: recording, heard: heard, socket: try #require(visits.with { $0.socket }))
        }

        /// Each answer has the running time from which the change holds, in increasing order. A still names the time of
        /// its picture, which the mixer may have drawn a little later. A mark uses the clock, so the next frame may be
        /// older.
        @Test func everyCommandIsAnsweredWithItsTime() async throws {
            let result = try await Self.taken.value
            #expect(result.recording.code == 0, "\(result.recording.errors)")
            for answer in result.heard.answers where answer.words.first != "control" {
                #expect(answer.code == 0, "\(answer)")
            }
            let timed = result.heard.answers.filter { $0.words.first != "control" }
            #expect(!timed.map(\.at).contains(nil), "\(result.heard.answers)")
            let times = timed.filter { !["snapshot", "mark"].contains($0.words.first) }.compactMap(\.at)
            #expect(times == times.sorted(), "\(times)")
            let still = try #require(try result.answer("snapshot").at)
            #expect(still > (try #require(try result.answer("zoom").at)))
            #expect(still < (try #require(try result.answer("pause").at)))
            #expect(result.heard.answers.map(\.words) == Visitor.lines)
            let refusal = try result.answer("control")
            #expect(refusal.code == 69)
            #expect(refusal.json["error"]?["code"]?.text == ControlRefusal.Code.unsupported.rawValue, "\(refusal)")
        }

        /// The combined picture changes at the frame of each answer and at no other. The first command may take effect
        /// at the first frame, which has no frame before it to differ from.
        @Test func eachSwitchIsFoundAtItsFrame() async throws {
            let result = try await Self.taken.value
            let begin = try #require(try result.file("combined", 0).start)
            let expected = result.heard.answers.filter(\.isOfPicture).compactMap(\.at).map {
                Int((($0 - begin) * 30).rounded())
            }
            #expect(expected.count == Visitor.pictures.count)
            let frames = try await Thumbnails(of: try result.recording.path("combined_000.mov"))
            #expect(frames.changes == expected.filter { $0 > 0 })
        }

        /// Only the counters of the pause are missing, from its begin to its end. The new files begin at the reported
        /// time.
        @Test(arguments: ["back", "front"]) func noFrameIsMissing(output: String) async throws {
            let result = try await Self.taken.value
            let judged = try await Judgement.of([0, 1].map { try result.recording.path("\(output)_00\($0).mov") })
            let read = judged.map { $0.counters?.read ?? [] }
            let all = read.joined().map { $0 }
            #expect(judged.allSatisfy { $0.errors.isEmpty && $0.counters?.unreadable == [] })
            let split = try #require(try result.answer("split").at)
            let start = try #require(try result.file(output, 1).start)
            #expect((0..<0.034).contains(start - split))
            let (from, to) = (
                try #require(try result.answer("pause").at), try #require(try result.answer("resume").at)
            )
            let begin = try #require(try result.file(output, 0).start)
            let jumps = zip(all, all.dropFirst()).enumerated().filter { $1.1 != $1.0 + 1 }
            let places = [from, to].map { Int((($0 - begin) * 30).rounded(.up)) }
            #expect(jumps.map { $0.offset + 1 } == [places[0]])
            #expect(jumps.map { $1.1 - $1.0 - 1 } == [places[1] - places[0]])
        }

        @Test func theOtherEndpointsAnswerAlike() async throws {
            let result = try await Self.taken.value
            #expect(try result.answer("swap").status == 200)
            #expect(result.heard.supervisor.contains("\0run\0"))
            let told = /(recording|paused) (one|two) \['battery', 'event'\]\n/
            #expect(result.heard.python.wholeMatch(of: told) != nil, "\(result.heard.python)")
            #expect(!FileManager.default.fileExists(atPath: result.socket))
            // A PNG file: the signature, and the full size of the picture.
            #expect(result.heard.picture.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
            #expect(result.heard.picture.dropFirst(16).prefix(8) == [0, 0, 1, 64, 0, 0, 0, 180])
        }

        /// `status --watch` prints the state and then one line per event, without lists of files.
        @Test func whoWatchesIsToldLineByLine() async throws {
            let result = try await Self.taken.value
            let watched = try #require(result.heard.watched)
            #expect(watched.code == 0, "\(watched.errors)")
            let lines = watched.text.split(separator: "\n").map(String.init)
            #expect(lines.first?.hasPrefix("lesson (process ") == true)
            for text in [
                "  layout: side-by-side", "  mute: off", "  segment: segment 1, at ", "  paused", "  resumed",
                "  stopping: reason request",
            ] {
                #expect(lines.contains { $0.contains(" s" + text) }, "\(text): \(lines.suffix(20))")
            }
            #expect(
                lines.contains { $0.contains(" s  finished: exit-code 0") && $0.contains("files 6, losses ") },
                "\(lines.suffix(5))")
            #expect(lines.allSatisfy { $0.count < 300 }, "\(lines)")
        }
    }
}
