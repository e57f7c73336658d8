import DualCamTestKit
import Foundation
import Testing

extension Recordings.FaultTests {
    /// The disk accepts no data of one file for seven seconds. Data is queued up to a limit, and lost pictures are
    /// reported. No sound is lost; otherwise a mov file with uncompressed sound would break.
    @Test func aDiskThatPausesCostsNoFile() async throws {
        let folder = try await Self.library.value
        let recording = try await Recorder(
            pipeline: """
                cameras:
                  back: {device: test, size: 320x180}
                  front: {device: test:ball, size: 320x180}
                combined: {size: 320x180, inset: {position: top-right}}
                microphone: test
                encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
                recording: {container: mov, segment: off}
                """, arguments: ["--duration", "14s"],
            environment: [
                "LD_PRELOAD": folder.path + "/slow_file.so", "SLOW_FILE": "_back.mov@60", "SLOW_SECONDS": "7",
            ]
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(recording.first("failed") == nil)
        let files = try await Judgement.of(recording.paths(".mov"))
        #expect(files.count == 3)
        for file in files {
            #expect(file.errors.isEmpty, "\(file.file): \(file.errors)")
            let sound = try #require(file.audio)
            #expect(abs(sound.length - 14) < 0.05, "\(file.file): \(sound.length) s of sound")
        }
        let back = try #require(files.first { $0.file.hasSuffix("_back.mov") })
        let told = recording.events.filter { $0.event == "dropped" && $0.output == "back" }
            .reduce(0) { $0 + ($1.count ?? 0) }
        print("\(back.video?.frames ?? 0) frames, \(told) dropped")
        #expect(told > 30, "the disk has paused")
        // Shedding would not have helped, because the encoders were not the cause.
        let sheds = recording.events.filter { $0.event == "shed" && $0.reason == "queue" }
        #expect(sheds.isEmpty && recording.events.contains { $0.event == "warning" && $0.code == "disk" })
        #expect(abs((back.video?.frames ?? 0) + told - 420) <= 1)
        #expect(back.sync.allSatisfy { abs($0.offset ?? 0) < 20 }, "\(back.sync)")
    }
}
