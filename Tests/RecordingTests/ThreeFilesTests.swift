import Foundation
import Testing

extension Recordings {
    /// The main use of dualcam: two cameras, a microphone and a combined picture.
    @Suite(.serialized) struct ThreeFiles {
        static let outputs = ["back", "front", "combined"]
        static let frame = 1.0 / 30

        /// The inset is not scaled, so that its camera's counter can be read in the combined picture too. It does not
        /// cover the main camera's counter.
        static let taken = Shared {
            try await Recorder(
                pipeline: """
                    name: take
                    cameras:
                      back: {device: test, size: 640x360}
                      front: {device: test:ball, size: 320x180}
                    microphone: test
                    combined: {layout: pip, main: back, inset: {camera: front, size: 50%, margin: 60}, size: 640x360}
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "4s"]
            ).record()
        }

        static let judged = Shared {
            let recording = try await taken.value
            return try await Judgement.of(try outputs.map { try recording.path("\($0)_000.mov") })
        }

        @Test func endsWell() async throws {
            let recording = try await Self.taken.value
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.events.last?.event == "finished")
            #expect(recording.first("stopping")?.reason == "duration")
            #expect(recording.events.complaints.isEmpty, "\(recording.events.complaints)")
        }

        @Test func leavesThreeFilesAndTheManifestOnly() async throws {
            let names = try await Self.taken.value.contents.filter { $0.contains("/") }
                .map { $0.split(separator: "_").dropFirst(5).joined(separator: "_") }
            #expect(names.filter { !$0.isEmpty }.sorted() == Self.outputs.map { "\($0)_000.mov" }.sorted())
            #expect(try await Self.taken.value.contents.count == 5)
            #expect(try await Self.taken.value.holds("session.json"))
        }

        @Test func decodesWithoutAnError() async throws {
            for file in try await Self.judged.value { #expect(file.errors.isEmpty, "\(file.file)") }
        }

        @Test func beginsWithinOneFrame() async throws {
            let firsts = try await Self.judged.value.map { try #require($0.video?.first) }
            #expect(try #require(firsts.max()) - #require(firsts.min()) <= Self.frame, "\(firsts)")
        }

        @Test func lastsEquallyLongWithinOneFrame() async throws {
            let files = try await Self.judged.value
            let lengths = try files.map { try #require($0.video?.length) }
            #expect(try #require(lengths.max()) - #require(lengths.min()) <= Self.frame + 0.001, "\(lengths)")
            for length in lengths { #expect(abs(length - 4) <= Self.frame + 0.001) }
        }

        /// Audio packets are 21 ms long.
        @Test func soundLastsAsLongAsThePicture() async throws {
            for file in try await Self.judged.value {
                let (sound, picture) = (try #require(file.audio), try #require(file.video))
                #expect(abs(try #require(sound.end) - #require(picture.end)) <= Self.frame + 0.022, "\(file.file)")
                #expect(sound.codec == "aac")
            }
        }

        @Test func losesAndRepeatsNoFrame() async throws {
            for (output, file) in zip(Self.outputs, try await Self.judged.value) {
                let recording = try await Self.taken.value
                recording.expectWhole(file)
                #expect((119 - recording.lost(of: output)...121).contains(try #require(file.counters).read.count))
            }
        }

        @Test func showsTheInsetCameraWithoutAGap() async throws {
            let recording = try await Self.taken.value
            let combined = try recording.path("combined_000.mov")
            recording.expectWhole(
                try await Judgement.of(combined, "--region", "300,160,320x180"), showing: "front")
        }

        @Test func carriesTitleAndTime() async throws {
            for (output, file) in zip(Self.outputs, try await Self.judged.value) {
                #expect(file.tags["title"] == "take \(output)")
                let time = String(try #require(file.tags["creation_time"]).prefix(19))
                let begun = try Date(time + "Z", strategy: .iso8601)
                #expect((0..<60).contains(Date.now.timeIntervalSince(begun)), "\(time)")
            }
        }

        @Test func manifestTellsWhatIsOnTheDisk() async throws {
            let recording = try await Self.taken.value
            let manifest = try Manifest(at: try recording.path("session.json"))
            #expect(manifest.state == "finished")
            #expect(manifest.outputs.map(\.output) == Self.outputs)
            for (output, judged) in zip(manifest.outputs, try await Self.judged.value) {
                let file = try #require(output.files.first)
                #expect(URL(filePath: judged.file).lastPathComponent == file.file)
                let sum = try await Tool.run("/usr/bin/sha256sum", [judged.file]).text
                #expect(file.digest == String(sum.prefix(64)))
                let size = try FileManager.default.attributesOfItem(atPath: judged.file)[.size] as? Int
                #expect(file.size == size)
                #expect(file.frames == judged.video?.frames)
                #expect(abs(try #require(file.duration) - #require(judged.video?.length)) < 0.002)
            }
        }
    }
}
