import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamEditing

/// The elements for a track of sound that is cut to the sample.
@Suite struct TrimPlanTests {
    /// The number of samples that the encoder delays at each rate; the file has them that much earlier.
    @Test(arguments: [
        (AudioCodec.aac, 44_100, 1024), (.aac, 48_000, 1024), (.opus, 48_000, 0), (.flac, 96_000, 0), (.pcm, 48_000, 0),
    ])
    func encodedSoundIsLate(_ codec: AudioCodec, _ rate: Int, _ delay: Int) {
        let track = TrimPlan.track(1, codec, rate: rate, channels: 2, microphones: ["anna"])
        #expect(track.delay == delay && track.rate == rate && track.pad == "audio_1")
    }

    /// Without a bit depth, samples of lossless sound are unchanged; other codecs need one format.
    @Test(
        arguments: [
            (AudioCodec.pcm, nil, false), (.flac, nil, false), (.pcm, .twentyFour, true), (.aac, nil, true),
            (.opus, nil, true),
        ] as [(AudioCodec, SampleBits?, Bool)])
    func losslessSoundKeepsItsSamples(_ codec: AudioCodec, _ bits: SampleBits?, _ hasFormat: Bool) {
        let track = TrimPlan.track(0, codec, rate: 48_000, channels: 1, microphones: [], bits: bits)
        #expect(track.form.fields.contains { $0.name == "format" } == hasFormat)
    }
}
