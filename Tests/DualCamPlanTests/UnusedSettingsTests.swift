import DualCamConfig
import DualCamPlan
import DualCamPlanKit
import Testing

/// Settings that nothing else in the file uses: each is reported with its key, and settings with an effect are not.
@Suite struct UnusedSettingsTests {
    private static func notices(_ text: String, under verb: RecordingVerb = .serve) throws -> [PlanIssue] {
        let loaded = try PipelineLoader.load(
            Array(text.utf8), named: "p.yaml", context: LoadContext(environment: [:], home: "/home/ada"))
        return loaded.pipeline.idleSettings(under: verb)
    }

    /// - Parameter keys: The keys of the expected notes, without those of other tests.
    private func expect(_ text: String, _ keys: [String]) throws {
        let told = try Self.notices(text).map(\.keyPath)
        #expect(told == keys, "\(text)")
    }

    @Test(
        arguments: [
            ("{back: test, front: test}\nrecording: {outputs: [back]}", ["cameras.front"]),
            // The camera is in the combined picture, or recorded.
            ("{back: test, front: test}\ncombined: {layout: grid}\nrecording: {outputs: [combined]}", []),
            ("{back: {device: test, format: mjpeg}}", ["cameras.back.format"]),
            ("{back: {device: 'file:a.mp4', format: nv12}}", ["cameras.back.format"]),
            ("{back: {device: /dev/video0, format: mjpeg}}", []), ("{back: {device: test, format: auto}}", []),
            (
                "{back: {device: test, zoom: 2, fit: contain, zoom-centre: {x: 10%}}}",
                ["fit", "zoom", "zoom-centre"].map { "cameras.back." + $0 }
            ),
            ("{back: {device: test, zoom-presets: {tight: 3}}}", ["cameras.back.zoom-presets"]),
            ("{back: {device: test, zoom: 2, zoom-applies-to: both, look: vivid, look-applies-to: both}}", []),
            ("{back: {device: test, zoom: 2, fit: contain, look: vivid}, b: test}\ncombined: {layout: grid}", []),
        ] as [(String, [String])])
    func ofCameras(text: String, keys: [String]) throws { try expect("cameras: \(text)\n", keys) }

    @Test(
        arguments: [
            ("{back: {use: mjpeg, keyframes: 1s, bitrate: 30Mbps}}", ["encoders.back.keyframes"]),
            ("{back: {use: jpeg, keyframes: 1s}}", ["encoders.back.keyframes"]),
            ("{back: {use: prores, keyframes: 1s}}", ["encoders.back.keyframes"]),
            (
                "{back: {use: passthrough, keyframes: 1s, bitrate: 3Mbps, speed: fast, quality: maximum}}",
                ["speed", "quality", "bitrate", "keyframes"].map { "encoders.back." + $0 }
            ),
            ("{back: {use: passthrough, preset: veryfast}}", ["encoders.back.preset"]),
            // A setting in `default` is used if at least one output uses it.
            ("{default: {use: mjpeg, keyframes: 1s}}", ["encoders.default.keyframes"]),
            ("{default: {keyframes: 1s}, back: {use: mjpeg}}", []),
            ("{default: {keyframes: 1s}, back: {use: mjpeg}, front: {use: prores}}", ["encoders.default.keyframes"]),
            (
                "{default: {use: x264, bitrate: 3Mbps}, back: {use: x265, bitrate: 1Mbps}, front: {use: x265}}",
                ["encoders.default.use"]
            ),
            ("{back: {use: x264, keyframes: 1s, bitrate: 3Mbps, preset: veryfast}}", []),
            ("{default: {keyframes: 2s}, back: {use: auto}}", []),
        ] as [(String, [String])])
    func ofEncoders(text: String, keys: [String]) throws {
        try expect("cameras: {back: /dev/video0, front: /dev/video2}\nencoders: \(text)\n", keys)
    }

    /// A layout or a set of controls may be chosen by a command, if commands can be sent.
    @Test(
        arguments: [
            ("cameras: {back: auto, b: auto}\nlayouts: {desk: {back: {}}}", ["layouts.desk"]),
            ("cameras: {back: auto, b: auto}\nlayouts: {desk: {back: {}}}\ncombined: {layout: grid}", []),
            (
                "cameras: {back: auto, b: auto}\nlayouts: {desk: {back: {}}}\ncombined: {layout: grid}\ncontrol: {socket: off}",
                ["layouts.desk"]
            ),
            (
                "cameras: {back: auto}\nlayouts: {desk: {back: {}}}\ncombined: {layout: desk}\ncontrol: {socket: off}",
                []
            ),
            ("cameras: {back: test}\ncontrols: {indoor: {gain: 3}}", ["controls.indoor"]),
            ("cameras: {back: auto}\ncontrols: {indoor: {gain: 3}}", []),
            ("cameras: {back: auto}\ncontrols: {indoor: {gain: 3}}\ncontrol: {socket: off}", ["controls.indoor"]),
            (
                "cameras: {back: {controls: indoor}}\ncontrols: {indoor: {gain: 3}}\ncontrol: {socket: off}", []
            ),
            ("cameras: {back: auto}\ncontrol: {socket: off, remember: off}", ["control.remember"]),
        ] as [(String, [String])])
    func ofNames(text: String, keys: [String]) throws { try expect(text + "\n", keys) }

