import DualCamConfig
import Testing

@testable import DualCamPlan

/// An error in `encoders.default` is reported once, not for each output; an error in an output's own section is
/// reported separately.
@Suite struct OneMistakeTests {
    @Test(arguments: [
        (
            "default: {use: passthrough}",
            [
                "encoders.default.use: cameras back and front are test patterns and have no encoded stream to pass through"
            ]
        ),
        (
            "default: {use: x264, preset: nonsense}",
            ["encoders.default.preset: encoder `x264` (output back) has no preset `nonsense`"]
        ),
        (
            "default: {use: x264, preset: nonsense}, front: {preset: odd}",
            [
                "encoders.default.preset: encoder `x264` (output back) has no preset `nonsense`",
                "encoders.front.preset: encoder `x264` (output front) has no preset `odd`",
            ]
        ),
    ])
    func mistakesOfTheDefault(encoders: String, messages: [String]) throws {
        let text = "cameras: {back: test, front: test}\ncombined: {layout: pip}\nencoders: {\(encoders)}\n"
        let loaded = try PipelineLoader.load(
            Array(text.utf8), named: "p.yaml", context: LoadContext(environment: [:], home: "/home/ada"))
        let machine = MachineFacts(cores: 4, elements: ["x264enc", "avenc_aac"], host: "desk")
        let issues = Planner.issues(loaded.pipeline, on: machine)
        #expect(issues.filter { $0.keyPath.hasPrefix("encoders") }.map { "\($0.keyPath): \($0.message)" } == messages)
    }
}
