import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Files that commands name during a recording, and pictures that take too long to draw.
    @Suite(.serialized) struct CommandFiles {
        struct Result: Sendable {
            var recording: Recording
            var answers: [ClientAnswer]
            /// The longest time of a `zoom` command while another command waited for a pipe, including the start of the
            /// program.
            var zoom: Duration?
            var journal: String
            var watched: String
        }

        static let taken = Shared { () -> Result in
            let journal = try #require(TemporaryFolder())
            journal.write("LUT_1D_SIZE 2\n1 1 1\n0 0 0\n", to: "inverted.cube")
            journal.write("root:$6$secret:19000:0\n", to: "shadow.cube")
            mkfifo(journal.path + "/pipe.mp4", 0o600)
            symlink("/etc/passwd", journal.path + "/passwd.cube")
            let (events, feed) = AsyncStream.makeStream(of: Event.self)
            let environment = TestHome.environment(sockets: journal.path)
            let directing = Task { try await direct(ServeWatch(events, environment), journal, environment) }
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: "test:black", size: 320x180}}
                    microphone: test
                    combined: {layout: back-primary, size: 320x180}
                    encoders: {default: {use: x264, preset: ultrafast, bitrate: 2Mbps}}
                    """,
                watch: { feed.yield($0) }, journal: journal
            ).record()
            feed.finish()
            let (answers, zoom, watched) = try await directing.value
            return Result(recording: recording, answers: answers, zoom: zoom, journal: journal.path, watched: watched)
        }

        /// Reads the events of the recording until it ends.
        private static func follow(
            _ environment: [String: String], _ seeing: AsyncStream<Void>.Continuation
        ) async throws -> Finished {
            defer { seeing.finish() }
            return try await Child.run(Tool.dualcam, ["status", "--watch"], environment: environment) { _, _ in
                seeing.yield()
            }
        }

        private static func direct(
            _ watch: ServeWatch, _ journal: TemporaryFolder, _ environment: [String: String]
        ) async throws -> ([ClientAnswer], Duration?, String) {
            guard await watch.until({ $0.event == "recording" }) else { return ([], nil, "") }
            let (seen, seeing) = AsyncStream.makeStream(of: Void.self)
            async let follower = follow(environment, seeing)
            for await _ in seen { break }
            let clock = ContinuousClock()
            var answers = [try await watch.direct("zoom back 1.5")]
            async let slow = watch.direct("microphone file:\(journal.path)/pipe.mp4")
            var zoom = Duration.zero
            for factor in 2...5 {
                let begin = clock.now
                answers.append(try await watch.direct("zoom back \(factor)"))
                zoom = max(zoom, begin.duration(to: clock.now))
            }
            answers.append(try await slow)
            for name in ["shadow", "passwd", "inverted"] {
                answers.append(try await watch.direct("look \(journal.path)/\(name).cube"))
            }
            answers.append(try await watch.direct("look /etc/shadow.cube"))
            answers.append(try await watch.direct("mark a\u{1B}]0;t\u{7}\u{202E}b"))
            answers.append(try await watch.direct("stop"))
            return (answers, zoom, try await follower.text)
        }

        /// A file that a command must not read is refused with a message that reveals nothing of its content.
        @Test func commandsReachWhatTheyMay() async throws {
            let result = try await Self.taken.value
            #expect(result.recording.code == 0, "\(result.recording.errors)")
            try #require(result.answers.count == 12, "\(result.answers)")
            #expect(result.answers.map(\.code) == [0, 0, 0, 0, 0, 64, 64, 64, 0, 64, 0, 0], "\(result.answers)")
            let told = result.answers.map { answer in
                (answer.json["error"]?["message"]?.text ?? "").replacing(result.journal, with: "DIR")
            }
            #expect(told[5] == "'DIR/pipe.mp4' is not a regular file.")
            #expect(told[6] == "DIR/shadow.cube:1: there is an unknown keyword.")
            #expect(told[7] == "'DIR/passwd.cube' is a symbolic link, or its path contains one.")
            #expect(told[9] == "'/etc/shadow.cube' is outside the folders from which commands may use files.")
        }

        /// A command that waits for a pipe does not delay other commands.
        @Test func aPipeDelaysNoOtherCommand() async throws {
            let result = try await Self.taken.value
            #expect(try #require(result.zoom) < .seconds(2))
        }

        /// Control characters in the text of a mark are shown escaped, both in the events and on standard error.
        @Test func marksAreText() async throws {
            let result = try await Self.taken.value
            #expect(result.watched.contains(#"marked: text a\u{1B}]0;t\u{7}\u{202E}b"#), "\(result.watched)")
            for text in [result.watched, result.recording.errors] {
                #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(text)")
            }
        }
    }

    /// Pictures that take too long to draw are given up and named in the message. This one would take hours.
    @Suite struct SlowPictures {
        @Test func aDrawingThatTakesTooLong() async throws {
            let journal = try #require(TemporaryFolder())
            journal.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" width="1" \
                height="1"><feTurbulence baseFrequency="0.9" numOctaves="9999"/></filter>\
                <rect width="4000" height="4000" filter="url(#f)"/></svg>
                """, to: "slow.svg")
            journal.write(
                """
                cameras: {back: test, front: test}
                combined: {layout: pip, overlays: {logo: {image: slow.svg, size: 25%}}}
                """, to: "pip.yaml")
            let finished = try await Tool.run(Tool.dualcam, ["check", journal.path + "/pip.yaml"], patience: 200)
            #expect(finished.code == 65)
            #expect(
                finished.errors.replacing(journal.path, with: "DIR")
                    == "DIR/pip.yaml:2:50: error: combined.overlays.logo.image: 'DIR/slow.svg' takes longer than 2 s to draw; "
                    + "make it smaller or simpler; a PNG takes less time than an SVG\n"
                    + "combined: {layout: pip, overlays: {logo: {image: slow.svg, size: 25%}}}\n"
                    + String(repeating: " ", count: 49) + "^\n")
        }
    }
}
