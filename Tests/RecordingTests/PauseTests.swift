import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A recording that is paused twice: across a segment boundary, and until it is stopped.
    @Suite(.serialized) struct Pauses {
        struct Result: Sendable {
            var take: DirectedTake
            var outcome: SessionOutcome
            /// The start and the end of the first pause, in nanoseconds of running time.
            var from: Int64
            var to: Int64
            var folder: String

            func paths(_ output: String) -> [String] {
                outcome.files.filter { $0.output.rawValue == output && $0.isFinished }.map(\.path).sorted()
            }

            /// Returns the number of frames that the pause removed from a file with this frame rate.
            func cut(_ rate: Int64) -> Int { Int(((to - from) * rate + 500_000_000) / 1_000_000_000) }
        }

        static let outputs = ["back", "front", "combined"]

        static let taken = Shared { () -> Result in
            let clips = try await Recordings.Clips.clips.value
            let take = try await DirectedTake(
                """
                cameras:
                  back: {device: "file:\(clips.back.path)", size: 640x360, rate: 30}
                  front: {device: "file:\(clips.front.path)", size: 320x180, rate: 15}
                microphone: file:\(clips.back.path)
                combined: {layout: pip, inset: {position: top-right}, size: 640x360, rate: 30}
                encoders: {default: {use: x264, preset: ultrafast}}
                recording: {segment: 3s}
                """)
            let times = Lock((from: Int64(0), to: Int64(0)))
            let outcome = try await take.record { take in
                try await take.until(recorded: 1.5)
                try await take.perform(.mark, [.init("text", "before")])
                let from = try await take.perform(.pause)
                try await take.until(statusesInPause: 3)
                try await take.perform(.mark)
                let to = try await take.perform(.resume)
                times.with { $0 = (from, to) }
                try await take.until(recorded: 4.5)
                try await take.perform(.pause)
                try await take.until(statusesInPause: 2)
                try await take.perform(.stop)
            }
            let (from, to) = times.with { $0 }
            return Result(
                take: take, outcome: outcome, from: from, to: to, folder: try #require(outcome.folder))
        }

        @Test func leavesWholeFilesAndAnAuditThatAgrees() async throws {
            let result = try await Self.taken.value
            #expect(result.outcome.exit == .finished)
            #expect(result.outcome.failures.isEmpty)
            for output in Self.outputs { #expect(result.paths(output).count == 2) }
            let audit = try await Tool.run(Tool.dualcam, ["audit", result.folder])
            #expect(audit.code == 0, "\(audit.text) \(audit.errors)")
        }

        /// The counters increase by one except at the pause, which cuts the same interval from every file. The pause at
        /// the end adds no frames.
        @Test(arguments: [("back", 30), ("front", 15), ("combined", 30)])
        func everyFileHasTheSameCut(output: String, rate: Int64) async throws {
            let result = try await Self.taken.value
            let region = output == "front" ? "0,0,320x180" : "0,180,640x180"
            let modulus = Int(rate) * 2
            var read: [Int] = []
            for path in result.paths(output) {
                let judged = try await Judgement.of(path, "--region", region, "--modulus", "\(modulus)")
                #expect(judged.errors.isEmpty)
                #expect(judged.counters?.unreadable == [])
                read += judged.counters?.read ?? []
            }
            let steps = zip(read, read.dropFirst()).map { ($1 - $0 + modulus) % modulus }
            #expect(steps.filter { $0 != 1 } == [(result.cut(rate) + 1) % modulus].filter { $0 != 1 })
            let recorded = result.outcome.files.filter { $0.output.rawValue == output }
                .reduce(Duration.zero) { $0 + ($1.summary?.length ?? .zero) }
            #expect(read.count == Int((recorded / .milliseconds(1) * Double(rate) / 1000).rounded()))
        }

        /// A timeline for editors contains every frame of all files, one file after the other, and the marks at their
        /// times.
        @Test func aTimelineHoldsAllOfIt() async throws {
            let result = try await Self.taken.value
            let written = try await Tool.run(Tool.dualcam, ["timeline", result.folder, "--as", "otio", "-o", "-"])
            #expect(written.code == 0, "\(written.errors)")
            let tracks = try #require(try JSONValue(parsing: written.text)["tracks"])
            for track in tracks["children"]?.list ?? [] where track["kind"]?.text == "Video" {
                let clips = track["children"]?.list ?? []
                #expect(clips.map { $0["OTIO_SCHEMA"]?.text } == ["Clip.1", "Clip.1"], "\(track)")
                for clip in clips {
                    let address = try #require(clip["media_reference"]?["target_url"]?.text)
                    let path = try #require(URL(string: address)?.path)
                    let length = try #require(clip["source_range"]?["duration"]?["value"]?.count)
                    let seconds = try #require(result.outcome.files.first { $0.path == path }?.summary?.length)
                    #expect(abs(Double(length) - seconds / .seconds(1) * 30) <= 1, "\(path)")
                }
            }
            let marks = (tracks["markers"]?.list ?? []).compactMap {
                $0["marked_range"]?["start_time"]?["value"]?.count
            }
            // The second mark was made in the pause and is at the first frame after it.
            let starts = result.outcome.files.compactMap { $0.summary?.start.nanoseconds }
            let paused = Double(result.from - (try #require(starts.min()))) * 30 / 1e9
            #expect(marks.count == 2 && abs(Double(marks[1]) - paused) <= 2, "\(marks) \(paused)")
            #expect(marks[0] >= 30 && marks[0] < marks[1])
        }

        /// Every frame follows the previous one at the output's rate, and every audio packet begins where the previous
        /// one ends.
        @Test(arguments: [("back", 30.0), ("front", 15), ("combined", 30)])
        func noFileHasAGap(output: String, rate: Double) async throws {
            let result = try await Self.taken.value
            for path in result.paths(output) {
                for (stream, length) in [("v", 1 / rate), ("a", 1024.0 / 48_000)] {
                    let times = try await Self.packetTimes(path, stream)
                    #expect(times.count > 20)
                    for (before, after) in zip(times, times.dropFirst()) {
                        // A container counts video in units of 1/3000 s or less, and audio in samples.
                        #expect(abs(after - before - length) < 0.0007, "\(path) \(stream) \(before)")
                    }
                }
            }
            let lengths =
                result.paths(output).isEmpty
                ? []
                : result.outcome.files.filter {
                    $0.output.rawValue == output
                }.compactMap { $0.summary?.length }
            #expect(abs((lengths.first ?? .zero) / .seconds(1) - 3) < 0.07, "\(lengths)")
        }

        /// The clip has a flash and a tick once a second; a frame lasts 33 ms.
        @Test(arguments: ["back", "combined"]) func soundAndPictureStayTogether(output: String) async throws {
            let result = try await Self.taken.value
            var offsets: [Double] = []
            for path in result.paths(output) {
                let judged = try await Judgement.of(path, "--region", "0,180,640x180", "--modulus", "60")
                offsets += judged.sync.compactMap(\.offset)
            }
            #expect(offsets.count >= 3)
            for offset in offsets { #expect(abs(offset) <= 10, "\(offsets) ms") }
        }

        /// The first mark is before the pause, after 1.5 s. The second one was made in the pause and is at its start.
        @Test func marksAreChapters() async throws {
            let result = try await Self.taken.value
            let starts = result.outcome.files.compactMap { $0.summary?.start.nanoseconds }
            let pause = Double(result.from - (try #require(starts.min()))) / 1e9
            for output in Self.outputs {
                let chapters = try await Self.chapters(try #require(result.paths(output).first))
                #expect(chapters.map(\.title) == ["before", "Mark 2"])
                let times = chapters.map(\.start)
                // A file begins with the audio buffer that contains the start of the recording, up to 40 ms earlier.
                #expect(abs(times[1] - pause) < 0.1 && (1.4..<pause + 0.1).contains(times[0]), "\(chapters) \(pause)")
            }
        }

        static func packetTimes(_ path: String, _ stream: String) async throws -> [Double] {
            let options = [
                "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time", "-of", "csv=p=0",
            ]
            let probed = try await Tool.run("/usr/bin/ffprobe", options + [path])
            return probed.text.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }
        }

        struct FoundChapter: Sendable, Equatable {
            var start: Double
            var title: String
        }

        static func chapters(_ path: String) async throws -> [FoundChapter] {
            let options = [
                "-v", "error", "-show_chapters", "-of", "csv=p=0", "-show_entries",
                "chapter=start_time:chapter_tags=title",
            ]
            let probed = try await Tool.run("/usr/bin/ffprobe", options + [path])
            return probed.text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: ",")
                guard words.count == 2, let start = Double(words[0]) else { return nil }
                return FoundChapter(start: start, title: String(words[1]))
            }
        }
    }
}
