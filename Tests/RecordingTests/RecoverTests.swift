import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A recording that was killed, and what `recover` and other commands do with it.
    @Suite(.serialized, .onlyOnce) struct Recoveries {
        static let killed = Shared {
            try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: test, size: 640x360}
                      front: {device: test:ball, size: 320x180}
                    combined: {size: 640x360}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {segment: 3s}
                    """, interruptions: [Interruption(SIGKILL, to: .tree) { $0.tells(ofSeconds: 4.5) }]
            ).record()
        }

        private struct Session: Decodable {
            var state: String
            var folder: String
        }

        private struct Report: Decodable {
            struct File: Decodable {
                var file: String
                var frames: Int
                var playable: Bool
                var lost: Double?
            }

            var state: String
            var files: [File]
        }

        private struct Audit: Decodable {
            struct Output: Decodable {
                var output: String
                var frames: Int
                var unaccounted: Int
            }

            struct Finding: Decodable {
                var severity: String
                var text: String
            }

            var verdict: String
            var outputs: [Output]
            var findings: [Finding]
        }

        private func run<Result: Decodable>(_ result: Result.Type, _ words: String...) async throws -> (Int32, Result) {
            let finished = try await Tool.run(Tool.dualcam, words + ["--json"])
            return (finished.code, try JSONDecoder().decode(result, from: finished.output))
        }

        @Test func aKilledRecordingIsFinishedAndProven() async throws {
            let recording = try await Self.killed.value
            let directory = recording.folder.path
            #expect(recording.code == -SIGKILL)
            let (_, sessions) = try await run([Session].self, "sessions", directory)
            #expect(sessions.map(\.state) == ["unfinished"])
            let folder = try #require(sessions.first).folder
            let recorded = try #require(recording.events.last { $0.event == "status" }?.outputs)

            let (code, report) = try await run(Report.self, "recover", directory)
            #expect(code == 0)
            #expect(report.state == "recovered")
            #expect(report.files.count { $0.playable && $0.file.contains("_001.") } == 3)
            #expect(report.files.filter(\.playable).allSatisfy { ($0.lost ?? 99) <= 1 }, "\(report.files)")

            let (verdict, audit) = try await run(Audit.self, "audit", folder)
            #expect(verdict == 0, "\(audit.findings)")
            #expect(audit.verdict == "proven")
            #expect(audit.outputs.map(\.unaccounted) == [0, 0, 0])
            for output in recorded {
                let found = try #require(audit.outputs.first { $0.output == output.output }).frames
                #expect(found >= output.frames - 30, "\(output.output)")
            }
            let left = recording.folder.contents
            #expect(!left.contains { $0.hasSuffix("UNFINISHED") || $0.hasSuffix("ledger.jsonl") })
            let playable = report.files.filter(\.playable).map { folder + "/" + $0.file }
            for file in try await Judgement.of(playable) {
                #expect(file.errors.isEmpty, "\(file.file)")
                recording.expectWhole(file)
            }
        }

        /// Files are recognised by their tags if ledger and `session.json` are lost. mov and Matroska store the title
        /// in different ways.
        @Test(arguments: ["mov", "mkv"])
        func filesAreKnownByTheirTagsWhenLedgerAndManifestAreLost(container: String) async throws {
            let recording = try await Recorder(
                pipeline: """
                    name: two cameras
                    cameras: {back: {device: test, size: 320x180}, front: {device: test:ball, size: 320x180}}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {segment: 1s, container: \(container)}
                    """, arguments: ["--duration", "2s"]
            ).record()
            let folder = URL(filePath: try recording.path("back_000.\(container)")).deletingLastPathComponent().path
            try FileManager.default.removeItem(atPath: folder + "/session.json")
            let (code, report) = try await run(Report.self, "recover", folder)
            #expect(code == 0)
            #expect(report.files.map(\.frames) == [30, 30, 30, 30], "\(report.files)")
            let (verdict, audit) = try await run(Audit.self, "audit", folder)
            #expect(verdict == 74)
            #expect(audit.verdict == "unknown")
            #expect(audit.outputs.map(\.output) == ["back", "front"])
            #expect(audit.outputs.map(\.unaccounted) == [0, 0], "\(audit.findings)")
        }

        @Test func aByteThatChangesIsFound() async throws {
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180}}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "1s"]
            ).record()
            let path = try recording.path(".mov")
            let folder = URL(filePath: path).deletingLastPathComponent().path
            #expect(try await run(Audit.self, "audit", folder).0 == 0)
            let file = try FileHandle(forUpdating: URL(filePath: path))
            try file.seek(toOffset: 5000)
            let byte = try #require(try file.read(upToCount: 1)?.first)
            try file.seek(toOffset: 5000)
            try file.write(contentsOf: [byte ^ 0xFF])
            try file.close()
            let (code, audit) = try await run(Audit.self, "audit", folder)
            #expect(code == 74)
            #expect(audit.findings.contains { $0.severity == "damaged" && $0.text.contains("SHA-256") })
        }
    }
}
