import Testing

@testable import DualCamCommands

/// The option `--verbose` of `run` and `serve`.
@Suite struct VerboseTests {
    @Test func theWorkerPrintsWarningsUnlessTheUserWantsOther() {
        var options = RecordingOptions()
        #expect(options.environment(["A": "b"], colours: true) == ["A": "b"])
        options.verbose = true
        #expect(options.environment([:], colours: true) == ["GST_DEBUG": "2"])
        #expect(options.environment([:], colours: false) == ["GST_DEBUG": "2", "GST_DEBUG_NO_COLOR": "1"])
        #expect(options.environment(["GST_DEBUG": "v4l2:6"], colours: true) == ["GST_DEBUG": "v4l2:6"])
    }
}
