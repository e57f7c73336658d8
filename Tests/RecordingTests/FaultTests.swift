import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// One of three x264 encoders crashes, fails, or hangs, once: `Scripts/faulty-encoder` builds what does that.
    @Suite(.serialized, .disabled("there is no worker that could be replaced, and no output that is made anew"))
    struct FaultTests {
        /// A library between the encoder's element and x264.
        static let library = Shared {
            let folder = try #require(TemporaryFolder())
            let builder = Tool.root.appending(path: "Scripts/faulty-encoder").path
            let built = try await Tool.run(builder, [folder.path])
            guard built.code == 0 else { throw Judgement.Failure(text: built.errors) }
            return folder
        }

        /// Records with a fault at the 45th frame of the first encoder that encodes.
        static func recording(_ fault: String, seconds: Int) async throws -> Recording {
            let folder = try await library.value
            return try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: test, size: 320x180}
                      front: {device: test:ball, size: 320x180}
                    combined: {size: 320x180, inset: {position: top-right}}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {container: mkv}
                    """, arguments: ["--duration", "\(seconds)s"],
                environment: [
                    "LD_PRELOAD": folder.path + "/faulty_encoder.so", "FAULT": "\(fault)@45",
                    "FAULT_MARK": "\(folder.path)/\(fault)-\(UUID().uuidString)",
                ]
            ).record()
        }

        /// A segfault, an encoder that never answers, and one that fails and then cannot be closed: another worker goes on.
        /// - Parameter limit: seconds without a frame: the crash is seen at once; what hangs, after `supervision.hang` (5 s).
        @Test(
            .timeLimit(.minutes(2)), arguments: [("crash", 14, 2.0), ("hang", 24, 8), ("stick", 24, 8)])
        func anotherWorkerGoesOn(fault: String, seconds: Int, limit: Double) async throws {
            let recording = try await Self.recording(fault, seconds: seconds)
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.events.filter { $0.event == "recording" }.count == 2)
            let files = try await Judgement.of(recording.paths(".mkv"))
            #expect(files.count >= 6)
            for file in files { #expect(file.counters?.areConsecutive == true, "\(file.file)") }
            for output in ["back", "front", "combined"] {
                let own = files.filter { $0.file.contains("_\(output)") }
                let length = own.reduce(0) { $0 + ($1.video?.length ?? 0) }
                let gap = Double(seconds) - length
                print("\(fault): \(output) has \(length) s of \(seconds) s")
                #expect(gap <= limit + 1, "\(output) misses \(gap) s")
            }
        }

        /// The others' files have every frame; the output itself goes on in a second file.
        @Test(.timeLimit(.minutes(1))) func anEncoderThatFailsIsMadeAnew() async throws {
            let recording = try await Self.recording("error", seconds: 8)
            #expect(recording.code == 0, "\(recording.errors)")
            let failed = try #require(recording.events.first { $0.event == "failed" || $0.event == "output-restored" })
            let output = try #require(failed.output)
            for name in ["back", "front", "combined"] {
                let files = try await Judgement.of(recording.paths(".mkv").filter { $0.contains("_\(name)") })
                for file in files {
                    #expect(file.errors.isEmpty && file.counters?.areConsecutive == true, "\(file.file)")
                }
                let frames = files.reduce(0) { $0 + ($1.video?.frames ?? 0) }
                if name == output {
                    #expect(files.count == 2)
                    #expect(frames > 240 - 90, "\(name): \(frames) of 240 frames")
                } else {
                    #expect(files.count == 1)
                    #expect(abs(frames - 240) <= 1, "\(name): \(frames) of 240 frames")
                }
            }
        }
    }
}
