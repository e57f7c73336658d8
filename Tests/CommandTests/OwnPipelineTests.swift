import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// The default pipeline file, for commands without a file name.
@Suite struct OwnPipelineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try #require(TemporaryFolder()) }

    private func own(_ environment: [String: String] = [:]) -> OwnPipeline {
        var place = ProcessEnvironment.ofThisProcess(environment: ["HOME": folder.path].merging(environment) { $1 })
        (place.output, place.errors) = (CapturedText(), CapturedText())
        return OwnPipeline(place: place)
    }

    private static let cameras = InitTests.found([InitTests.wide, InitTests.narrow])

    @Test func itIsWrittenOnceAndServedThenOn() throws {
        let own = own(["XDG_CONFIG_HOME": folder.path + "/set"])
        let first = try own.find(simulates: false) { Self.cameras }
        #expect(first.path == folder.path + "/set/dualcam/dualcam.yaml" && !first.simulates && first.drafted != nil)
        let text = folder.text("set/dualcam/dualcam.yaml")
        #expect(text?.contains("device: \"usb-Acme: \\\"Cam\\\"_1\"") == true)
        let note = (own.place.errors as? CapturedText)?.text
        #expect(note == "dualcam: wrote \(first.path): back 1280x720 at 25, front 1280x720 at 25; encoder x264\n")
        folder.write("cameras: {}", to: "set/dualcam/dualcam.yaml")
        let next = try own.find(simulates: false) {
            Issue.record("the machine is asked for nothing")
            return Self.cameras
        }
        #expect(next == OwnPipeline.Found(path: first.path, simulates: false))
        #expect(folder.text("set/dualcam/dualcam.yaml") == "cameras: {}")
    }

    /// Test pictures have their own file. A default file without cameras would ignore cameras that are connected later.
    @Test(arguments: [(true, cameras), (false, InitTests.found([]))])
    func testPicturesHaveAFileOfTheirOwn(simulates: Bool, devices: FoundDevices) throws {
        // A relative path in XDG_CONFIG_HOME must be ignored.
        let own = own(["XDG_CONFIG_HOME": "set"])
        let path = folder.path + "/.config/dualcam/test-pictures.yaml"
        let first = try own.find(simulates: simulates) { devices }
        #expect(first.path == path && first.simulates && first.drafted != nil)
        #expect(folder.text(".config/dualcam/test-pictures.yaml")?.contains("Acme") == false)
        let next = try own.find(simulates: simulates) { devices }
        #expect(next == OwnPipeline.Found(path: path, simulates: true))
        let later = try own.find(simulates: false) { Self.cameras }
        #expect(later.path == folder.path + "/.config/dualcam/dualcam.yaml" && later.drafted != nil)
    }

    @Test(arguments: [["open"], ["serve"]]) func whereItCannotBeWrittenThatIsSaid(words: [String]) async {
        let run = await TestRun.of(
            words + ["--simulate"], environment: ["HOME": "/dev/null", "DUALCAM_TMPDIR": "/nowhere"])
        #expect(run.exitCode == .outputNotCreated)
        // On a busy machine there may first be a message that plugins are being read.
        #expect(
            run.errors.text.hasSuffix(
                "dualcam: error: '/dev/null/.config/dualcam/test-pictures.yaml' cannot be created: Not a directory. "
                    + "Write one with 'dualcam init FILE', and name it.\n"))
    }
}
