@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import GStreamer
import Testing

@testable import DualCamGraph

/// Two microphones with different tones, during all changes of one of them; checked sample by sample.
@Suite(.serialized, .onceMore, .tags(.realTime)) struct SeveralMicrophonesTests {
    /// The number of samples from the reported time of a change to its full effect; it fades for 10 ms.
    private static let fading = 528
    private static let names = ["lavalier", "room"].map { InputName(microphone: $0) }
    private static let tones = [440.0, 880.0]

    /// Two tracks in both files: changes of one do not affect the other, and both have the same number of samples.
    @Test(.timeLimit(.minutes(1))) func eachTrackIsDirectedAndLostByItself() async throws {
        let take = try SeveralTake(.tracks)
        try await take.rehearsal.start(["back", "front"])
        try await take.pass(.milliseconds(400))
        let quiet = try await take.direct(0) { $0.gain = Decibel(-6) }
        try await take.pass(.milliseconds(250))
        let muted = try await take.direct(1, isMuted: true)
        try await take.pass(.milliseconds(250))
        let loud = try await take.direct(1)
        let (paused, resumed) = try await take.pause()
        try await take.rehearsal.graph.apply(.loseInput(Self.names[0]))
        let lost = try #require(await take.rehearsal.event { $0.lost(Self.names[0]) })
        try await take.pass(.milliseconds(400))
        try await take.rehearsal.graph.apply(.reopenInput(Self.names[0]))
        let back = try #require(await take.rehearsal.event { $0.returned(Self.names[0]) })
        try await take.pass(.milliseconds(300))
        let sounds = await take.rehearsal.graph.statistics().sounds
        let files = try await take.rehearsal.stop()
        #expect(take.rehearsal.seen.compactMap(\.failure) == [])
        #expect(sounds.map(\.microphone) == Self.names)
        #expect(Set(take.rehearsal.seen.compactMap(\.loudMicrophone)) == Set(Self.names))

        // Uncompressed sound is split between files buffer by buffer.
        let first = try #require(files.first { $0.output == OutputName("front") })
        let counts = try (0...1).map { try RecordedTone(first, track: $0).samples.count }
        #expect(counts[0] > 9600 && abs(counts[0] - counts[1]) < 1024, "\(counts)")
        let back0 = try #require(files.first { $0.output == Rehearsal.output })
        let tracks = try (0...1).map { try RecordedTone(back0, track: $0) }
        #expect(tracks[0].samples.count == tracks[1].samples.count && tracks[0].samples.count > 96_000)
        // Running times after the pause are later than the file's by the pause.
        let shift = Duration.nanoseconds(back0.paused)
        let expect = { (track: Int, from: RunningTime?, to: RunningTime?, amplitude: Double) in
            let (sound, other) = (tracks[track], Self.tones[1 - track])
            let first = from.map { sound.place($0) + Self.fading } ?? sound.begin
            let range = first..<(to.map { sound.place($0) - Self.fading } ?? sound.samples.count - 2400)
            let heard = sound.tone(Self.tones[track], in: range).amplitude
            #expect(abs(heard - amplitude) < 0.003, "track \(track) in \(range): \(heard), not \(amplitude)")
            #expect(sound.tone(other, in: range).amplitude < 0.003, "track \(track) in \(range)")
        }
        expect(0, nil, quiet, 0.5)
        expect(1, nil, muted, 0.5)
        expect(0, quiet, loud, 0.2506)
        expect(1, muted, loud, 0)
        // Sound that was in buffers at the loss is still recorded, for up to a tenth of a second.
        expect(0, lost + .milliseconds(100) + (.zero - shift), back + (.zero - shift), 0)
        expect(1, loud, paused, 0.5)
        expect(1, resumed + (.zero - shift), back + (.zero - shift), 0.5)
        expect(0, back + (.zero - shift), nil, 0.2506)
        expect(1, back + (.zero - shift), nil, 0.5)
    }

    /// A mix of both continues while a microphone delivers nothing, and without it once it is given up.
    @Test(.timeLimit(.minutes(1))) func aMixGoesOnWithoutOneOfThem() async throws {
        let take = try SeveralTake(.mix)
        try await take.rehearsal.start(["front", "back"])
        try await take.pass(.milliseconds(300))
        let quiet = try await take.direct(1) { $0.gain = Decibel(-6) }
        try await take.pass(.milliseconds(300))
        try await take.silence("audio.lavalier.tone")
        let stalled = await take.rehearsal.now
        // Longer than the mixer waits.
        try await take.pass(.milliseconds(1600))
        try await take.rehearsal.graph.apply(.loseInput(Self.names[0]))
        try await take.pass(.milliseconds(300))
        let files = try await take.rehearsal.stop()
        #expect(take.rehearsal.seen.compactMap(\.failure) == [])
        let file = try #require(files.first { $0.output == Rehearsal.output })
        let sound = try RecordedTone(file)
        #expect(abs(Double(sound.samples.count) / 48_000 - file.length / .seconds(1)) < 0.05)
        let before = sound.begin..<sound.place(quiet) - Self.fading
        let between = sound.place(quiet) + Self.fading..<sound.place(stalled) - 4800
        let after = sound.place(stalled) + 4800..<sound.samples.count - 2400
        for (range, lavalier, room) in [(before, 0.5, 0.5), (between, 0.5, 0.2506), (after, 0, 0.2506)] {
            let heard = Self.tones.map { sound.tone($0, in: range).amplitude }
            #expect(abs(heard[0] - lavalier) < 0.003 && abs(heard[1] - room) < 0.003, "\(range): \(heard)")
        }
        #expect(sound.longestSilence(in: sound.begin..<sound.samples.count - 2400) < 24)
    }
}

