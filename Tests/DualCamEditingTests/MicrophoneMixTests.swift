import DualCamConfig
import Testing

@testable import DualCamEditing
@testable import DualCamProcess

@Suite struct MicrophoneMixTests {
    private static let tracks = [["anna"], ["ben"], ["room", "door"]]

    @Test(arguments: [
        ("anna=0dB", [0: 1.0]), ("ben=off", [1: 0]), ("anna=20dB,ben=-20dB", [0: 10, 1: 0.1]),
        ("ben=-6dB,ben=off", [1: 0]),
    ])
    func gainsAreOfTracks(text: String, volumes: [Int: Double]) throws {
        let found = try MicrophoneMix(argument: text).volumes(of: Self.tracks)
        #expect(Set(found.keys) == Set(volumes.keys))
        for (track, volume) in volumes { #expect(abs((found[track] ?? -1) - volume) < 1e-9) }
    }

    @Test(arguments: [
        ("", "'' is not a microphone with its gain"), ("anna", "'anna' is not a microphone with its gain"),
        ("anna=", "'anna=' is not a microphone with its gain"), ("anna=3dB,", "'' is not a microphone with its gain"),
        ("anna=3", "'3' has no unit"), ("anna=21dB", "'21dB' is out of range"),
        ("anna=-41dB", "'-41dB' is out of range"),
    ])
    func whatIsNoMixIsRefused(text: String, message: String) {
        let refusal = #expect(throws: Refusal.self) { try MicrophoneMix(argument: text) }
        #expect(refusal?.message.hasPrefix(message) == true, "\(refusal?.message ?? "")")
    }

    @Test(
        arguments: [
            (
                "carl=off", [["anna"], ["ben"]], "--mix: no microphone 'carl' has a track of its own.",
                "There are anna, ben."
            ),
            (
                "carl=off", [[]], "--mix: no microphone 'carl' has a track of its own.",
                "The session's sound is one track; remove the option."
            ),
            (
                "room=off", tracks, "--mix: 'room' shares a track with door.",
                "Record each microphone on a track of its own (recording.sound: tracks)."
            ),
            (
                "anna=off,ben=off", [["anna"], ["ben"]], "--mix: all microphones are off.",
                "Leave at least one of them on."
            ),
        ] as [(String, [[String]], String, String)])
    func whatDoesNotFitTheSessionIsRefused(text: String, tracks: [[String]], message: String, advice: String) throws {
        let mix = try MicrophoneMix(argument: text)
        let failure = #expect(throws: CommandFailure.self) { try mix.volumes(of: tracks) }
        #expect(failure?.message == message && failure?.advice == advice)
    }

    @Test func offIsALevelOfNoiseReduction() throws {
        #expect(try WrittenNoiseReduction(argument: "off").level == nil)
        #expect(try WrittenNoiseReduction(argument: "very-high").level == .veryHigh)
        let refusal = #expect(throws: Refusal.self) { try WrittenNoiseReduction(argument: "lots") }
        #expect(refusal?.message == "'lots' is not a noise-reduction level")
        #expect(refusal?.hint == "Choose off, low, moderate, high, very-high.")
    }
}
