import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// Pipeline files that `init` writes for the devices of a machine.
@Suite struct InitTests {
    private static func camera(_ number: Int, _ modes: [(PixelFormat, Int, Int, [Int])]) -> DeviceFacts {
        DeviceFacts(
            path: "/dev/video\(number)", stableName: "usb-Acme: \"Cam\"_\(number)", card: "Acme \(number)",
            driver: "uvcvideo", busName: "usb-\(number)",
            modes: modes.map { format, width, height, rates in
                CaptureMode(
                    format: format, size: FrameSize(width: width, height: height), rates: rates.map { FrameRate($0) })
            })
    }

    static let wide = camera(
        0,
        [
            (.mjpeg, 3840, 2160, [30]), (.mjpeg, 1920, 1080, [60, 30]), (.raw("YUY2"), 1280, 720, [10]),
            (.mjpeg, 1280, 720, [60, 30, 25]),
        ])
    static let narrow = camera(
        1,
        [
            (.h264, 1920, 1080, [30]), (.mjpeg, 1920, 1080, [5]), (.raw("NV12"), 1280, 720, [25, 50]),
            (.raw("YUY2"), 640, 480, [30]),
        ])
    private static let odd = camera(2, [(.raw("YUY2"), 800, 600, [])])
    private static let microphone = MicrophoneListing(
        element: "alsasrc", device: "hw:1,0", title: "Desk", isDefault: true)

    static func found(_ cameras: [DeviceFacts], cores: Int = 16) -> FoundDevices {
        FoundDevices(
            cameras: cameras, microphones: cameras.isEmpty ? [] : [microphone],
            machine: MachineFacts(cores: cores, elements: elements, host: "h"))
    }

    private static let elements: Set<String> = [
        "v4l2src", "videotestsrc", "audiotestsrc", "alsasrc", "capssetter", "capsfilter", "tee", "queue",
        "videoconvert", "videoconvertscale", "videorate", "videoflip", "clocksync", "jpegdec", "dualcammixer",
        "dualcamview", "dualcamintake", "audioconvert", "audiorate", "audioresample", "level", "volume", "taginject",
        "avenc_aac", "aacparse", "h264parse", "x264enc", "openh264enc", "jpegenc", "qtmux", "filesink", "errorignore",
    ]

    private static func place(_ lines: [String] = []) -> ProcessEnvironment {
        var place = ProcessEnvironment.ofThisProcess(environment: ["HOME": "/home/me"])
        let rest = Lock(lines)
        (place.output, place.errors, place.workingDirectory) = (CapturedText(), CapturedText(), "/home/me")
        place.readLine = { rest.with { $0.isEmpty ? nil : $0.removeFirst() } }
        return place
    }

    @Test(
        arguments: [
            ([wide], ["1920x1080 at 30", "1280x720 at 30"]),
            ([narrow], ["1280x720 at 25", "640x480 at 30", "1920x1080 at 5"]),
            ([wide, narrow], ["1280x720 at 25"]), ([wide, odd], []), ([odd], ["800x600 at 30"]), ([], []),
        ] as [([DeviceFacts], [String])])
    func theBestModeThatAllHaveComesFirst(cameras: [DeviceFacts], modes: [String]) {
        #expect(ModeChooser.common(to: cameras).map(PipelineDraft.words) == modes)
    }

