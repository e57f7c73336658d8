import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A recording in several segments.
    @Suite(.serialized, .onlyOnce) struct Segments {
        static let outputs = ["back", "front", "combined"]

        static let taken = Shared {
            try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: test, size: 640x360}
                      front: {device: test:ball, size: 320x180}
                    combined: {size: 640x360}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {segment: 2s}
                    """, arguments: ["--duration", "5s"]
            ).record()
        }

        static func judged(_ output: String) async throws -> [Judgement] {
            let recording = try await taken.value
            return try await Judgement.of(try (0..<3).map { try recording.path("\(output)_00\($0).mov") })
        }

        @Test func endsWellWithThreeFilesForEachOutput() async throws {
            let recording = try await Self.taken.value
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.paths(".mov").count == 9)
            #expect(recording.events.filter { $0.event == "file-finished" }.count == 9)
            #expect(recording.events.filter { $0.event == "segment" }.compactMap(\.segment) == [1, 2])
            #expect(!recording.holds("UNFINISHED"))
        }

        @Test(arguments: outputs) func noFrameIsLostOrDoubledAtABoundary(output: String) async throws {
            let segments = try await Self.judged(output)
            for segment in segments { #expect(segment.errors.isEmpty, "\(segment.file)") }
            let counters = segments.flatMap { $0.counters?.read ?? [] }
            let first = try #require(counters.first)
            #expect(counters == Array(first..<first + counters.count))
            #expect(abs(counters.count - 150) <= 1)
            #expect(segments.allSatisfy { $0.counters?.unreadable == [] })
        }

        /// All outputs change files at the same boundary: starts and lengths differ by at most one frame.
        @Test(arguments: 0..<3) func aSegmentBeginsAndEndsTheSameEverywhere(number: Int) async throws {
            let recording = try await Self.taken.value
            let files = try await Judgement.of(
                try Self.outputs.map { try recording.path("\($0)_00\(number).mov") }, "--no-picture")
            let lengths = try files.map { try #require($0.video?.length) }
            let firsts = try files.map { try #require($0.video?.first) }
            #expect(try #require(lengths.max()) - #require(lengths.min()) <= 0.035, "\(lengths)")
            #expect(try #require(firsts.max()) - #require(firsts.min()) <= 0.035, "\(firsts)")
            #expect(abs(lengths[0] - (number < 2 ? 2 : 1)) <= 0.07)
        }

        /// The test tone ticks once a second. The audio packets of all segments are decoded as one stream. A lost or
        /// repeated packet would move the next tick by its 1024 samples.
        @Test(arguments: outputs) func noSoundIsLostOrDoubledAtABoundary(output: String) async throws {
            let recording = try await Self.taken.value
            let folder = try #require(TemporaryFolder())
            var packets = Data()
            for number in 0..<3 {
                let file = try recording.path("\(output)_00\(number).mov")
                let copying = ["-ignore_editlist", "1", "-i", file, "-vn", "-c", "copy", "-f", "adts", "-"]
                packets += try await Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-nostdin"] + copying).output
            }
            let joined = URL(filePath: folder.path + "/sound.aac")
            try packets.write(to: joined)
            // The first buffer of the source may contain only the end of a tick.
            let onsets = Sound.onsets(in: try await Sound.samples(of: joined.path)).drop { $0 < 2048 }
            #expect(onsets.count >= 4)
            for (before, after) in zip(onsets, onsets.dropFirst()) {
                #expect(abs(after - before - Sound.rate) < 256, "\(onsets)")
            }
        }
    }
}
