import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// One of three x264 encoders crashes, fails, or hangs, once: `Scripts/faults` builds what does that.
    @Suite(.serialized) struct FaultTests {
        /// Holds libraries between the encoder's element and x264, and between a sink and its file.
        static let library = Shared {
            let folder = try #require(TemporaryFolder())
            let builder = Tool.root.appending(path: "Scripts/faults").path
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

        /// A segfault ends the worker with all its files; the next one goes on.
        @Test(.timeLimit(.minutes(1))) func anotherWorkerGoesOnAfterACrash() async throws {
            let recording = try await Self.recording("crash", seconds: 8)
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.events.filter { $0.event == "recording" }.count == 2)
            let files = try await Judgement.of(recording.paths(".mkv"))
            #expect(files.count == 6)
            for file in files {
                #expect(file.errors.isEmpty, "\(file.file)")
                recording.expectWhole(file)
            }
            let all = files.reduce(0) { $0 + ($1.video?.frames ?? 0) }
            print("crash: \(all) of 720 frames")
            // Up to a second is lost, and two until the next worker records.
            #expect(all >= 3 * (240 - 90))
        }

        private static let lengths = ["error": 6, "stick": 9, "hang": 10]
        private static let harmed = SideBySide(Array(lengths.keys)) { fault in
            try await recording(fault, seconds: lengths[fault] ?? 0)
        }

        /// An encoder that fails, one that fails and then cannot be closed, one that never answers: one output is harmed, and goes on.
        ///
        /// - Parameter limit: seconds that it may miss: a second, until it is made anew, and until what hangs is left behind.
        @Test(.timeLimit(.minutes(1)), arguments: [("error", 4), ("stick", 7), ("hang", 8)])
        func anEncoderHarmsNoOtherOutput(fault: String, limit: Int) async throws {
            let recording = try await Self.harmed.of(fault)
            let seconds = try #require(Self.lengths[fault])
            #expect(recording.first("finished") != nil, "\(recording.errors)")
            #expect(!recording.holds("UNFINISHED"))
            let files = try await Judgement.of(recording.paths(".mkv"))
            for file in files { #expect(file.errors.isEmpty && (file.video?.frames ?? 0) > 0, "\(file.file)") }
            let frames = ["back", "front", "combined"].map { output in
                files.filter { $0.file.contains("_\(output)") }.reduce(0) { $0 + ($1.video?.frames ?? 0) }
            }
            print("\(fault): \(frames) of \(seconds * 30) frames")
            let harmed = frames.filter { abs($0 - seconds * 30) > 1 }
            #expect(harmed.count == 1)
            #expect(harmed.allSatisfy { $0 >= (seconds - limit) * 30 })
            // Its camera is not what failed.
            #expect(recording.first("input-lost") == nil)
            #expect(recording.events.contains { $0.event == "failed" && $0.code == "encoder-failed" })
            #expect(recording.first("output-restored") != nil)
        }
    }
}
