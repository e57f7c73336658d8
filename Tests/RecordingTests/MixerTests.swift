import Testing

extension Recordings {
    /// The combined picture by dualcam's own mixer, frame by frame.
    @Suite(.serialized) struct OwnMixer {
        static let taken = Shared {
            try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: test, size: 640x360}
                      front: {device: test:ball, size: 320x180}
                    microphone: none
                    combined:
                      layout: pip
                      inset: {camera: front, size: 50%, margin: 60, radius: 18, shadow: 36}
                      size: 640x360
                    recording: {outputs: [combined]}
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "4s"]
            ).record()
        }

        @Test func endsWellAndLosesNothing() async throws {
            let recording = try await Self.taken.value
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(
                !recording.events.contains {
                    ["failed", "dropped", "warning"].contains($0.event) && $0.code != "sensor"
                })
        }

        /// Both cameras' counters, of the main picture and of the inset that lies on it: no frame twice and none left out.
        @Test(arguments: ["0,0,640x360", "300,160,320x180"]) func showsEveryFrame(_ region: String) async throws {
            let combined = try await Self.taken.value.path("combined_000.mov")
            let counters = try #require(try await Judgement.of(combined, "--region", region).counters)
            #expect(counters.areConsecutive, "\(counters)")
            #expect(abs(counters.read.count - 120) <= 1)
        }
    }
}
