import DualCamConfig
import DualCamPlan
import DualCamPlanKit
import Testing

private func plan(_ change: (inout Pipeline) -> Void, sound: MicrophoneFacts = .test) throws -> GraphPlan {
    var pipeline = Fixture.pip()
    change(&pipeline)
    var inputs = Fixture.simulated(pipeline)
    if pipeline.microphone != nil { inputs.microphones = ["microphone": sound] }
    return try Planner.plan(inputs)
}

extension GraphPlan {
    fileprivate func factories(_ branch: String) -> [String] {
        elements.filter { $0.branch.rawValue == branch }.map(\.factory)
    }
}

@Suite struct SoundPlanTests {
    /// avenc_aac delivers 1024 samples late; the other encoders are on time. Moving the sound earlier needs space
    /// before it.
    @Test(arguments: [
        (AudioCodec.aac, 48000, -21_333_333, 21_333_333), (.aac, 44100, -23_219_954, 23_219_954), (.opus, 48000, 0, 0),
        (.flac, 48000, 0, 0),
    ])
    func soundIsPutRightForItsEncoder(_ codec: AudioCodec, _ rate: Int, _ offset: Int64, _ start: Int64) throws {
        let made = try plan {
            $0.recording.container = .mkv
            $0.encoders.audio.use = codec
            $0.microphone?.rate = rate
        }
        #expect(made.links.first { $0.from.element == "audio.encoder" }?.offset == offset)
        #expect(made.earliestStart == start)
    }

    /// The tick sound is unchanged. The voice has syllables of a quarter of a second, of which every fifth is a pause.
    @Test func aVoiceHasPauses() throws {
        let source = { (facts: MicrophoneFacts) in
            try plan({ _ in }, sound: facts).elements.first { $0.name == "audio.source" }?.properties.map(\.name)
        }
        #expect(try source(.test) == ["is-live", "wave", "tick-interval", "volume"])
        #expect(
            try source(.voice) == [
                "is-live", "wave", "freq", "sine-periods-per-tick", "apply-tick-ramp", "tick-interval",
                "marker-tick-period", "marker-tick-volume", "volume",
            ])
    }

    @Test func pcmNeedsNoEncoder() throws {
        let made = try plan { $0.encoders.audio.use = .pcm }
        #expect(
            made.factories("audio.encoder") == ["queue", "capsfilter", "audiorate", "level", "tee"])
    }

    @Test func microphonesGiveNoClock() throws {
        let made = try plan({ $0.microphone?.gain = Decibel(-6) }, sound: .device(element: "pulsesrc", device: "mic"))
        let source = try #require(made.elements.first)
        #expect(source.properties.map { "\($0.name)=\($0.value)" }.contains("provide-clock=bool(false)"))
        let sound = try #require(made.sounds.first)
        #expect(abs(SoundPlan.factor(sound.gain) - 0.5012) < 0.0001)
    }

    /// Elements for changes during the recording are always there; those that clean the sound are inserted when
    /// requested.
    @Test(arguments: [
        (SoundMode.natural, []),
        (.studio, ["audioconvert", "capsfilter", "webrtcdsp", "audioconvert", "capsfilter"]),
        (
            .inFrame,
            [
                "audioconvert", "capsfilter", "webrtcdsp", "audioconvert", "capsfilter", "audiocheblimit",
                "audioconvert",
                "capsfilter",
            ]
        ),
    ])
    func soundIsCleanedAsAskedFor(_ mode: SoundMode, _ cleaning: [String]) throws {
        let made = try plan { $0.microphone?.mode = mode }
        #expect(
            made.factories("audio.encoder")
                == ["queue"] + cleaning + ["capsfilter", "audiorate", "level", "avenc_aac", "aacparse", "tee"])
        let sound = try #require(made.sounds.first)
        #expect(sound.mode == mode)
        #expect(Set(sound.cleanings.keys) == [.studio, .inFrame])
        #expect(sound.cleanings[mode]?.elements.map(\.factory) ?? [] == cleaning)
        #expect(sound.cleanings.values.allSatisfy { $0.delay == 334 && $0.hold == 480 })
        #expect(
            (sound.raw, sound.cleaned, sound.pad) == (
                PadReference("audio.queue", "src"), PadReference("audio.caps", "sink"),
                PadReference("audio.even", "src")
            ))
    }

    /// If a sound mode is impossible, no command can choose it. The mode of the pipeline file itself is checked before.
    @Test func whatCannotBeCleanedHasNoCleanings() throws {
        #expect(try plan { $0.microphone?.rate = 44100 }.sounds.first?.cleanings.isEmpty == true)
        #expect(try plan { $0.microphone = nil }.sounds.isEmpty)
    }

    @Test(arguments: [
        (AudioCodec.pcm, ["audioconvert", "capsfilter", "tee"]),
        (.flac, ["audioconvert", "capsfilter", "flacenc", "flacparse", "tee"]),
    ])
    func wideSamplesAreNarrowedBehindTheMeters(_ codec: AudioCodec, _ rest: [String]) throws {
        let made = try plan {
            $0.recording.container = .mkv
            $0.encoders.audio.use = codec
            $0.microphone?.bits = .twentyFour
        }
        #expect(made.factories("audio.encoder") == ["queue", "capsfilter", "audiorate", "level"] + rest)
        #expect(made.sounds.first?.format == .s32)
        let samples = try #require(made.elements.first { $0.name == "audio.samples" }).properties
        #expect("\(samples)".contains("S24LE"))
    }

    @Test func anotherMicrophoneHasNamesOfItsOwnAndALobby() throws {
        let made = try plan { _ in }
        let candidate = made.candidate(2, for: .microphone)
        let part = candidate.part(of: [BranchID.source(.microphone)])
        #expect(
            part.elements.map(\.name) == [
                "audio.source+2", "audio.tone+2", "audio.convert+2", "audio.resample+2", "audio.form+2",
                "audio.lobby+2",
            ])
        #expect(part.outbound == [LinkPlan(PadReference("audio.lobby+2"), PadReference("audio.queue"))])
        #expect(part.links.count == 5)
        var adopted = made
        adopted.adopt(try #require(candidate.input(.microphone)), from: candidate)
        #expect(adopted.part(of: [BranchID.source(.microphone)]).elements.map(\.name) == part.elements.map(\.name))
    }
}
