import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Glibc
import Testing

@testable import DualCamGraph

/// Two microphones of a real sound server: each hears what is played to a sink of its own.
@Suite(
    .serialized, .onceMore, .enabled("Scripts/test starts the server") { getenv("PULSE_SERVER") != nil })
struct MicrophoneChangeTests {
    @Test(.timeLimit(.minutes(1))) func anotherMicrophoneIsHeardWithoutAGap() async throws {
        try MachineProbe.prepare()
        let (one, two) = (try Speaker("dualcam-one", playing: 440), try Speaker("dualcam-two", playing: 880))
        let inputs = try Rehearsal.inputs {
            $0.combined = nil
            $0.encoders.audio.use = .pcm
            $0.microphone?.device = .pulse(one.monitor)
        }
        let plan = try Planner.plan(inputs)
        let search = CameraReturn(inputs, plan)
        let rehearsal = try Rehearsal(plan, findMicrophone: { try search.plan(for: $0, $1) })
        try await rehearsal.wake(["back", "front"])
        await rehearsal.began()
        try await rehearsal.pass(.seconds(1))
        let refusal = await #expect(throws: GraphFailure.self) {
            try await rehearsal.graph.direct(.microphone(.microphone, .pulse("dualcam-none")))
        }
        #expect(refusal?.code == .deviceMissing)
        #expect(refusal?.input == .microphone)
        let turn = try #require(try await rehearsal.graph.direct(.microphone(.microphone, .pulse(two.monitor))))
        try await rehearsal.pass(.seconds(1))
        let files = try await rehearsal.stop()
        #expect(rehearsal.seen.compactMap(\.failure) == [])

        let sound = try RecordedTone(try #require(files.first { $0.output == Rehearsal.output }))
        let place = sound.place(turn)
        let (before, after) = (place - 19_200..<place, place + 480..<place + 19_680)
        // Samples that the sound server leaves out or repeats on a busy machine are heard as a little of every frequency.
        #expect(sound.tone(440, in: before).amplitude > 0.25)
        #expect(sound.tone(880, in: before).amplitude < 0.1)
        #expect(sound.tone(880, in: after).amplitude > 0.25)
        #expect(sound.tone(440, in: after).amplitude < 0.1)
        #expect(sound.longestSilence(in: place - 4800..<place + 4800) < 24)
        withExtendedLifetime((one, two)) {}
    }
}

/// A sink of the sound server to which a tone is played for as long as the value lives.
private final class Speaker {
    let monitor: String
    private let module: String
    private let player: MediaPipeline

    init(_ name: String, playing frequency: Double) throws {
        monitor = name + ".monitor"
        module = String(
            decoding: output(of: "pactl load-module module-null-sink sink_name=\(name)").prefix { $0 > 32 },
            as: UTF8.self)
        player = try MediaPipeline(name: name)
        let tone = try Element.make(
            "audiotestsrc", name: "tone",
            properties: [.init("freq", .double(frequency)), .init("volume", .double(0.5))])
        let sink = try Element.make("pulsesink", name: "sink", properties: [.init("device", .string(name))])
        for element in [tone, sink] { try player.add(element) }
        try tone.pad("src").link(to: sink.pad("sink"))
        try player.setState(.playing)
    }

    deinit {
        try? player.setState(.null)
        _ = output(of: "pactl unload-module \(module)")
    }
}
