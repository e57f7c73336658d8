import DualCamPlan
import DualCamPlanKit
import Testing

@testable import DualCamConfig

@Suite struct SeveralMicrophonesTests {
    private static func inputs(_ change: (inout Pipeline) -> Void = { _ in }) -> PlannedInputs {
        var pipeline = Fixture.pip()
        pipeline.microphones = [Microphone(name: "lavalier"), Microphone(name: "room")]
        pipeline.microphones[0].channels = 1
        change(&pipeline)
        return Fixture.simulated(pipeline)
    }

    private static func road(_ plan: GraphPlan, _ branch: String) -> [String] {
        plan.elements.filter { $0.branch.rawValue == branch }.map(\.name)
    }

    /// Returns the elements of one microphone, with `prefix` before each name.
    private static func way(_ prefix: String, _ rest: [String]) -> [String] {
        (["queue", "caps", "even", "level"] + rest).map { "\(prefix).\($0)" }
    }

    @Test func eachIsATrackOfEveryFile() throws {
        let plan = try Planner.plan(Self.inputs())
        for name in ["lavalier", "room"] {
            let prefix = "audio.\(name)"
            let source = ["source", "tone", "convert", "resample", "form"].map { "\(prefix).\($0)" }
            #expect(Self.road(plan, "\(prefix).source") == source)
            #expect(
                Self.road(plan, "\(prefix).encoder") == Self.way(prefix, ["encoder", "parser", "encoded"]))
        }
        #expect(plan.inputs.map(\.name.rawValue) == ["microphone.lavalier", "microphone.room", "back", "front"])
        #expect(plan.sounds.map(\.input.title) == ["microphone lavalier", "microphone room"])
        #expect(plan.sounds.map(\.channels) == [1, 2])
        let valves = plan.valves.filter { $0.media == .audio }
        #expect(valves.map(\.branch.rawValue) == ["audio.lavalier.encoder", "audio.room.encoder"])
        #expect(valves.allSatisfy { $0.cuts && $0.decidesStart })
        for output in plan.outputs {
            #expect(output.tracks.map(\.microphones) == [["lavalier"], ["room"]])
            #expect(output.tracks.map(\.encoded.element) == ["audio.lavalier.encoded", "audio.room.encoded"])
            let queue = "\(output.name).file-audio-room"
            #expect(output.tracks[1].input == "\(queue)-guard")
            let row = [
                ("\(queue)-guard", queue), (queue, "\(queue)-title"), ("\(queue)-title", "\(output.name).muxer"),
            ]
            for (from, to) in row {
                #expect(output.links.contains { $0.from.element == from && $0.to.element == to }, "\(from) \(to)")
            }
            #expect(
                output.elements.first { $0.name == "\(queue)-title" }?.properties == [
                    Property("tags", .string(#"title=(string)"room""#))
                ])
        }
        #expect(Set(plan.elements.map(\.name)).count == plan.elements.count)
    }