/// A recording of two steady tones.
private final class SeveralTake {
    let rehearsal: Rehearsal
    private var microphones: [Microphone]

    init(_ sound: SoundTracks) throws {
        let inputs = try Rehearsal.inputs {
            $0.combined = nil
            $0.microphones = ["lavalier", "room"].map { Microphone(name: $0) }
            for index in $0.microphones.indices { $0.microphones[index].device = .test }
            $0.recording.sound = sound
            $0.encoders.audio.use = .pcm
        }
        microphones = inputs.pipeline.microphones
        var plan = try Planner.plan(inputs)
        for index in plan.elements.indices where plan.elements[index].factory == "audiotestsrc" {
            let isFirst = plan.elements[index].name == "audio.lavalier.source"
            plan.elements[index].properties = [
                Property("is-live", .bool(true)), Property("freq", .double(isFirst ? 440 : 880)),
                Property("volume", .double(0.5)),
                // The buffers of the two have different lengths, so that both only begin together if they are cut.
                Property("samplesperbuffer", .int(isFirst ? 1024 : 700)),
            ]
        }
        rehearsal = try Rehearsal(plan)
    }

    func pass(_ length: Duration) async throws { try await rehearsal.pass(length) }

    func direct(_ number: Int, isMuted: Bool = false, _ change: (inout Microphone) -> Void = { _ in }) async throws
        -> RunningTime
    {
        change(&microphones[number])
        let direction = SoundDirection(microphone: microphones[number], isMuted: isMuted)
        return try #require(try await rehearsal.graph.direct(.sound(direction)))
    }

    /// Pauses and resumes the recording.
    func pause() async throws -> (from: RunningTime, to: RunningTime) {
        try await pass(.milliseconds(250))
        let from = try #require(try await rehearsal.graph.direct(.pause))
        let to = try #require(try await rehearsal.graph.direct(.resume))
        try await pass(.milliseconds(600))
        return (from, to)
    }

    /// Drops everything that an element delivers, without an error.
    func silence(_ element: String) async throws {
        try await rehearsal.graph.live.pad(PadReference(element)).addProbe(.buffers) { _ in .drop }
    }
}

extension GraphEvent {
    fileprivate func lost(_ input: InputName) -> RunningTime? {
        if case .inputLost(input, let at) = self { at } else { nil }
    }

    fileprivate func returned(_ input: InputName) -> RunningTime? {
        if case .inputReturned(input, let at) = self { at } else { nil }
    }

    /// The microphone of an event with levels; `nil` for other events.
    fileprivate var loudMicrophone: InputName? {
        if case .levels(let levels, _) = self { levels.microphone } else { nil }
    }
}
