import Testing

extension Recordings {
    /// The combined picture of dualcam's own mixer, frame by frame.
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

        @Test func endsWell() async throws {
            let recording = try await Self.taken.value
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.events.complaints.isEmpty, "\(recording.events.complaints)")
        }

        /// The counters of both cameras, in the main picture and in the inset on top of it: no frame is repeated or
        /// missing, except as reported.
        @Test(arguments: [("0,0,640x360", "back"), ("300,160,320x180", "front")])
        func showsEveryFrame(_ region: String, _ camera: String) async throws {
            let recording = try await Self.taken.value
            let judged = try await Judgement.of(try recording.path("combined_000.mov"), "--region", region)
            recording.expectWhole(judged, showing: camera)
            let frames = try #require(judged.counters).read.count
            #expect((119 - recording.lost(of: "combined")...121).contains(frames), "\(frames)")
        }
    }
}
