import DualCamTestKit
import Foundation
import Testing

extension Recordings.Pulse {
    /// An `auto` that was missing at the start is searched for again, and does not become what the loudspeakers play.
    /// Previously, the default source was opened, which was the monitor.
    @Test func aMissingAutoIsSearchedForAgain() async throws {
        let server = try await SoundServer(["module-null-sink sink_name=one"])
        let steps = Lock((hasLoaded: false, returned: [Bool](), recorded: 0.0))
        let recording = try await Recorder(
            pipeline: """
                recording: {missing-microphone: continue}
                cameras: {back: {device: test, size: 320x180, rate: 15}}
                microphone: auto
                encoders: {default: {use: mjpeg}, audio: {use: pcm}}
                """,
            interruptions: [Interruption(SIGINT) { _ in steps.with { !$0.returned.isEmpty } }],
            environment: server.environment,
            watch: { event in
                steps.with { $0.recorded = event.recorded ?? $0.recorded }
                switch event.event {
                case "input-returned": steps.with { $0.returned.append($0.hasLoaded) }
                case "status" where steps.with({ !$0.hasLoaded && $0.recorded > 8 }):
                    steps.with { $0.hasLoaded = true }
                    server.ask(["load-module", "module-remap-source", "source_name=usb", "master=one.monitor"])
                default: break
                }
            }
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(steps.with { $0.returned } == [true], "\(recording.errors)")
    }
}