    /// Each microphone is measured and adjusted by itself; only the mix is cut and encoded.
    @Test func orAllAreOneTrack() throws {
        let plan = try Planner.plan(Self.inputs { $0.recording.sound = .mix })
        #expect(
            Self.road(plan, "audio.lavalier.input") == Self.way("audio.lavalier", ["spread", "spread-form"]))
        #expect(
            Self.road(plan, "audio.encoder") == [
                "audio.mixer", "audio.mixed", "audio.encoder", "audio.parser", "audio.encoded",
            ])
        #expect(
            plan.links.filter { $0.to.element == "audio.mixer" }
                == ["lavalier", "room"].map {
                    LinkPlan(PadReference("audio.\($0).spread-form"), PadReference("audio.mixer", "sink_%u"))
                })
        let valves = plan.valves.filter { $0.media == .audio }
        #expect(valves.map(\.branch.rawValue) == ["audio.lavalier.input", "audio.room.input", "audio.encoder"])
        #expect(valves.map(\.cuts) == [false, false, true])
        #expect(plan.outputs.allSatisfy { $0.tracks.map(\.microphones) == [["lavalier", "room"]] })
        #expect(plan.outputs.allSatisfy { $0.tracks.map(\.encoded.element) == ["audio.encoded"] })
        #expect(
            plan.outputs[0].elements.first { $0.factory == "taginject" }?.properties == [
                Property("tags", .string(#"title=(string)"lavalier+room""#))
            ])
        guard case .caps(let form)? = plan.elements.first(where: { $0.name == "audio.mixed" })?.properties.first?.value
        else { throw Missing() }
        #expect(form.text.contains("channels=(int)2"))
    }

    private struct Missing: Error {}

    /// A mix of a single microphone is a track.
    @Test func aMixOfOneIsATrack() throws {
        let plan = try Planner.plan(
            Self.inputs {
                $0.recording.sound = .mix
                $0.microphones.removeLast()
            })
        #expect(!plan.elements.contains { $0.factory == "audiomixer" })
        #expect(plan.outputs.allSatisfy { $0.tracks.map(\.microphones) == [["lavalier"]] })
    }

    @Test func theirCostAndTheirBytesCount() throws {
        let change: (inout Pipeline) -> Void = { $0.microphones.removeLast() }
        let (one, two) = (try Planner.summary(Self.inputs(change)), try Planner.summary(Self.inputs()))
        #expect(two.sounds.map(\.title) == ["sound lavalier", "sound room"])
        // 128 kbit/s more in each of three files.
        #expect(two.bytesPerHour - one.bytesPerHour == 3 * 16_000 * 3600)
        let parts = two.cost.cpu.parts.map(\.name.rawValue)
        #expect(parts.contains("audio.lavalier.encoder") && parts.contains("audio.room.encoder"))
        let mix = try Planner.summary(Self.inputs { $0.recording.sound = .mix })
        #expect(mix.sounds.map(\.title) == ["sound lavalier+room"])
        #expect(mix.cost.cpu.parts.map(\.name.rawValue).contains("audio.encoder"))
    }

    @Test func whatCannotBeIsSaidOfTheOneItConcerns() {
        let issues = Planner.issues(
            Self.inputs {
                $0.recording.sound = .mix
                $0.microphones[1].rate = 44_100
                $0.microphones[0].bits = .twentyFour
            }.pipeline, on: Fixture.machine)
        #expect(
            issues.map { "\($0.keyPath): \($0.message) (\($0.hint))" } == [
                "microphones.lavalier.bits: aac has no samples of 24 bits (write `flac` or `pcm` for encoders.audio.use, or "
                    + "leave bits out)",
                "microphones.room.rate: a mix has one rate, and microphone lavalier has 48000 samples a second (write 48000 "
                    + "here, or `tracks` for recording.sound)",
            ])
        var machine = Fixture.machine
        machine.elements.remove("audiomixer")
        #expect(
            Planner.issues(Self.inputs { $0.recording.sound = .mix }.pipeline, on: machine).map(\.message) == [
                "this machine cannot mix sound (audiomixer)"
            ])
    }

    private static let listed = [
        MicrophoneListing(element: "alsasrc", device: "hw:0,0", title: "Card"),
        MicrophoneListing(element: "pulsesrc", device: "usb", title: "USB"),
        MicrophoneListing(element: "pulsesrc", device: "built-in", title: "Built-in", isDefault: true),
        MicrophoneListing(element: "pulsesrc", device: "headset", title: "Headset"),
    ]

    /// A microphone without a device name uses the server's default.
    @Test(arguments: [
        (MicrophoneFacts.device(element: "pulsesrc", device: "usb"), "usb" as String?), (.test, nil),
        (.device(element: "pulsesrc", device: nil), "standard"),
        (.device(element: "pulsesrc", device: "built-in"), "standard"),
        (.device(element: "alsasrc", device: "usb"), nil), (.device(element: "pulsesrc", device: "headset"), nil),
    ])
    func noTwoShareADevice(_ facts: MicrophoneFacts, _ owner: String?) {
        let others: [String: MicrophoneFacts] = [
            "usb": .device(element: "pulsesrc", device: "usb"), "tone": .test,
            "standard": .device(element: "pulsesrc", device: nil),
        ]
        #expect(MicrophoneChooser.owner(of: facts, among: others, Self.listed) == owner)
    }

    /// The default device comes first, then by name; the device of another microphone is not used again.
    @Test(
        arguments: [
            ([], "built-in"), ([MicrophoneFacts.device(element: "pulsesrc", device: nil)], "headset"),
            ([.device(element: "pulsesrc", device: "built-in")], "headset"),
            ([.device(element: "pulsesrc", device: nil), .device(element: "pulsesrc", device: "headset")], "usb"),
            (
                [
                    .device(element: "pulsesrc", device: "usb"), .device(element: "pulsesrc", device: "headset"),
                    .device(element: "pulsesrc", device: "built-in"),
                ], nil
            ),
            ([.test, .device(element: "alsasrc", device: "usb")], "built-in"),
        ] as [([MicrophoneFacts], String?)])
    func autoTakesAnother(_ others: [MicrophoneFacts], _ expected: String?) {
        #expect(MicrophoneChooser.free(Self.listed, beside: others)?.device == expected)
    }
}
