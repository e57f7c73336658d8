@testable import DualCamConfig
import Testing

/// `use`, `preset` and `speed` from the file and from the command line.
@Suite struct EncoderSpeedTests {
    /// The settings of output `back` as `USE PRESET SPEED`, and the encoder for which the preset was written.
    @Test(arguments: [
        ("default: {speed: best}", [], "auto - best"), ("default: {speed: auto}", [], "auto - -"),
        ("default: {use: x264, preset: slow}", [], "x264 slow -"),
        // An output's own preset takes precedence over the default's speed, and the other way round.
        ("{default: {speed: fast}, back: {use: x264, preset: slow}}", [], "x264 slow -"),
        ("{default: {use: x264, preset: slow}, back: {speed: fast}}", [], "x264 - fast"),
        // The later setting counts.
        ("default: {preset: slow}", ["default.speed=best"], "auto - best"),
        ("default: {preset: slow}", ["default.speed=auto"], "auto - -"),
        ("default: {speed: fast}", ["default.preset=slow"], "auto slow -"),
        ("default: {preset: slow}", ["back.speed=best"], "auto - best"),
        // A preset belongs to the encoder for which it was written.
        ("default: {use: x264, preset: slow}", ["default.use=vp9"], "vp9 slow - of x264"),
        ("default: {use: x264, preset: slow}", ["default.use=x265", "default.use=vp9"], "vp9 slow - of x264"),
        ("default: {preset: slow}", ["default.use=vp9"], "vp9 slow - of auto"),
        ("default: {use: x264, preset: slow}", ["back.use=vp9"], "vp9 slow - of x264"),
        ("{default: {use: x264, preset: slow}, back: {bitrate: 1Mbps}}", ["default.use=vp9"], "vp9 slow - of x264"),
        ("{default: {use: x264}, back: {preset: slow}}", ["default.use=vp9"], "vp9 slow - of x264"),
        ("{default: {use: h265, preset: slow}, back: {use: vp9, preset: 5}}", ["default.use=x264"], "vp9 5 -"),
        ("default: {use: x264}", ["default.use=vp9", "default.preset=slow"], "vp9 slow -"),
        ("default: {use: x264, preset: slow}", ["default.preset=fast"], "x264 fast -"),
    ])
    func theLaterPlaceCounts(_ encoders: String, _ overrides: [String], _ expected: String) throws {
        let text = twoCameras + "encoders:\n  \(encoders)\n"
        let found = try load(text, overrides: overrides.map { "encoders.\($0)" }).pipeline.encoders
        let settings = found.settings(for: OutputName("back"))
        let words = [settings.use, settings.preset ?? "-", settings.speed?.rawValue ?? "-"]
        #expect((words + (settings.presetUse.map { ["of", $0] } ?? [])).joined(separator: " ") == expected)
    }

    @Test(arguments: [
        (
            "default: {preset: slow, speed: fast}",
            "pip.yaml:5:21: error: encoders.default.preset: a preset says how fast, too, and 'speed' is fast; keep one"
        ),
        (
            "back: {speed: fast, preset: slow}",
            "pip.yaml:5:31: error: encoders.back.preset: a preset says how fast, too, and 'speed' is fast; keep one"
        ),
        (
            "default: {speed: slowest}",
            "pip.yaml:5:20: error: encoders.default.speed: unknown value 'slowest'; did you mean 'slower'?"
        ),
        (
            "back: {speed: auto}",
            "pip.yaml:5:17: error: encoders.back.speed: 'auto' means nothing here; leave the key out to use that of encoders.default"
        ),
    ])
    func whatIsRefused(_ encoders: String, _ expected: String) {
        let found = diagnostics(twoCameras + "encoders:\n  \(encoders)\n")
        #expect(found.split(separator: "\n").first.map(String.init) == expected)
    }
}
