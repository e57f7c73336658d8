import DualCamConfig
import DualCamPlan
import Testing

/// The report of `check` about slow cameras with settings for fast ones.
@Suite struct SlowRateCheckTests {
    private static func notices(_ text: String) throws -> [String] {
        let loaded = try PipelineLoader.load(
            Array(text.utf8), named: "p.yaml", context: LoadContext(environment: [:], home: "/home/ada"))
        return loaded.pipeline.idleSettings.map { "\($0.keyPath): \($0.message); \($0.hint)" }
    }

    @Test(
        arguments: [
            ("cameras: {a: {device: test, rate: 1}}\nmicrophone: none", []),
            (
                "cameras: {a: {device: test, rate: 1/60}}\nmicrophone: none",
                [
                    "cameras.a.rate: a frame lasts 1min, and is on the disk when the next one has come: a power cut costs this file "
                        + "the last one, more than recording.max-loss (1s); expect that"
                ]
            ),
            (
                "cameras: {a: {device: test, rate: 1/60}}\nrecording: {max-loss: off, segment: 1min, duration: 2min}\n"
                    + "microphone: none",
                [
                    "cameras.a.rate: a frame lasts 1min, and files of 1min (recording.segment) hold one or none; write "
                        + "recording.segment: off, or more than ten frames, 10min",
                    "recording.duration: 2min are too short for a frame of every output: 3min are recorded; write that, or more",
                ]
            ),
            (
                "cameras: {a: {device: test, rate: 1/20}}\nrecording: {max-loss: off, pre-roll: 10s}\ncombined: {layout: grid}",
                [
                    "recording.pre-roll: the slowest picture comes every 20s, and 10s may hold none of it; write more, or leave it "
                        + "out",
                    "combined.rate: no camera is faster than 1/20, and most combined frames repeat the one before; write "
                        + "combined.rate: 1/20",
                ]
            ),
            (
                "cameras: {a: {device: test, rate: 1/20}}",
                [
                    "cameras.a.rate: a frame lasts 20s, and is on the disk with its sound when the second one after it has come: a "
                        + "power cut costs this file the last two, more than recording.max-loss (1s); the same sound is safe in the "
                        + "file of a faster picture"
                ]
            ),
            (
                "cameras: {a: {device: test, rate: 1/20}, b: test}\nrecording: {outputs: [b]}",
                [
                    "cameras.a: it is in no output: recording.outputs leaves it out, and no combined picture is made; add it "
                        + "there, or leave this camera out"
                ]
            ),
        ] as [(String, [String])])
    func saysWhatIsLongerThanAskedFor(file: String, expected: [String]) throws {
        #expect(try Self.notices(file) == expected)
    }
}
