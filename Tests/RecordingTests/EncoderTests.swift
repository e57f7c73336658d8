import Foundation
import Testing

extension Recordings {
    /// Every software encoder in every container that supports it, recorded in parallel, once per container.
    @Suite(.serialized) struct Encoders {
        struct Encoder: Decodable, Sendable {
            var available: Bool
            var codec: String
            var containers: [String]
            var hardware: Bool
            var implementation: String

            /// The name of the codec in ffprobe.
            var probed: String { codec == "h265" ? "hevc" : codec }
        }

        /// A container and its audio codec; containers support different ones.
        struct Case: Sendable {
            var container: String
            var audio: String
            /// The name of the audio codec in ffprobe.
            var probed: String
        }

        static let cases = [
            Case(container: "mov", audio: "pcm", probed: "pcm_s16le"),
            Case(container: "mp4", audio: "opus", probed: "opus"),
            Case(container: "mkv", audio: "flac", probed: "flac"),
        ]

        static func atHand() async throws -> [Encoder] {
            let list = try await Tool.run(Tool.dualcam, ["encoders", "--json"])
            return try JSONDecoder().decode([Encoder].self, from: list.output).filter { $0.available && !$0.hardware }
        }

        /// Returns a pipeline with one small camera per entry; an entry has the keys of its encoder.
        static func pipeline(_ entries: [String], audio: String, container: String) -> String {
            let cameras = entries.indices.map { "  camera\($0): {device: test, size: 160x90, rate: 10}" }
            let encoders = entries.enumerated().map { "  camera\($0): {\($1)}" }
            return
                (["cameras:"] + cameras + ["microphone: test", "encoders:", "  audio: {use: \(audio)}"] + encoders
                + ["recording: {container: \(container)}"]).joined(separator: "\n")
        }

        @Test func haveTheSoftwareOnes() async throws {
            let names = try await Self.atHand().map(\.implementation)
            for name in ["x264", "x265", "vpx-vp9", "prores-ks", "jpeg"] { #expect(names.contains(name)) }
        }

        @Test(arguments: cases) func writePlayableFiles(_ row: Case) async throws {
            let encoders = try await Self.atHand().filter { $0.containers.contains(row.container) }
            let recording = try await Recorder(
                pipeline: Self.pipeline(
                    encoders.map { "use: \($0.implementation)" }, audio: row.audio, container: row.container),
                arguments: ["--duration", "2s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let paths = try encoders.indices.map { try recording.path("camera\($0)_000.\(row.container)") }
            for (index, file) in try await Judgement.of(paths, "--mark-block", "8x16").enumerated() {
                let encoder = encoders[index]
                let name = Comment(rawValue: "\(encoder.implementation) in \(row.container)")
                #expect(file.errors.isEmpty, name)
                #expect(file.video?.codec == encoder.probed, name)
                recording.expectWhole(file)
                #expect((19 - recording.lost(of: "camera\(index)")...21).contains(file.video?.frames ?? 0), name)
                #expect(file.audio?.codec == row.probed, name)
            }
        }

        /// The shipped pipeline file with small pictures and one changed word.
        @Test func theShippedFileIsRecordedByEach() async throws {
            let pipeline = try String(contentsOf: Tool.root.appending(path: "Pipelines/pip.yaml"), encoding: .utf8)
            let small =
                ["cameras.back.size", "cameras.front.size", "combined.size"].map { "\($0)=160x90" }
                + ["cameras.back.rate", "cameras.front.rate", "combined.rate"].map { "\($0)=10" }
            for encoder in try await Self.atHand() {
                let settings = small + ["encoders.default.use=\(encoder.implementation)"]
                let recording = try await Recorder(
                    pipeline: pipeline,
                    arguments: ["--simulate", "--duration", "1s"] + settings.flatMap { ["--set", $0] }
                ).record()
                let name = Comment(rawValue: encoder.implementation)
                #expect(recording.code == 0, "\(encoder.implementation): \(recording.errors)")
                // openh264 prints an error at the end of each stream by itself.
                #expect(!recording.errors.contains("[OpenH264]"))
                let paths = try ["back", "front", "combined"].map { try recording.path("\($0)_000.mov") }
                for file in try await Judgement.of(paths, "--mark-block", "8x16") {
                    #expect(file.errors.isEmpty, name)
                    #expect(file.video?.codec == encoder.probed, name)
                    #expect(abs((file.video?.frames ?? 0) - 10) <= 1, name)
                }
            }
        }

        /// Title tags with spaces are written unchanged. matroskamux alone would write `"Analysis\\ II/back"`.
        @Test func aTitleWithSpacesIsWrittenAsItIs() async throws {
            let recording = try await Recorder(
                pipeline: "name: Änalyse \"II\"\n" + Self.pipeline(["use: x264"], audio: "aac", container: "mkv"),
                arguments: ["--duration", "2s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let file = try await Judgement.of([try recording.path("_000.mkv")])[0]
            #expect(file.errors.isEmpty)
            #expect(file.tags.first { $0.key.lowercased() == "title" }?.value == "Änalyse \"II\"/camera0")
        }

        @Test func qualityPresetsChooseTheirCodecs() async throws {
            let presets = [
                ("high-efficiency", "hevc"), ("balanced", "h264"), ("maximum", "h264"), ("social", "h264"),
                ("most-compatible", "h264"), ("professional", "prores"),
            ]
            let recording = try await Recorder(
                pipeline: Self.pipeline(presets.map { "quality: \($0.0)" }, audio: "aac", container: "mov"),
                arguments: ["--duration", "2s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let paths = try presets.indices.map { try recording.path("camera\($0)_000.mov") }
            for (preset, file) in zip(presets, try await Judgement.of(paths, "--mark-block", "8x16")) {
                #expect(file.video?.codec == preset.1, "\(preset.0)")
                #expect(file.errors.isEmpty, "\(preset.0)")
                recording.expectWhole(file)
            }
        }
    }
}
