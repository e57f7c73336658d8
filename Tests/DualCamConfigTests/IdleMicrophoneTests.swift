import DualCamConfig
import Testing

/// Settings of a microphone that records nothing have no effect, and are reported.
@Suite struct IdleMicrophoneTests {
    @Test(arguments: [
        ("microphone: {device: none, gain: 3dB, expect: [silent]}", ["microphone.gain", "microphone.expect"]),
        ("microphone: {device: none}", []), ("microphone: none", []), ("microphone: {device: test, gain: 3dB}", []),
        (
            "microphones: {a: {device: none, rate: 44100}, b: {device: test, gain: 3dB}}", ["microphones.a.rate"]
        ),
    ])
    func settingsOfAMicrophoneThatIsNone(_ text: String, _ keys: [String]) throws {
        #expect(try load(twoCameras + text + "\n").written.idleMicrophoneKeys == keys)
    }
}

/// The valid rest of a file with errors is known, so that the files it names can be checked.
@Suite struct RemainsTests {
    @Test func defaultsStandForWhatIsWrong() throws {
        let text =
            "cameras: {a: {device: \"file:/x/a.mp4\", size: wrong}, b: auto}\nmicrophone: file:/x/b.wav\nnonsense: 3\n"
        let remains = PipelineLoader.remains(of: Array(text.utf8), named: "p.yaml", context: context)
        let pipeline = try #require(remains).pipeline
        #expect(pipeline.cameras.map(\.name) == ["a", "b"])
        #expect(pipeline.cameras[0].device == .file("/x/a.mp4") && pipeline.cameras[0].size == Camera(name: "a").size)
        #expect(pipeline.microphone?.device == .file("/x/b.wav"))
    }

    @Test func nothingIsKnownOfWhatIsNoYAML() {
        #expect(PipelineLoader.remains(of: Array("cameras: [".utf8), named: "p.yaml", context: context) == nil)
    }
}
