@testable import DualCamConfig
import Testing

@Suite struct OverrideTests {
    @Test func oneValueIsReplaced() throws {
        let text = "cameras:\n  back: {size: 640x480, rate: 30}\n  front: auto\n"
        let loaded = try load(text, overrides: ["cameras.back.rate=15", "cameras.back.rate=10"])
        #expect(loaded.pipeline.cameras[0].rate == FrameRate(10))
        #expect(loaded.pipeline.cameras[0].size == FrameSize(width: 640, height: 480))
    }

    /// The short form of a camera sets its device and keeps its other keys.
    @Test func aShortFormSetsTheDevice() throws {
        let text = "cameras:\n  back: {size: 640x480}\n  front: auto\n"
        let loaded = try load(text, overrides: ["cameras.back=test", "microphone=none", "cameras.front.zoom=2"])
        #expect(loaded.pipeline.cameras[0].device == .test(pattern: .smpte))
        #expect(loaded.pipeline.cameras[0].size == FrameSize(width: 640, height: 480))
        #expect(loaded.pipeline.cameras[1].zoom == 2)
        #expect(loaded.pipeline.microphone == nil)
    }

    /// If controls disagree, the later one counts. The latest is last in the list, also after a preset.
    @Test(arguments: [
        ([], "white-balance=3200 gain=3"), (["gain=5"], "white-balance=3200 gain=5"),
        (["white-balance=auto"], "gain=3 white-balance=auto"),
        (["brightness=9", "gain=off"], "white-balance=3200 brightness=9 gain=off"),
        (["preset=dark"], "gain=3"),
    ])
    func controls(overrides: [String], expected: String) throws {
        let text = """
            controls: {indoor: {white-balance: 3200}, dark: {gain: 30}}
            cameras: {back: {controls: {preset: indoor, gain: 3}}, front: {controls: indoor}}

            """
        let cameras = try load(text, overrides: overrides.map { "cameras.back.controls.\($0)" }).pipeline.cameras
        #expect(cameras[0].controls.map { "\($0.name)=\($0.value.notation)" }.joined(separator: " ") == expected)
        #expect(cameras[1].controls.map(\.name) == ["white-balance"])
    }

    @Test func aPresetForOneCamera() throws {
        let text = "controls: {dark: {gain: 30}}\ncameras: {back: {controls: {gain: 3, hue: 1}}}\n"
        let camera = try load(text, overrides: ["cameras.back.controls=dark"]).pipeline.cameras[0]
        #expect(camera.controls == [CameraControl(name: "gain", value: .whole(30), preset: "dark")])
    }

    /// Several microphones in the file's order, each with its own keys; `none` leaves one out.
    @Test func severalMicrophones() throws {
        let text = twoCameras + "microphones: {room: pulse, lavalier: {device: test, channels: 1}, boom: auto}\n"
        var lavalier = Microphone(name: "lavalier")
        (lavalier.device, lavalier.channels, lavalier.gain) = (.test, 1, Decibel(3))
        var room = Microphone(name: "room")
        room.device = .alsa(nil)
        let overrides = ["microphones.room=alsa", "microphones.lavalier.gain=3dB", "microphones.boom.device=none"]
        let pipeline = try load(text, overrides: overrides).pipeline
        #expect(pipeline.microphones == [room, lavalier])
        #expect(pipeline.microphones.map(\.keyPath) == ["microphones.room", "microphones.lavalier"])
        #expect(pipeline.recording.sound == .tracks)
        let issues = #expect(throws: PipelineIssues.self) { try load(text, overrides: ["microphones.rom.gain=1dB"]) }
        #expect(issues?.issues.map(\.message) == ["unknown microphone 'rom'"])
        #expect(issues?.issues.map(\.hint) == ["did you mean 'room'?"])
    }

    @Test func missingSectionsAndListsAreWritten() throws {
        let overrides = [
            "combined.layout=stacked", "recording.outputs=[back, combined]", "recording.name={output}=1",
            "recording.directory=~/x",
        ]
        let pipeline = try load(twoCameras, overrides: overrides).pipeline
        #expect(pipeline.combined?.layout == .stacked)
        #expect(pipeline.outputs == [OutputName("back"), .combined])
        #expect(pipeline.recording.name == "{output}=1")
        #expect(pipeline.recording.directory == "/home/ada/x")
    }

    /// A wrong value in the file does not matter if an override replaces it.
    @Test func anOverrideHealsTheFile() throws {
        let text = twoCameras + "recording: {directory: '${UNSET}'}\n"
        #expect(try load(text, overrides: ["recording.directory=/x"]).pipeline.recording.directory == "/x")
    }

    /// A corner is replaced by a position, and a position by a corner.
    @Test(arguments: [
        (["combined.inset.position.x=60%", "combined.inset.position.y=10%"], "{x: 60%, y: 10%}"),
        (["combined.inset.position=top-left", "combined.inset.position.y=10%"], "{x: 0%, y: 10%}"),
        (["combined.inset.position.x=60%", "combined.inset.position=top-left"], "top-left"),
    ])
    func aPositionIsACornerOrAPlace(overrides: [String], position: String) throws {
        let text = twoCameras + "combined: {inset: {position: bottom-left}}\n"
        let expected = try load(twoCameras + "combined: {inset: {position: \(position)}}\n").pipeline
        #expect(try load(text, overrides: overrides).pipeline == expected)
    }

    @Test(arguments: [
        (
            "cameras.back.rate=fast",
            "cameras.back.rate: 'fast' is not a frame rate; write frames a second without a unit, as in 30 or 30000/1001"
        ),
        (
            "cameras.back.rate",
            "cameras.back.rate: an override needs a key and a value; write --set KEY=VALUE, as in cameras.back.rate=15"
        ),
        ("=15", "an override needs a key and a value; write --set KEY=VALUE, as in cameras.back.rate=15"),
        ("cameras.bakc.rate=15", "cameras.bakc.rate: unknown camera 'bakc'; did you mean 'back'?"),
        ("cameras.back.raet=15", "cameras.back.raet: unknown key; did you mean 'rate'?"),
        ("recordin.container=mkv", "recordin: unknown key; did you mean 'recording'?"),
        ("recording=mkv", "recording: a section is needed; write its keys indented below, or {}"),
        ("name.first=x", "name.first: there is nothing called 'first' in a single value or a list"),
        (
            "combined.layout.x=60%",
            "combined.layout.x: there is nothing called 'x' in a single value or a list"
        ),
        ("recording.outputs=[back", "recording.outputs: '[back' is not a list; write it in brackets, as in [a, b]"),
        (
            "recording.outputs=[[back]]",
            "recording.outputs: '[[back]]' is not a list; write it in brackets, as in [a, b]"
        ),
        ("recording.outputs=[bakc]", "recording.outputs[0]: unknown output 'bakc'; did you mean 'back'?"),
        (
            "recording.directory=${NO}",
            "recording.directory: the environment variable NO is not set; set it, or write ${NO:-default}"
        ),
        ("recording.directory=", "recording.directory: must not be empty"),
        ("cameras.back=test:smtpe", "cameras.back.device: unknown test pattern 'smtpe'; did you mean 'smpte'?"),
    ])
    func wrongOverrides(override: String, message: String) {
        let text = "name: x\ncombined: {layout: pip}\n" + twoCameras
        #expect(diagnostics(text, overrides: [override]) == "--set \(override): error: \(message)")
    }
}
