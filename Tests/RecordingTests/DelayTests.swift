import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Inputs with positive or negative delays. All of them play one clip, in which flash and tick are at the same
    /// time.
    @Suite(.serialized) struct Delays {
        /// The delay of each input, in milliseconds.
        struct Delayed: Hashable, Sendable {
            var back: Int
            var front: Int
            var sound: Int
        }

        private static let cases = [
            Delayed(back: 0, front: -200, sound: 80), Delayed(back: 300, front: 0, sound: -100),
        ]

        private static let recordings = SideBySide(cases) { delays in
            let clip = try await Recordings.Clips.clips.value.back.path
            return try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: "file:\(clip)", size: 640x360, rate: 30, delay: \(delays.back)ms}
                      front: {device: "file:\(clip)", size: 640x360, rate: 30, delay: \(delays.front)ms}
                    microphone: {device: "file:\(clip)", delay: \(delays.sound)ms}
                    combined: {layout: stacked, size: 640x720, rate: 30}
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "5s"]
            ).record()
        }

        /// In each file, the sound is as late relative to the flashes as the delays say. The combined picture shows
        /// both cameras with their delays.
        @Test(arguments: cases) func everyFileAgrees(delays: Delayed) async throws {
            let recording = try await Self.recordings.of(delays)
            #expect(recording.code == 0, "\(recording.errors)")
            let (upper, lower) = ("0,0,640x360", "0,360,640x360")
            let pictures = [
                ("back", delays.back, upper), ("front", delays.front, upper), ("combined", delays.back, upper),
                ("combined", delays.front, lower),
            ]
            for (output, delay, region) in pictures {
                let judged = try await Judgement.of(
                    try recording.path("\(output)_000.mov"), "--region", region, "--modulus", "60")
                let offsets = judged.sync.compactMap(\.offset)
                let expected = Double(delays.sound - delay)
                let right = offsets.filter { abs($0 - expected) <= 10 }
                #expect(right.count >= 3, "\(output): \(offsets) ms, not \(expected)")
            }
        }

        /// All files begin and end at the same time, and no frame is missing.
        @Test(arguments: cases) func nothingIsMissing(delays: Delayed) async throws {
            let recording = try await Self.recordings.of(delays)
            let files = recording.events.filter { $0.event == "file-finished" }
            #expect(files.count == 3)
            for file in files {
                #expect(abs((file.start ?? 0) - (files[0].start ?? 0)) < 0.034)
                #expect(abs((file.end ?? 0) - (files[0].end ?? 0)) < 0.034)
            }
            let audit = try await Tool.run(
                Tool.dualcam, ["audit", String(try recording.path("/session.json").dropLast("/session.json".count))])
            #expect(audit.code == 0, "\(audit.text)")
        }

        /// Changes of the delays during a recording: repeated and dropped frames are reported, time stamps never go
        /// back, and the sound has no click.
        @Test func delaysChangeLive() async throws {
            let clip = try await Recordings.Clips.clips.value.back.path
            let commands = [
                ["back", "200ms"], ["microphone", "120ms"], ["back", "-150ms"], ["microphone", "-100ms"],
            ]
            let answers = Lock([Int32]())
            let journal = try #require(TemporaryFolder())
            let recording = try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: test, size: 320x180, rate: 30}
                      front: {device: "file:\(clip)", size: 320x180, rate: 30}
                    microphone: {device: "file:\(clip)"}
                    combined: {layout: stacked, size: 320x360, rate: 30}
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
                    """, arguments: ["--duration", "9s"],
                watch: { [seen = Lock(0)] event in
                    guard event.event == "status", (event.recorded ?? 0) > 0.5 else { return }
                    let number = seen.with { seen in
                        defer { seen += 1 }
                        return seen
                    }
                    guard commands.indices.contains(number) else { return }
                    let code = Self.send(["delay"] + commands[number], journal)
                    answers.with { $0.append(code) }
                }, journal: journal
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(answers.with { $0 } == [0, 0, 0, 0])
            let audit = try await Tool.run(
                Tool.dualcam, ["audit", String(try recording.path("/session.json").dropLast("/session.json".count))])
            #expect(audit.code == 0, "\(audit.text)")
            for output in ["back", "front", "combined"] {
                let judged = try await Judgement.of(try recording.path("\(output)_000.mov"), "--modulus", "60")
                #expect(judged.errors.isEmpty, "\(judged.errors)")
            }
        }

        private static func send(_ words: [String], _ journal: TemporaryFolder) -> Int32 {
            let process = Process()
            (process.executableURL, process.arguments) = (URL(filePath: Tool.dualcam), words)
            process.environment = TestHome.environment(sockets: journal.path)
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            guard (try? process.run()) != nil else { return -1 }
            process.waitUntilExit()
            return process.terminationStatus
        }
    }
}
