import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

private func source(
    _ element: String, _ device: String, isDefault: Bool = false, isMonitor: Bool = false
) -> MicrophoneListing {
    MicrophoneListing(element: element, device: device, title: device, isDefault: isDefault, isMonitor: isMonitor)
}

@Suite struct MicrophoneChoiceTests {
    private typealias Case = (
        name: String, listed: [MicrophoneListing], element: String, expected: MicrophoneChooser.Standard
    )

    private static let usb = source("pulsesrc", "usb", isDefault: true)
    private static let loudspeaker = source("pulsesrc", "hdmi.monitor", isMonitor: true)
    private static let onlyLoudspeaker = source("pulsesrc", "hdmi.monitor", isDefault: true, isMonitor: true)
    private static let card = source("alsasrc", "hw:1,0")

    private static let cases: [Case] = [
        ("the default is a microphone", [usb, loudspeaker], "pulsesrc", .standard),
        ("nothing but a monitor", [onlyLoudspeaker], "pulsesrc", .missing),
        (
            "the default is a monitor beside a microphone", [onlyLoudspeaker, source("pulsesrc", "lavalier")],
            "pulsesrc",
            .named("lavalier")
        ),
        ("the server lists nothing", [], "pulsesrc", .standard),
        ("no PipeWire source", [onlyLoudspeaker], "pipewiresrc", .missing),
        ("a PipeWire source", [source("pipewiresrc", "42")], "pipewiresrc", .standard),
        ("ALSA by itself", [card], "alsasrc", .standard),
        ("ALSA's default would be the server's monitor", [onlyLoudspeaker, card], "alsasrc", .named("hw:1,0")),
        ("no card beside a monitor", [onlyLoudspeaker], "alsasrc", .missing),
    ]

    @Test(arguments: cases.indices) func autoNeverHearsALoudspeaker(_ index: Int) {
        let (name, listed, element, expected) = Self.cases[index]
        #expect(MicrophoneChooser.standard(element, in: listed) == expected, "\(name)")
    }

    private static let sources = [
        MicrophoneListing(element: "alsasrc", device: "hw:2,0", title: "Grabber"),
        MicrophoneListing(element: "alsasrc", device: "hw:3,0", title: "Webcam"),
        MicrophoneListing(element: "pulsesrc", device: "grabber", title: "Grabber", card: 2),
        MicrophoneListing(element: "pulsesrc", device: "grabber.monitor", title: "Grabber", isMonitor: true, card: 3),
        MicrophoneListing(element: "pulsesrc", device: "laptop", title: "Laptop", isDefault: true, card: 0),
    ]

    /// `of` uses the sound server's source of the camera's sound card, otherwise ALSA's; never the monitor of a
    /// loudspeaker.
    @Test(
        arguments: [([2], "grabber"), ([3], "hw:3,0"), ([1], nil), ([], nil), ([0, 1], "laptop")]
            as [(Set<Int>, String?)])
    func aCamerasSoundIsFoundByItsCard(_ cards: Set<Int>, _ device: String?) {
        #expect(MicrophoneChooser.source(ofCards: cards, in: Self.sources)?.device == device)
    }

    private typealias Words = (text: String, channels: Int, notation: String)

    private static let words: [Words] = [
        ("left", 1, "left"), ("right", 1, "right"), ("mix", 1, "1"), ("stereo", 2, "2"), ("1", 1, "1"), ("8", 8, "8"),
    ]

    @Test(arguments: words.indices) func channelsAreWordsOrANumber(_ index: Int) throws {
        let (text, channels, notation) = Self.words[index]
        let read = try SoundChannels(parsing: text)
        #expect(read.count == channels)
        #expect(read.notation == notation)
        #expect(try SoundChannels(parsing: read.notation) == read)
    }

    @Test(arguments: ["0", "9", "-1", "centre", "Left", ""]) func otherChannelsAreRefused(_ text: String) {
        #expect(throws: Refusal.self) { try SoundChannels(parsing: text) }
    }

    /// One of two channels is selected by a mix matrix, before the element that converts the sound.
    @Test(arguments: [
        (SoundChannels.left, "<<(float)1.0,(float)0.0>>" as String?), (.right, "<<(float)0.0,(float)1.0>>"),
        (.number(1), nil), (.number(2), nil),
    ])
    func aSideIsTakenAtItsFullLevel(_ channels: SoundChannels, _ matrix: String?) throws {
        var pipeline = Fixture.pip()
        pipeline.microphone?.picked = channels
        let plan = try Planner.plan(Fixture.simulated(pipeline))
        let side = plan.elements.first { $0.name == "audio.side" }
        #expect(side?.properties.map(\.value.text) ?? [] == matrix.map { [$0] } ?? [])
        #expect(plan.sounds.map(\.channels) == [channels.count])
    }
}
