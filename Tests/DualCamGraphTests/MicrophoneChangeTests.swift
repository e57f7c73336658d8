import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

/// Two microphones of a real sound server, each with a tone in a sink of its own.
@Suite(
    .serialized, .onceMore, .tags(.realTime),
    .enabled("Scripts/test starts the server") { getenv("PULSE_SERVER") != nil })
struct MicrophoneChangeTests {
    @Test(.timeLimit(.minutes(1))) func anotherMicrophoneIsHeardWithoutAGap() async throws {
        try MachineProbe.prepare()
        let (one, two) = (try Speaker("dualcam-one", frequency: 440), try Speaker("dualcam-two", frequency: 880))
        let inputs = try Rehearsal.inputs {
            $0.combined = nil
            $0.encoders.audio.use = .pcm
            $0.microphone?.device = .pulse(one.monitor)
        }
        let plan = try Planner.plan(inputs)
        let search = CameraSearch(inputs, plan)
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
        // Samples that the sound server omits or repeats on a busy machine appear as a little of every frequency.
        #expect(sound.tone(440, in: before).amplitude > 0.25)
        #expect(sound.tone(880, in: before).amplitude < 0.1)
        #expect(sound.tone(880, in: after).amplitude > 0.25)
        #expect(sound.tone(440, in: after).amplitude < 0.1)
        #expect(sound.longestSilence(in: place - 4800..<place + 4800) < 24)
        withExtendedLifetime((one, two)) {}
    }
}

/// A sink of the sound server that plays a tone until the value is released. The server creates the tone itself,
/// because a player that gets no CPU would cause silence.
private final class Speaker {
    let monitor: String
    private var modules: [String] = []

    init(_ name: String, frequency: Int) throws {
        monitor = name + ".monitor"
        for module in [
            "module-null-sink sink_name=\(name) rate=48000", "module-sine sink=\(name) frequency=\(frequency)",
        ] {
            let number = String(decoding: output(of: "pactl load-module \(module)").prefix { $0 > 32 }, as: UTF8.self)
            try #require(!number.isEmpty, "\(module)")
            modules.append(number)
        }
    }

    deinit { for module in modules.reversed() { _ = output(of: "pactl unload-module \(module)") } }
}
