@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: the sound is directed") struct DirectedSoundStateTests {
    private static let text = """
        cameras: {back: test}
        microphone: {device: pulse, gain: -3dB}

        """

    private static func load(_ overrides: [String], over text: String = text) throws -> Pipeline {
        try PipelineLoader.load(
            Array(text.utf8), named: "pip.yaml", overrides: overrides,
            context: LoadContext(environment: [:], home: "/home/ada")
        ).pipeline
    }

    /// Returns a bench that records this pipeline file.
    private static func bench(_ text: String = text, isRecording: Bool = true) throws -> Bench {
        var bench = try Bench()
        var order = bench.state.order
        order.pipeline = try load([], over: text)
        bench.state = SessionMachine(
            order: order, folder: "/r/take", wallStart: Bench.wallStart, calendar: { WallTime.utc($0) })
        bench.feed(.begin(freeBytes: nil), at: .zero)
        if isRecording {
            bench.feed(
                .graph(.recording(at: .seconds(1), wallClock: Bench.wallStart + 2_000_000_000, clock: "test")),
                at: .seconds(2))
        }
        bench.deeds = []
        bench.entries = []
        return bench
    }

    private static func microphone(_ change: (inout Microphone) -> Void = { _ in }) -> Microphone {
        var microphone = Microphone()
        (microphone.device, microphone.gain) = (.pulse(nil), Decibel(-3))
        change(&microphone)
        return microphone
    }

    private static let changes: [(ControlCommand.Name, [JSONValue.Member], Direction, [String])] = [
        (
            .gain, [.init("gain", "4.5dB")], .sound(SoundDirection(microphone: microphone { $0.gain = Decibel(4.5) })),
            ["microphone.gain=4.5dB"]
        ),
        (
            .windFilter, [.init("on", .bool(true))],
            .sound(SoundDirection(microphone: microphone { $0.windFilter = true })), ["microphone.wind-filter=on"]
        ),
        (
            .sound, [.init("mode", "in-frame")], .sound(SoundDirection(microphone: microphone { $0.mode = .inFrame })),
            ["microphone.mode=in-frame"]
        ),
        (.mute, [.init("on", .bool(true))], .sound(SoundDirection(microphone: microphone(), isMuted: true)), []),
        (
            .microphone, [.init("device", "alsa:hw:1,0")], .microphone(.microphone, .alsa("hw:1,0")),
            ["microphone.device=alsa:hw:1,0"]
        ),
    ]

    @Test("Each command becomes what the graph is told, and is answered when the graph has done it", arguments: changes)
    func commands(
        _ name: ControlCommand.Name, _ arguments: [JSONValue.Member], _ direction: Direction, _ settings: [String]
    ) throws {
        var bench = try Self.bench()
        bench.feed(.command(CommandNumber(value: 1), try ControlCommand(name, arguments)), at: .seconds(3))
        #expect(bench.deeds == ["direct \(direction)"])
        #expect(bench.answers.isEmpty)
        bench.feed(.directed(direction, .success(.seconds(3))), at: .seconds(4))
        #expect(bench.answers[1] == .success(ControlAnswer(at: .seconds(3), arguments)))
        #expect(try bench.directed { try Self.load($0) } == settings)
        #expect(bench.entries.map(\.kind) == [.directed])
    }

    @Test("Mute stays while something else is changed, and nothing of it is kept when the graph refuses")
    func mute() throws {
        var bench = try Self.bench()
        let muted = Direction.sound(SoundDirection(microphone: Self.microphone(), isMuted: true))
        bench.feed(
            .command(CommandNumber(value: 1), try ControlCommand(.mute, [.init("on", .bool(true))])), at: .seconds(3))
        bench.feed(.directed(muted, .failure(GraphFailure(.timeout, message: "it is slow"))), at: .seconds(4))
        #expect(bench.answers[1] == .failure(ControlRefusal(.timeout, "It is slow.")))
        #expect(bench.state.direction.muted.isEmpty)
        bench.feed(
            .command(CommandNumber(value: 2), try ControlCommand(.mute, [.init("on", .bool(true))])), at: .seconds(5))
        bench.feed(.directed(muted, .success(.seconds(4))), at: .seconds(6))
        bench.deeds = []
        bench.feed(
            .command(CommandNumber(value: 3), try ControlCommand(.gain, [.init("gain", "0dB")])), at: .seconds(7))
        let both = SoundDirection(microphone: Self.microphone { $0.gain = Decibel(0) }, isMuted: true)
        #expect(bench.deeds == ["direct \(Direction.sound(both))"])
    }

    @Test(
        "What cannot be is refused with the words of the pipeline file",
        arguments: [
            (
                ControlCommand.Name.gain, "gain", "13dB", text,
                ControlRefusal(.badValue, "'13dB' is out of range.", advice: "Accepted: -12dB ... 12dB.")
            ),
            (
                .sound, "mode", "studi", text,
                ControlRefusal(.badValue, "Unknown value 'studi'.", advice: "Did you mean 'studio'?")
            ),
            (
                .microphone, "device", "none", text,
                ControlRefusal(
                    .unsupported, "The microphone cannot be taken out of a recording.",
                    advice: "Send mute to record silence.")
            ),
            (
                .gain, "gain", "3dB", "cameras: {back: test}\nmicrophone: none\n",
                ControlRefusal(
                    .unsupported, "This recording has no microphone.",
                    advice: "Begin one with a 'microphone' in its pipeline file.")
            ),
        ])
    func refusals(
        _ name: ControlCommand.Name, _ key: String, _ value: String, _ text: String, _ refusal: ControlRefusal
    ) throws {
        var bench = try Self.bench(text)
        try bench.ask(1, ControlCommand(name, [.init(key, .string(value))]), at: .seconds(3))
        #expect(bench.answers[1] == .failure(refusal))
        #expect(bench.deeds.isEmpty)
    }

    @Test func `before it records nothing can be changed`() throws {
        var bench = try Self.bench(isRecording: false)
        bench.feed(
            .command(CommandNumber(value: 1), try ControlCommand(.gain, [.init("gain", "0dB")])), at: .seconds(1))
        #expect(
            bench.answers[1]
                == .failure(
                    ControlRefusal(
                        .notNow, "The devices are being opened.", advice: "Try again when it is recording.")))
    }

    @Test(
        "Values, ranges and obstacles",
        arguments: [
            (text, nil as String?, "-3dB", "pulse"),
            ("cameras: {back: test}\nmicrophone: none\n", "This recording has no microphone.", "0dB", "none"),
        ])
    func settings(_ text: String, _ obstacle: String?, _ gain: String, _ device: String) throws {
        var bench = try Self.bench(text)
        bench.feed(.stateAsked, at: .seconds(3))
        let settings = try #require(bench.states.last).settings.filter {
            ["gain", "mute", "wind-filter", "sound", "microphone"].contains($0.name)
        }
        #expect(settings.map(\.name) == ["gain", "mute", "wind-filter", "sound", "microphone"])
        #expect(settings.allSatisfy { $0.obstacle == obstacle })
        #expect(settings.map(\.value) == [.string(gain), .bool(false), .bool(false), "natural", .string(device)])
        #expect(settings[0].range == .number(-12...12, step: 0.5, unit: "dB"))
        #expect(settings[3].range == .choice(["natural", "studio", "in-frame"]))
    }

    private static let several = """
        cameras: {back: test}
        microphones: {lavalier: {device: pulse, gain: -3dB}, room: test}

        """

    @Test(
        "Of several microphones the one that is named is directed",
        arguments: [
            (
                ControlCommand.Name.gain, JSONValue.Member("gain", "3dB"), "room", ["microphones.room.gain=3dB"],
                Direction.sound(SoundDirection(microphone: named("room", .test) { $0.gain = Decibel(3) }))
            ),
            (
                .mute, .init("on", .bool(true)), "lavalier", [],
                .sound(SoundDirection(microphone: named("lavalier", .pulse(nil)), isMuted: true))
            ),
            (
                .microphone, .init("device", "alsa"), "room", ["microphones.room.device=alsa"],
                .microphone(InputName(microphone: "room"), .alsa(nil))
            ),
        ])
    func oneOfSeveral(
        _ name: ControlCommand.Name, _ argument: JSONValue.Member, _ microphone: String, _ settings: [String],
        _ direction: Direction
    ) throws {
        var bench = try Self.bench(Self.several)
        let arguments = [argument, .init("microphone", .string(microphone))]
        bench.feed(.command(CommandNumber(value: 1), try ControlCommand(name, arguments)), at: .seconds(3))
        #expect(bench.deeds == ["direct \(direction)"])
        bench.feed(.directed(direction, .success(.seconds(3))), at: .seconds(4))
        #expect(bench.answers[1] == .success(ControlAnswer(at: .seconds(3), arguments)))
        #expect(bench.state.direction.settings.map(\.override) == settings)
        #expect(bench.state.direction.muted == (name == .mute ? [microphone] : []))
    }

    private static func named(
        _ name: String, _ device: MicrophoneDevice, _ change: (inout Microphone) -> Void = { _ in }
    ) -> Microphone {
        var microphone = Microphone(name: name)
        (microphone.device, microphone.gain) = (device, Decibel(name == "lavalier" ? -3 : 0))
        change(&microphone)
        return microphone
    }

    @Test(
        "Without a name, or with a wrong one, nothing is directed",
        arguments: [
            (
                nil as String?, several,
                ControlRefusal(
                    .badRequest, "There are several microphones.",
                    advice: "Say which as 'microphone': lavalier and room.")
            ),
            (
                "rom", several,
                ControlRefusal(.badValue, "There is no microphone 'rom'.", advice: "Did you mean 'room'?")
            ),
            (
                "room", text,
                ControlRefusal(.badValue, "There is no microphone 'room'.", advice: "Accepted: microphone.")
            ),
            (
                "room",
                several.replacing("device: pulse", with: "device: auto").replacing("room: test", with: "boom: test"),
                ControlRefusal(.badValue, "There is no microphone 'room'.", advice: "Did you mean 'boom'?")
            ),
        ])
    func namesThatAreNone(_ name: String?, _ text: String, _ refusal: ControlRefusal) throws {
        var bench = try Self.bench(text)
        let arguments = name.map { [JSONValue.Member("microphone", .string($0))] } ?? []
        let command = try ControlCommand(.mute, [.init("on", .bool(true))] + arguments)
        bench.feed(.command(CommandNumber(value: 1), command), at: .seconds(3))
        #expect(bench.answers[1] == .failure(refusal))
        #expect(bench.deeds.isEmpty)
    }

    @Test func `settings, levels and drift are told of each microphone`() throws {
        var bench = try Self.bench(Self.several)
        bench.feed(.stateAsked, at: .seconds(3))
        let settings = try #require(bench.states.last).settings
        #expect(settings.first { $0.name == "gain.lavalier" }?.value == "-3dB")
        #expect(settings.first { $0.name == "microphone.room" }?.value == "test")
        let names = ["room", "lavalier"].map { InputName(microphone: $0) }
        let levels = names.map { SoundLevels(of: $0, peak: [-6], rms: [-9]) }
        for level in levels { bench.feed(.graph(.levels(level, at: .seconds(2))), at: .seconds(3)) }
        bench.feed(
            .reading(
                now: .seconds(3),
                sounds: names.map { .init(of: $0, samples: 1000, added: $0 == names[0] ? 1 : 0, removed: 0) }),
            at: .seconds(4))
        let status = bench.events.compactMap { if case .status(let status) = $0.kind { status } else { nil } }.last
        let event = SessionEvent(.status(try #require(status)), unixNanoseconds: 0, runningTime: nil).line
        let figures = #"{"peak":[-6.0],"rms":[-9.0]}"#
        #expect(event.contains(#""levels":\#(figures),"microphones":{"lavalier":\#(figures),"room":\#(figures)}"#))
        #expect(
            ControlNews.levels(levels[0], at: .seconds(2)).line
                == #"{"event":"levels","running-time":2.0,"microphone":"room","peak":[-6.0],"rms":[-9.0]}"#)
        bench.feed(
            .reading(
                now: .seconds(700), sounds: [.init(of: names[0], samples: 48_000_000, added: 24, removed: 0)]),
            at: .seconds(701))
        let drift = try #require(bench.entries.last { $0.kind == .drift })
        #expect(drift["microphone"] == "room")
    }

    @Test func `levels go to the endpoints ten times a second, and with the status`() throws {
        var bench = try Self.bench()
        let levels = SoundLevels(peak: [-6, -7], rms: [-9, -120])
        bench.feed(.graph(.levels(levels, at: .seconds(2))), at: .seconds(3))
        #expect(bench.deeds == ["levels [-6.0, -7.0]"])
        bench.feed(.reading(now: .seconds(3)), at: .seconds(4))
        let status = bench.events.compactMap { if case .status(let status) = $0.kind { status } else { nil } }.last
        #expect(status?.levels == [levels])
        #expect(
            ControlNews.levels(levels, at: .seconds(2)).line
                == #"{"event":"levels","running-time":2.0,"peak":[-6.0,-7.0],"rms":[-9.0,-120.0]}"#)
    }
}
