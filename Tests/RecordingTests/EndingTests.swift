import Foundation
import Testing

extension Recordings {
    /// Signals during a recording.
    @Suite(.serialized) struct Endings {
        static func recorder(
            _ interruptions: [Interruption], container: String = "mov", size: String = "640x360"
        ) -> Recorder {
            Recorder(
                pipeline: """
                    cameras:
                      back: {device: test, size: \(size)}
                      front: {device: test:ball, size: 320x180}
                    combined: {size: \(size)}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {container: \(container)}
                    """, interruptions: interruptions)
        }

        /// Returns the findings about three files, and expects that they have no error.
        static func judge(_ recording: Recording, _ container: String = "mov") async throws -> [Judgement] {
            let paths = recording.paths(".\(container)")
            #expect(paths.count == 3)
            let files = try await Judgement.of(paths)
            for file in files {
                #expect(file.errors.isEmpty, "\(file.file)")
                recording.expectWhole(file)
                #expect(file.audio?.codec == "aac")
            }
            return files
        }

        private static let interrupted = SideBySide([SIGINT, SIGTERM]) { signal in
            try await recorder([Interruption(signal) { $0.tells(ofSeconds: 1) }]).record()
        }

        /// The aim is that one signal finishes the files within 1 s on an idle machine; 4 s are allowed here. A wait
        /// for something that is lost is given up after 5 s.
        @Test(arguments: [(SIGINT, "interrupt"), (SIGTERM, "terminate")])
        func oneSignalFinishesTheFiles(signal: Int32, reason: String) async throws {
            let recording = try await Self.interrupted.of(signal)
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.first("stopping")?.reason == reason)
            #expect(!recording.holds("UNFINISHED"))
            let sent = try #require(recording.signals.first)
            let finished = try #require(recording.events.last { $0.event == "file-finished" }).arrival
            print("files finished \(sent.duration(to: finished)) after the signal")
            #expect(sent.duration(to: finished) <= .seconds(4))
            let lengths = try await Self.judge(recording).map { try #require($0.video?.length) }
            #expect(try #require(lengths.max()) - #require(lengths.min()) <= 0.034, "\(lengths)")
        }

        /// A second signal does not wait for encoders that are behind, so the pictures are small. In smaller ones the
        /// inset would cover the counter.
        @Test func aSecondSignalStillLeavesPlayableFiles() async throws {
            let interruptions = [
                Interruption(SIGINT) { $0.tells(ofSeconds: 1) }, Interruption(SIGINT) { $0.event == "stopping" },
            ]
            let recording = try await Self.recorder(interruptions, size: "480x270").record()
            #expect(recording.signals.count == 2)
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(try #require(recording.signals.last).duration(to: recording.ended) <= .seconds(5))
            _ = try await Self.judge(recording)
        }

        private static let killed = SideBySide(["mov", "mp4", "mkv"]) { container in
            try await recorder([Interruption(SIGKILL, to: .tree) { $0.tells(ofSeconds: 3.5) }], container: container)
                .record()
        }

        /// Both processes are killed, so only what is on the disk counts. At most `max-loss`, one second, may be
        /// missing.
        @Test(arguments: ["mov", "mp4", "mkv"]) func aKilledRecordingKeepsAllButTheEnd(container: String) async throws {
            let recording = try await Self.killed.of(container)
            #expect(recording.code == -SIGKILL)
            #expect(recording.holds("UNFINISHED"))
            #expect(try Manifest(at: try recording.path("session.json")).state == "recording")
            let recorded = try #require(recording.events.last { $0.event == "status" }?.outputs)
            for file in try await Self.judge(recording, container) {
                let frames = try #require(recorded.first { file.file.contains("_\($0.output)_") }).frames
                #expect(try #require(file.video?.frames) >= frames - 30, "\(file.file), of \(frames)")
                #expect(try #require(file.audio?.end) >= Double(frames - 30) / 30)
            }
        }
    }
}