    @Test func theFileNamesWhatWasFoundAndLoads() throws {
        let drafting = Drafting(found: Self.found([Self.wide, Self.narrow]), place: Self.place())
        let draft = drafting.fitted(drafting.usual)
        #expect(
            draft.text == #"""
                # Written by dualcam for what it found. 'dualcam plan' shows what the file records and what that costs.
                name: "dualcam"

                cameras:
                  back:
                    device: "usb-Acme: \"Cam\"_0"   # Acme 0
                    size: 1280x720             # also: 1920x1080 at 30, 1280x720 at 30
                    rate: 25
                  front:
                    device: "usb-Acme: \"Cam\"_1"   # Acme 1
                    size: 1280x720             # also: 640x480 at 30, 1920x1080 at 5
                    rate: 25

                microphone: "alsa:hw:1,0"   # Desk; "none" records no sound

                combined:                     # one more file with all of it; leave the section out for none
                  layout: pip   # stacked, side-by-side, dominant, front-primary, back-primary, grid
                  main: back
                  inset: {camera: front, position: bottom-right, size: 25%}

                encoders:
                  default: {use: x264}   # these do as well: openh264, jpeg

                recording:
                  directory: "~/Videos/DualCam"
                  container: mov               # or mp4, mkv
                  # segment: 10min              # a new file every ten minutes, without a gap

                """#)
        let pipeline = try drafting.load(draft).pipeline
        #expect(pipeline.cameras.map(\.device) == [Self.wide, Self.narrow].map { .stable($0.stableName) })
        #expect(pipeline.microphones.map(\.device) == [.alsa("hw:1,0")])
    }

    /// Cameras without a common mode have their own modes, a single camera has no combined picture, and a small machine
    /// gets less. If the package has installed the schema, the file refers to it for editors.
    @Test(arguments: [
        ("/usr/bin/dualcam", "# yaml-language-server: $schema=/usr/share/dualcam/pipeline.schema.json\n# Written by "),
        ("/home/me/dualcam/.build/debug/dualcam", "# Written by "),
    ])
    func anInstalledSchemaIsNamed(_ executable: String, _ head: String) throws {
        var place = Self.place()
        place.executable = executable
        place.files = FakeFiles(["/usr/share/dualcam/pipeline.schema.json"])
        let drafting = Drafting(found: Self.found([Self.wide]), place: place)
        let draft = drafting.fitted(drafting.usual)
        #expect(draft.text.hasPrefix(head), "\(draft.text)")
        _ = try drafting.load(draft)
    }

    @Test func theFileIsWhatTheMachineManages() throws {
        let modes = { (cameras: [DeviceFacts], cores: Int) in
            let drafting = Drafting(found: Self.found(cameras, cores: cores), place: Self.place())
            let draft = drafting.fitted(drafting.usual)
            _ = try drafting.load(draft)
            return draft.cameras.map { PipelineDraft.words($0.mode) } + (draft.doubt == nil ? [] : ["?"])
        }
        #expect(try modes([Self.wide, Self.odd], 16) == ["1920x1080 at 30", "800x600 at 30"])
        #expect(try modes([Self.wide], 16) == ["1920x1080 at 30"])
        #expect(try modes([], 16) == ["1920x1080 at 30", "1920x1080 at 30"])
        let small = try modes([], 1)
        #expect(["1280x720 at 30", "640x360 at 30"].contains(small[0]) && small.count == 2, "\(small)")
    }

    static let answers:
        [(lines: [String], cameras: [String], sound: PipelineDraft.Sound, layout: String?, name: String)] = [
            (["", "", "", "", ""], ["back Acme 0", "front Acme 1"], .device(microphone), "pip", "dualcam"),
            (
                ["Talk: 1", "2", "0", "none", "/v"], ["back Acme 1"], PipelineDraft.Sound.none, nil, "Talk: 1"
            ),
            (
                ["x", "3", "1 1", "2, 1", "7", "1", "tower", "stacked", ""], ["back Acme 1", "front Acme 0"],
                .device(microphone), "stacked", "x"
            ),
        ]

    @Test(arguments: answers)
    func theWizardAsksUntilItUnderstands(
        lines: [String], cameras: [String], sound: PipelineDraft.Sound, layout: String?, name: String
    ) throws {
        let place = Self.place(lines)
        let found = Self.found([Self.wide, Self.narrow])
        let drafting = Drafting(found: found, place: place)
        let draft = try Wizard(found: found, place: place).ask(about: drafting.usual)
        #expect(draft.cameras.map { "\($0.name) \($0.device?.facts?.card ?? "")" } == cameras)
        #expect(draft.sound == sound && draft.layout == layout && draft.name == name)
        _ = try drafting.load(drafting.fitted(draft))
        #expect(place.readLine() == nil)
    }

    private static let phone = OtherCamera(.pipewire, device: "pipewire:phone", title: "Phone")
    private static let screen = OtherCamera(.screen, device: "screen", title: "what the X server :0 shows")

    /// A camera of the PipeWire server is used if there is no other; a screen only if the user chooses it.
    @Test func camerasOfThePipeWireServerAreTakenAndTheScreenIsOffered() throws {
        var found = Self.found([])
        found.others = [Self.phone, Self.screen]
        let drafting = Drafting(found: found, place: Self.place())
        let usual = drafting.fitted(drafting.usual)
        #expect(
            usual.text.contains(
                "  back:\n    device: \"pipewire:phone\"   # Phone\n    size: 1920x1080\n    rate: 30\n"))
        #expect(try drafting.load(usual).pipeline.cameras.map(\.device) == [.pipewire("phone")])
        found.cameras = [Self.wide]
        #expect(
            Drafting(found: found, place: Self.place()).usual.cameras.map { $0.device?.notation } == [
                Self.wide.stableName
            ])
        let place = Self.place(["", "3 1", "", "", ""])
        let asked = try Wizard(found: found, place: place).ask(about: Drafting(found: found, place: place).usual)
        #expect(asked.cameras.map { $0.device?.notation } == ["screen", Self.wide.stableName])
        #expect(try drafting.load(drafting.fitted(asked)).pipeline.cameras.first?.device == .screen(nil))
    }

    @Test func answersThatEndTooEarlyWriteNothing() throws {
        let found = Self.found([])
        let place = Self.place(["", "3"])
        let usual = Drafting(found: found, place: place).usual
        #expect {
            _ = try Wizard(found: found, place: place).ask(about: usual)
        } throws: {
            ($0 as? CommandFailure)?.exitCode == .usage
        }
    }

    /// The command on this machine, whatever devices it has.
    @Test func aFileIsWrittenOnce() async throws {
        let folder = try #require(TemporaryFolder())
        var runs: [TestRun] = []
        for words in [
            ["init", "a.yaml"], ["init", "a.yaml"], ["init", "none/a.yaml"], ["check", folder.path + "/a.yaml"],
        ] {
            runs.append(
                await TestRun.of(words, files: DiskView(), environment: ["HOME": folder.path], in: folder.path))
        }
        #expect(runs.map(\.exitCode) == [.finished, .outputNotCreated, .outputNotCreated, .finished])
        #expect(runs[0].output.text.hasPrefix("wrote a.yaml: back "))
        #expect(
            runs[1].errors.text == "dualcam: error: 'a.yaml' already exists and was not changed. "
                + "Choose another name: dualcam init FILE.\n")
        #expect(
            runs[2].errors.text == "dualcam: error: 'none/a.yaml' cannot be created: No such file or directory. "
                + "Choose another path.\n")
        #expect(runs[3].output.text.hasPrefix("a.yaml: no problems"))
    }
}
