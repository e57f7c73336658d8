import DualCamConfig
import DualCamControl
import DualCamPlan
import DualCamRecordings
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// The cost of a pipeline file before it is saved.
@Suite struct JudgedPlansTests {
    private static let text = """
        cameras: {back: {device: test, size: 640x360}, front: {device: test, size: 640x360}}
        combined: {layout: pip, size: 640x360}
        encoders: {default: {use: x264, preset: ultrafast}}
        microphone: test
        recording: {directory: /tmp}

        """

    private func plans(
        _ order: JudgedPlans.Order, _ text: String = text, at path: String = "/p.yaml"
    ) async throws -> [JSONValue] {
        var files = FakeFiles([])
        files.contents["-"] = Array(text.utf8)
        files.contents[path] = Array(text.utf8)
        let words = InternalJob.judgePipeline.words + [path, path, String(decoding: order.ownJSON, as: UTF8.self)]
        let run = await TestRun.of(words, files: files)
        #expect(run.exitCode == .finished && run.errors.text == "")
        let judged = try JSONValue(parsing: run.output.text)
        #expect(judged["problems"] == [])
        return try #require(judged["plans"]?.list)
    }

    @Test func eachVariantHasItsOwnFigures() async throws {
        let plans = try await plans(
            JudgedPlans.Order(
                variants: [
                    [], [Setting("combined.size", "1280x720"), Setting("encoders.combined.bitrate", "20Mbps")],
                    [Setting("encoders.back.use", "mjpeg")],
                ]))
        let loads = plans.map { $0["cost"]?["total"]?.number ?? 0 }
        let bytes = plans.map { $0["bytes-per-hour"]?.whole ?? 0 }
        #expect(plans.count == 3 && plans.allSatisfy { $0["obstacle"] == .null })
        #expect(loads[0] > 0 && loads[1] > loads[0] * 1.1 && bytes[0] > 0 && bytes[1] > bytes[0] + 8_000_000_000)
        let outputs = try #require(plans[2]["outputs"]?.list)
        #expect(outputs.map { $0["name"] } == ["back", "front", "combined"])
        #expect(outputs.map { $0["codec"] } == ["mjpeg", "h264", "h264"])
    }

    /// A file that the budget refuses is planned anyway, because the figures are the reason.
    @Test func whatIsTooMuchIsRefused() async throws {
        let size = [Setting("combined.size", "7680x4320"), Setting("combined.rate", "120")]
        let plans = try await plans(JudgedPlans.Order(variants: [[], size]), Self.text + "budget: {limit: 0.1}\n")
        #expect(plans.map { $0["cost"]?["fits"] }.last == false)
        #expect(plans[1]["cost"]?["binding"] == "cpu" && plans[1]["cost"]?["limit"]?.number == 0.1)
    }

    @Test(arguments: [
        ("cameras.back.device", "file:/etc/passwd", "These keys cannot be varied."),
        ("hooks.finished", "/bin/sh", "These keys cannot be varied."),
        ("combined.size", "${HOME}", "These keys cannot be varied."),
        ("cameras.side.size", "640x360", "Unknown camera 'side'."),
        ("combined.size", "wide", "'wide' is not a size."),
    ])
    func whatIsNotTold(key: String, value: String, reason: String) async throws {
        let plan = try #require(try await plans(JudgedPlans.Order(variants: [[Setting(key, value)]])).first)
        #expect(plan["cost"] == .null && plan["outputs"] == [])
        #expect(plan["obstacle"]?.text == reason)
    }

    /// The recording directory is reported even if the file does not set it, or nothing can be planned.
    @Test(arguments: [
        ("recording: {directory: /tmp}", "/tmp"), ("recording: {directory: takes}", "/films/takes"),
        ("recording: {directory: ~/films}", "/home/me/films"), ("", "/home/me/Videos/DualCam"),
    ])
    func theFolderOfTakesIsTold(line: String, directory: String) async throws {
        let text = Self.text.replacing("recording: {directory: /tmp}", with: line)
        let plans = try await plans(
            JudgedPlans.Order(variants: [[], [Setting("combined.size", "wide")]]), text, at: "/films/p.yaml")
        #expect(plans.map { $0["directory"]?.text } == [directory, directory])
    }

    /// Devices are not opened during a recording; files that need none are planned.
    @Test func noDeviceIsAskedWhileSomethingIsRecorded() async throws {
        let text = Self.text.replacing("device: test,", with: "device: auto,")
        var order = JudgedPlans.Order(variants: [[]], asksDevices: false)
        #expect(
            try await plans(order, text).map { $0["obstacle"] } == [
                "Devices cannot be queried during a recording."
            ])
        order.simulate = true
        #expect(try await plans(order, text).map { $0["obstacle"] } == [.null])
    }
}

/// Values of controls that are wrong for every camera are reported without the camera.
@Suite struct ControlWordTests {
    @Test(
        arguments: [
            ("frame-rate: stead", "write steady or dynamic"), ("frame-rate: off", "write steady or dynamic"),
            ("frame-rate: dynamic", nil), ("power-line: 55", "write off, 50, 60 or auto"), ("power-line: off", nil),
            ("white-balance: warm", "write auto, lock or a whole number of kelvin"), ("white-balance: 4000", nil),
            ("exposure-bias: bright", "write a number of EV, as -0.7"), ("exposure-bias: '-0.7'", nil),
            ("exposure: atuo", "write auto, manual, lock or a whole number"), ("exposure: 300", nil),
            ("torch: dim", "write on or off"), ("torch: on", nil),
            ("focus: near", "write auto, lock or a whole number"),
            ("gain: lock", nil), ("brightness: stead", nil),
        ] as [(String, String?)])
    func wordsThatNoCameraTakesAreToldWithoutIt(_ control: String, _ hint: String?) throws {
        let own = "cameras: {back: {device: auto, controls: {\(control)}}}\n"
        let preset = "cameras: {back: {device: auto}}\ncontrols: {night: {\(control)}}\n"
        for (text, path) in [(own, "cameras.back.controls."), (preset, "controls.night.")] {
            let pipeline = try PipelineLoader.load(
                Array((text + "microphone: none\n").utf8), named: "p.yaml", overrides: [],
                context: LoadContext(environment: [:], home: "/", encoders: [])
            ).pipeline
            let machine = MachineFacts(cores: 2, elements: [], host: "box")
            let issues = Preparation.issues(pipeline, on: machine).filter { $0.keyPath.hasPrefix(path) }
            #expect(issues.map(\.hint) == [hint].compactMap(\.self), "\(issues)")
            let key = path + String(control.prefix { $0 != ":" })
            #expect(issues.allSatisfy { $0.keyPath == key })
        }
    }
}