    @Test(
        arguments: [
            ("recording: {directory: /a, fallback: /a}", ["recording.fallback"]),
            ("recording: {directory: /a, fallback: /a/b}", ["recording.fallback"]),
            ("recording: {directory: /a, fallback: /ab}", []),
            ("hooks: {backed-up: https://a.example/x}", ["hooks.backed-up"]),
            ("hooks: {backup-failed: https://a.example/x}", ["hooks.backup-failed"]),
            ("hooks: {backed-up: https://a.example/x}\nbackup: {to: nas:x}", []),
            ("storage: {warn-at: [500MB], keep-free: 2GB}", ["storage.warn-at"]),
            ("storage: {warn-at: [5GB], keep-free: 2GB}", []),
            ("budget: {limit: 0.5, enforce: off, shed: []}", ["budget.limit"]),
            ("budget: {limit: 0.5, enforce: off}", []),
        ] as [(String, [String])])
    func ofPolicies(text: String, keys: [String]) throws { try expect("cameras: {back: auto}\n\(text)\n", keys) }

    /// Only devices can be missing; a missing clip makes the start fail, or is waited for.
    @Test(
        arguments: [
            ("{a: test}", "missing-camera: wait", true), ("{a: test}", "missing-camera: continue", true),
            ("{a: 'file:a.mp4', b: test}", "missing-camera: continue", true),
            ("{a: 'file:a.mp4'}", "missing-camera: wait", false), ("{a: test, b: auto}", "missing-camera: wait", false),
            ("{a: test}", "missing-camera: fail", false),
            ("{a: test}\nmicrophone: test", "missing-microphone: wait", true),
            ("{a: test}\nmicrophone: test:voice", "missing-microphone: continue", true),
            ("{a: test}\nmicrophone: file:a.wav", "missing-microphone: continue", true),
            ("{a: test}\nmicrophone: file:a.wav", "missing-microphone: wait", false),
            ("{a: test}\nmicrophone: auto", "missing-microphone: continue", false),
            ("{a: test}\nmicrophones: {x: test, y: auto}", "missing-microphone: continue", false),
        ] as [(String, String, Bool)])
    func ofMissingDevices(inputs: String, setting: String, isIdle: Bool) throws {
        let key = "recording." + setting.prefix { $0 != ":" }
        try expect("cameras: \(inputs)\nrecording: {\(setting)}\n", isIdle ? [key] : [])
    }

    /// Settings for changes have no effect if no command can request a change, and nothing changes by itself.
    @Test(
        arguments: [
            ("a: test", "layout: grid, transition: {kind: dissolve}", "", ["combined.transition"]),
            ("a: test, b: test", "transition: {kind: dissolve}", "", []),
            ("a: test, b: test", "transition: {kind: dissolve}", "socket: off", ["combined.transition"]),
            ("a: test, b: test", "motion: {duration: 1s}", "socket: off", ["combined.motion"]),
            (
                "a: test, b: test", "motion: {duration: 1s}, transition: {kind: dissolve}, switch: {every: 5s}",
                "socket: off", []
            ),
            (
                "a: test, b: test", "transition: {kind: dissolve}",
                "socket: off, keys: {device: /dev/input/event1, swap: KEY_A}", []
            ),
            ("a: test, b: test", "motion: {duration: 1s}", "socket: off, listen: 127.0.0.1:0", []),
            ("a: test, b: test", "layout: grid, switch: {every: 5s}", "", ["combined.switch.every"]),
            ("a: test, b: test", "layout: dominant, switch: {every: 5s}", "", []),
            (
                "a: test, b: test", "layout: grid, motion: {duration: 1s}, switch: {every: 5s}", "socket: off",
                ["combined.motion", "combined.switch.every"]
            ),
        ] as [(String, String, String, [String])])
    func ofMotion(cameras: String, combined: String, control: String, keys: [String]) throws {
        try expect("cameras: {\(cameras)}\ncombined: {\(combined)}\ncontrol: {\(control)}\n", keys)
    }

    /// A setting without any effect is reported once, and not again for `run`.
    @Test func oneKeyHasOneNote() throws {
        let text = "cameras: {back: test}\nhooks: {backed-up: https://a.example/x}\n"
        let told = try Self.notices(text, under: .run)
        #expect(told.map(\.keyPath) == ["hooks.backed-up"])
        #expect(told.map(\.message) == ["nothing is copied while backup.to is off"])
    }
}
