import DualCamTestKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession

/// Commands for cameras and bitrates, tested with the session machine.
@Suite struct CameraDirectionTests {
    private static let camera = InputName("back")

    private static func facts(_ brightness: Int64 = 128, auto: Bool = true, gain: Int64 = 10) -> [ControlFacts] {
        var held = ControlFacts(0x98_0913, "gain", .integer, 0...255, value: gain)
        held.isInactive = auto
        return [
            ControlFacts(0x98_0900, "brightness", .integer, 0...255, step: 2, standard: 128, value: brightness),
            ControlFacts(0x98_0912, "gain_automatic", .boolean, 0...1, value: auto ? 1 : 0), held,
            ControlFacts(
                0x98_0918, "power_line_frequency", .menu, 0...1, value: 1,
                choices: [.init(index: 0, text: "Disabled"), .init(index: 1, text: "50 Hz")]),
            ControlFacts(0x98_0990, "press_me", .button, 0...0),
        ]
    }

    /// Returns a recording of a real camera `back` and a test camera `front`.
    private static func bench() throws -> Bench {
        var pipeline = Pipeline(cameras: ["back", "front"].map { Camera(name: $0) })
        pipeline.cameras[1].device = .test(pattern: .ball)
        pipeline.controlPresets = [
            ControlPreset(
                name: "dark",
                controls: [
                    CameraControl(name: "gain", value: .whole(200), preset: "dark"),
                    CameraControl(name: "power-line", value: .whole(50), preset: "dark"),
                ])
        ]
        let settings = SessionSettings(outputs: [back, front])
        var order = SessionOrder(
            settings: settings, description: .sample, directory: "/r", names: try .sample(settings, "take_{output}"))
        order.pipeline = pipeline
        order.controls = [camera: facts()]
        order.bitrates = [
            back: OutputBitrate(
                now: Bitrate(bitsPerSecond: 8_000_000), highest: Bitrate(bitsPerSecond: 2_048_000_000)),
            front: OutputBitrate(
                now: Bitrate(bitsPerSecond: 0), highest: Bitrate(bitsPerSecond: 0), obstacle: "front is passed through"),
        ]
        return try Bench(order: order)
    }

    private static func command(_ name: String, _ arguments: String) throws -> ControlCommand {
        try ControlCommand(named: name, JSONValue(parsing: arguments))
    }

    @Test func aControlIsSetReadBackAndRemembered() throws {
        var bench = try Self.bench()
        let command = try Self.command("control", #"{"camera": "back", "control": "gain", "value": 101}"#)
        bench.feed(.command(CommandNumber(value: 1), command), at: .seconds(3))
        let direct = Direction.controls([
            DirectedControls(
                camera: Self.camera, controls: [CameraControl(name: "gain", value: .whole(101))])
        ])
        #expect(bench.deeds == ["direct \(direct)"])
        bench.feed(.controls([Self.camera: Self.facts(auto: false, gain: 100)]), at: .seconds(3))
        bench.feed(.directed(direct, .success(.seconds(2))), at: .seconds(3))
        let answer = try #require(try bench.answers[1]?.get())
        #expect(
            answer.json.line
                == #"{"at":2.0,"camera":"back","control":"gain","value":101,"taken":{"back":{"gain_automatic":false,"gain":100}}}"#
        )
        let warnings = bench.events.compactMap {
            if case .warning(.cameraControl, _, let text) = $0.kind { text } else { nil }
        }
        #expect(warnings == ["gain of camera back is 100, as its device does not take 101."])
        #expect(bench.state.direction.settings == [Setting("cameras.back.controls.gain", "101")])
    }

