import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// One of three x264 encoders crashes, fails or hangs once; `Tests/Tools/faults` builds the library that does that.
    @Suite(.serialized) struct FaultTests {
        /// The folder of the libraries that inject faults between GStreamer's element and x264, and between a sink and
        /// its file.
        static let library = Shared {
            let folder = try #require(TemporaryFolder())
            let builder = Tool.root.appending(path: "Tests/Tools/faults").path
            let built = try await Tool.run(builder, [folder.path])
            guard built.code == 0 else { throw Judgement.Failure(text: built.errors) }
            return folder
        }

        /// Records with a fault at the 45th frame of the first encoder that encodes.
        static func recording(
            _ fault: String, seconds: Int, interruptions: [Interruption] = []
        ) async throws -> Recording {
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
                interruptions: interruptions,
                environment: [
                    "LD_PRELOAD": folder.path + "/faulty_encoder.so", "FAULT": "\(fault)@45",
                    "FAULT_MARK": "\(folder.path)/\(fault)-\(UUID().uuidString)",
                ]
            ).record()
        }

        /// A segmentation fault ends the worker with all its files; the next worker continues.
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
            // At most one second is lost in the crash, and two until the next worker records.
            #expect(all >= 3 * (240 - 90))
        }

        /// A Ctrl-C that is sent more than a second after the failed output has been restored.
        private static var endOnceRestored: Interruption {
            let statuses = Lock(Int?.none)
            return Interruption(SIGINT) { event in
                statuses.with { count in
                    if event.event == "output-restored" { count = 0 }
                    if event.event == "status" { count = count.map { $0 + 1 } }
                    return (count ?? 0) > 2
                }
            }
        }

        /// Recordings with a fault, at most 40 seconds long. A busy machine needs more time to notice that an encoder
        /// hangs.
        private static let harmed = SideBySide(["error", "stick", "hang"]) { fault in
            try await recording(fault, seconds: 40, interruptions: [endOnceRestored])
        }

        /// An encoder that fails, one that fails and then cannot be closed, and one that hangs: only its own output is
        /// interrupted, and it continues.
        @Test(.timeLimit(.minutes(2)), arguments: ["error", "stick", "hang"])
        func anEncoderHarmsNoOtherOutput(fault: String) async throws {
            let recording = try await Self.harmed.of(fault)
            #expect(recording.first("finished") != nil, "\(recording.errors)")
            #expect(!recording.holds("UNFINISHED"))
            let files = try await Judgement.of(recording.paths(".mkv"))
            for file in files { #expect(file.errors.isEmpty && (file.video?.frames ?? 0) > 0, "\(file.file)") }
            let outputs = ["back", "front", "combined"].map { output in
                (output, files.filter { $0.file.contains("_\(output)") }.map { $0.video?.frames ?? 0 })
            }
            print("\(fault): \(outputs)")
            let most = outputs.map { $0.1.reduce(0, +) }.max() ?? 0
            let harmed = outputs.filter { $0.1.reduce(0, +) + recording.lost(of: $0.0) < most - 1 }
            // The output has the frames from before the fault and those after the restart.
            #expect(harmed.count == 1 && harmed[0].1.count == 2 && harmed[0].1[1] >= 30, "\(outputs)")
            // The camera did not fail.
            #expect(recording.first("input-lost") == nil)
            #expect(recording.events.contains { $0.event == "failed" && $0.code == "encoder-failed" })
            #expect(recording.first("output-restored") != nil)
        }
    }
}