    @Test func aPresetGoesToEveryCameraThatHasControls() throws {
        var bench = try Self.bench()
        bench.feed(
            .command(CommandNumber(value: 1), try Self.command("controls", #"{"preset": "dark"}"#)), at: .seconds(3))
        let controls = [
            CameraControl(name: "gain", value: .whole(200)), CameraControl(name: "power-line", value: .whole(50)),
        ]
        let direct = Direction.controls([DirectedControls(camera: Self.camera, controls: controls)])
        #expect(bench.deeds == ["direct \(direct)"])
        bench.feed(.directed(direct, .success(nil)), at: .seconds(3))
        #expect(
            bench.state.direction.settings.map(\.override) == [
                "cameras.back.controls.gain=200", "cameras.back.controls.power-line=50",
            ])
    }

    /// A preset for all cameras applies to those that are connected and does not wait for others.
    @Test func aPresetWaitsForNoCamera() throws {
        var bench = try Self.bench()
        bench.feed(.graph(.inputLost(Self.camera, at: .seconds(1))), at: .seconds(3))
        bench.feed(
            .command(CommandNumber(value: 1), try Self.command("controls", #"{"preset": "dark"}"#)), at: .seconds(3))
        let refusal = ControlRefusal(.unsupported, "No camera of this recording has controls.")
        #expect(throws: refusal) { try bench.answers[1]?.get() }
    }

    /// A button is pressed once, and not again in the next take.
    @Test func aButtonIsNotRemembered() throws {
        var bench = try Self.bench()
        let command = try Self.command("control", #"{"camera": "back", "control": "press_me", "value": true}"#)
        bench.feed(.command(CommandNumber(value: 1), command), at: .seconds(3))
        let direct = Direction.controls([
            DirectedControls(
                camera: Self.camera, controls: [CameraControl(name: "press_me", value: .flag(true))])
        ])
        bench.feed(.directed(direct, .success(.seconds(2))), at: .seconds(3))
        #expect(try bench.answers[1]?.get().at == .seconds(2))
        #expect(bench.state.direction.settings.isEmpty)
    }

    @Test(
        "What cannot be is refused before the graph is asked",
        arguments: [
            (
                "control", #"{"camera": "back", "control": "brightness", "value": 256}"#, ControlRefusal.Code.badValue,
                "Camera back, brightness: '256' is out of range. Accepted: 0 ... 255."
            ),
            (
                "control", #"{"camera": "back", "control": "torch", "value": "on"}"#, .badValue,
                "Camera back, torch: the camera has no such control. It has: gain, power-line, brightness, gain_automatic, "
                    + "power_line_frequency, press_me."
            ),
            (
                "control", #"{"camera": "bakc", "control": "gain", "value": 1}"#, .badValue,
                "There is no camera 'bakc'. Did you mean 'back'?"
            ),
            (
                "control", #"{"camera": "front", "control": "gain", "value": 1}"#, .unsupported,
                "The controls of camera front cannot be set: the camera is a test pattern, which has none."
            ),
            (
                "control", #"{"camera": "back", "control": "white-balance", "value": "${HOME}"}"#, .badValue,
                "Camera back, white-balance: the camera has no such control. It has: gain, power-line, brightness, gain_automatic, "
                    + "power_line_frequency, press_me."
            ),
            ("controls", #"{"preset": "drak"}"#, .badValue, "There is no preset 'drak'. Did you mean 'dark'?"),
            (
                "bitrate", #"{"output": "side", "bitrate": "1Mbps"}"#, .badValue,
                "There is no output 'side'. Accepted: back, front."
            ),
            (
                "bitrate", #"{"output": "front", "bitrate": "1Mbps"}"#, .unsupported,
                "Front is passed through. Write the bitrate into the pipeline file."
            ),
            (
                "bitrate", #"{"output": "back", "bitrate": "fast"}"#, .badValue,
                "'fast' is not a bitrate. Write bps, kbps, Mbps or Gbps, as in 8Mbps."
            ),
            (
                "bitrate", #"{"output": "back", "bitrate": "3Gbps"}"#, .badValue,
                "3Gbps is more than the encoder of back can be set to. Its highest is 2048Mbps."
            ),
        ])
    func refusals(_ name: String, _ arguments: String, _ code: ControlRefusal.Code, _ text: String) throws {
        var bench = try Self.bench()
        try bench.ask(1, Self.command(name, arguments), at: .seconds(3))
        let refusal = try #require(throws: ControlRefusal.self) { try bench.answers[1]?.get() }
        #expect(refusal.code == code)
        #expect(Sentence.joined(refusal.message, refusal.advice) == text)
        #expect(bench.deeds.isEmpty)
    }

    @Test func whatCanBeSetIsListed() throws {
        var bench = try Self.bench()
        bench.feed(.stateAsked, at: .seconds(3))
        let settings = try #require(bench.states.first).settings.filter { [.control, .bitrate].contains($0.command) }
        #expect(
            settings.map { "\($0.name) \($0.json.line)" } == [
                #"controls.back.gain {"value":"auto","command":"control","least":0.0,"most":255.0,"step":1.0,"unit":""}"#,
                #"controls.back.power-line {"value":"50","command":"control","choices":["off","50"]}"#,
                #"controls.back.brightness {"value":128,"command":"control","least":0.0,"most":255.0,"step":2.0,"unit":""}"#,
                #"controls.back.gain_automatic {"value":true,"command":"control","choices":[false,true]}"#,
                #"controls.back.power_line_frequency {"value":"50_hz","command":"control","choices":["disabled","50_hz"]}"#,
                #"controls.back.press_me {"value":null,"command":"control","choices":["press"]}"#,
                #"bitrate.back {"value":8000000,"command":"bitrate","least":10000.0,"most":2048000000,"step":1000.0,"unit":"bps"}"#,
                #"bitrate.front {"value":null,"command":"bitrate","least":10000.0,"most":10000.0,"step":1000.0,"unit":"bps","#
                    + #""obstacle":"front is passed through"}"#,
            ])
    }

    @Test func aBitrateIsSetAndTold() throws {
        var bench = try Self.bench()
        let command = try Self.command("bitrate", #"{"output": "back", "bitrate": "2Mbps"}"#)
        bench.feed(.command(CommandNumber(value: 1), command), at: .seconds(3))
        let direct = Direction.bitrate(back, Bitrate(bitsPerSecond: 2_000_000))
        #expect(bench.deeds == ["direct \(direct)"])
        bench.feed(.directed(direct, .success(.seconds(2))), at: .seconds(3))
        bench.feed(.stateAsked, at: .seconds(3))
        #expect(bench.states.first?.settings.first { $0.name == "bitrate.back" }?.value == .integer(2_000_000))
    }
}
