import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// Returns a table in which only the given work costs CPU time, so that sums are easy to check.
private func table(_ work: [String: CostTable.Work] = [:], margin: Double = 0.1, measured: Bool = true) -> CostTable {
    var costs = CostTable.builtIn
    for name in costs.work.keys { costs.work[name] = CostTable.Work() }
    for (name, value) in work { costs.work[name] = value }
    (costs.margin, costs.isMeasured) = (margin, measured)
    return costs
}

private func inputs(_ costs: CostTable, _ change: (inout Pipeline) -> Void = { _ in }) -> PlannedInputs {
    var pipeline = Fixture.pip()
    pipeline.encoders.standard = settings("x264", "veryfast")
    change(&pipeline)
    var inputs = Fixture.simulated(pipeline)
    inputs.costs = costs
    return inputs
}

private func settings(_ use: String, _ preset: String?) -> EncoderSettings {
    var settings = EncoderSettings()
    (settings.use, settings.preset) = (use, preset)
    return settings
}

/// Returns the work of an encoder that takes this many cores.
private func encoding(_ cores: Double) -> [String: CostTable.Work] {
    ["encode x264 veryfast": CostTable.Work(perSecond: cores)]
}

@Suite struct RecordingCostTests {
    @Test func everyResourceHasItsShareAndTheHighestCounts() throws {
        var costs = table(encoding(0.2))
        costs.diskBytesPerSecond = ["/data": 26_000_000, "/data/slow": 2_000_000]
        costs.memoryBytesPerSecond = 4_000_000_000
        var given = inputs(costs) { $0.recording.directory = "/data/video" }
        let fast = try Planner.summary(given).cost
        #expect(abs(fast.total - 0.3) < 1e-9 && fast.binding == .cpu)
        // 8 + 4.4 + 8 Mbit/s of picture, and three times 128 kbit/s of sound.
        #expect(fast.bytesPerSecond == 2_598_000)
        #expect(fast.disk.map { abs($0 - 0.0999) < 0.001 } == true)
        // Two cameras are created and read into the canvas, the canvas is written, and three encoders move three
        // pictures each.
        #expect(fast.memory.map { abs($0 - 0.1309) < 0.001 } == true)
        #expect(fast.usb.share == nil && fast.hardware == nil)
        given.pipeline.recording.directory = "/data/slow/x"
        let slow = try Planner.summary(given).cost
        #expect(slow.binding == .disk && slow.total > 1.2)
        given.pipeline.recording.directory = "/elsewhere"
        #expect(try Planner.summary(given).cost.disk == nil)
    }

    @Test func branchesAddUpAndFilesTellTheirBytes() throws {
        let cost = try Planner.summary(inputs(.builtIn)).cost
        #expect(abs(cost.branches.map(\.cores).reduce(cost.cpu.base, +) - cost.cpu.cores) < 1e-9)
        let files = cost.branches.compactMap { branch in branch.bytesPerSecond.map { (branch.name.rawValue, $0) } }
        #expect(files.map(\.0) == ["back.file", "front.file", "combined.file"])
        #expect(files.map(\.1) == [1_016_000, 566_000, 1_016_000])
    }

    /// The cores per encoder, whether the table is measured, and the limit; whether the recording fits, and whether it
    /// is refused. It is only refused if half as much would not fit either.
    @Test(arguments: [
        (0.59, true, 0.9, true, false), (0.61, true, 0.9, false, false), (0.61, false, 0.9, false, false),
        (1.19, false, 0.9, false, false), (1.21, false, 0.9, false, true), (0.7, true, 0.5, false, true),
    ])
    func refusesWhatCannotFit(_ cores: Double, _ measured: Bool, _ limit: Double, _ fits: Bool, _ refused: Bool) throws
    {
        let given = inputs(table(encoding(cores), margin: 0.5, measured: measured)) { $0.budget.limit = limit }
        let cost = try Planner.summary(given).cost
        #expect(cost.fits == fits)
        #expect(cost.impossible.isEmpty != refused)
    }

    static let verdicts: [(Double, Bool, String)] = [
        (
            0.2, true,
            "It fits: 30 % of the cpu, where 90 % may be used. The cpu's figures add up single pieces of work as "
                + "measured here, give or take 10 %; 'dualcam calibrate FILE' rehearses the whole."
        ),
        (
            0.8, true,
            "It does not fit: the cpu would be used at 120 % (2.4 of 2 cores), where 90 % may be used (budget.limit). The cpu's "
                + "figures add up single pieces of work as measured here, give or take 10 %; 'dualcam calibrate FILE' rehearses the "
                + "whole. 'dualcam run' refuses it."
        ),
        (
            0.65, false,
            "It does not fit: the cpu would be used at 98 % (1.95 of 2 cores), where 90 % may be used (budget.limit). The cpu's "
                + "figures come from the built-in table, give or take 10 %; 'dualcam calibrate' measures this machine, and until then "
                + "encoders that are free to choose leave room for that and for other programs. 'dualcam run' records it all the same, since "
                + "the table can be so wrong."
        ),
    ]

    @Test(arguments: verdicts)
    func saysIt(_ cores: Double, _ measured: Bool, _ text: String) throws {
        #expect(try Planner.summary(inputs(table(encoding(cores), measured: measured))).cost.verdict == text)
    }

    @Test func aChipsSessionsAreCounted() throws {
        var given = inputs(table()) { $0.encoders.standard = settings("nv-h264", nil) }
        given.machine = MachineFacts(cores: 2, elements: Fixture.elements.union(["nvh264enc"]), host: "box")
        #expect(try Planner.summary(given).cost.hardware == 3.0 / 8)
    }
}

@Suite struct BudgetSearchTests {
    private func changes(_ costs: CostTable, _ change: (inout Pipeline) -> Void = { _ in }) -> [String] {
        BudgetSearch(inputs(costs, change)).changes().map { "\($0.options) \(Int(($0.total * 100).rounded()))" }
    }

    /// The work of the presets of x264 and openh264 per megapixel, so that smaller and fewer pictures cost less.
    private static let presets: [String: CostTable.Work] = [
        "encode x264 veryfast": .init(perMegapixel: 0.015), "encode x264 superfast": .init(perMegapixel: 0.011),
        "encode x264 ultrafast": .init(perMegapixel: 0.005), "encode openh264 low": .init(perMegapixel: 0.02),
        "encode openh264 medium": .init(perMegapixel: 0.02), "encode openh264 high": .init(perMegapixel: 0.02),
    ]

    @Test func theLeastHarmfulComesFirst() {
        #expect(
            changes(table(Self.presets)) == [
                "--set encoders.combined.preset=ultrafast 83",
                "--set encoders.combined.preset=superfast --set encoders.back.preset=superfast "
                    + "--set encoders.front.preset=superfast 84",
                "--set combined.size=1280x720 88", "--set 'recording.outputs=[back,front]' 67",
            ])
    }

    @Test func whereNoOneChangeIsEnoughTheyAreJoined() {
        let slow = table(Self.presets.mapValues { CostTable.Work(perMegapixel: $0.perMegapixel * 3) })
        let found = changes(slow) {
            $0.recording.outputs = [.combined]
            $0.combined?.size = FrameSize(width: 320, height: 180)
            $0.combined?.rate = FrameRate(1000)
            $0.budget.limit = 0.1
        }
        #expect(found.count == 1)
        #expect(found.first?.contains("--set encoders.combined.preset=ultrafast") == true)
    }

    @Test func settingsThatAShellWouldTouchAreQuoted() {
        let change = BudgetChange(settings: ["recording.outputs=[back,front]"], total: 0.5, binding: .cpu)
        #expect(change.options == "--set 'recording.outputs=[back,front]'")
    }

    @Test func aFasterDiskIsNamed() {
        var costs = table(encoding(0.1))
        costs.diskBytesPerSecond = ["/card": 2_000_000, "/disk": 400_000_000, "/mid": 2_100_000]
        #expect(
            changes(costs) { $0.recording.directory = "/card/video" }.first == "--set recording.directory=/disk 15")
    }

    /// Two raw cameras on one bus: the advice is MJPG for one, or a lower rate or size that both devices support.
    @Test func aFullBusIsRelieved() {
        var given = inputs(table(encoding(0.1))) { pipeline in
            pipeline.combined = nil
            for index in [0, 1] { pipeline.cameras[index].size = FrameSize(width: 640, height: 480) }
        }
        let modes = [
            Fixture.mode(.raw("YUY2"), 640, 480, [FrameRate(30), FrameRate(15)]),
            Fixture.mode(.raw("YUY2"), 320, 240, [FrameRate(30)]), Fixture.mode(.mjpeg, 640, 480, [FrameRate(30)]),
        ]
        for index in [0, 1] {
            given.cameras[index].source = .device(Fixture.device(index, modes), mode: modes[0], rate: FrameRate(30))
            let video = USBFacts.VideoEndpoint(settings: [944, 1984, 3060], release: 0x0200)
            given.usb.seats["/dev/video\(index)"] = USBFacts.Seat(bus: 1, port: "1-\(index)", speed: 480, video: video)
        }
        let found = BudgetSearch(given).changes().map {
            "\($0.options) \(Int(($0.total * 100).rounded())) \($0.binding)"
        }
        #expect(
            found == [
                "--set cameras.front.format=mjpeg 79 usb",
                "--set cameras.back.rate=15 --set cameras.front.rate=15 78 usb",
                "--set cameras.back.size=320x240 --set cameras.front.size=320x240 38 usb",
            ])
    }
}

@Suite struct EncoderChoiceTests {
    /// The number of cores, and each output's preset with the reason.
    @Test func saysWhyEachEncoderIsWhatItIs() throws {
        let outputs = try Planner.summary(Fixture.simulated(Fixture.pip())).outputs
        #expect(
            outputs.map { "\($0.name) \($0.reason ?? "nil")" } == [
                "back auto: x264 ultrafast, the least there is; the recording needs 1.08 of 0.9 cores",
                "front auto: x264 ultrafast, the least there is; the recording needs 1.08 of 0.9 cores",
                "combined auto: x264 ultrafast, the least there is; the recording needs 1.08 of 0.9 cores",
            ])
    }

    /// The layouts of the README and the shipped files on two cores, half of one being in use by others: `auto` uses
    /// only the rest.
    @Test(arguments: [
        ((1920, 1080), (1920, 1080), LayoutName.pip), ((1920, 1080), (1280, 720), .dominant),
        ((1280, 720), (1280, 720), .sideBySide),
    ])
    func aFirstRecordingLeavesRoomForOthers(_ back: (Int, Int), _ front: (Int, Int), _ layout: LayoutName) throws {
        var pipeline = Pipeline(cameras: [
            Fixture.camera("back", back.0, back.1), Fixture.camera("front", front.0, front.1),
        ])
        pipeline.combined = Combined()
        pipeline.combined?.layout = layout
        var inputs = Fixture.simulated(pipeline)
        for index in inputs.cameras.indices {
            let size = pipeline.cameras[index].size
            let mode = Fixture.mode(.mjpeg, size.width, size.height, [FrameRate(30)])
            inputs.cameras[index].source = .device(Fixture.device(index, [mode]), mode: mode, rate: FrameRate(30))
        }
        let cost = try Planner.summary(inputs).cost
        #expect(cost.cpu.cores <= cost.limit * (2 - 0.5))
    }

    @Test func aMeasuredTableIsTakenAtItsWord() throws {
        var given = Fixture.simulated(Fixture.pip())
        given.costs.isMeasured = true
        let outputs = try Planner.summary(given).outputs
        #expect(outputs.map(\.preset) == ["superfast", "superfast", "superfast"])
        #expect(outputs[0].reason == "auto: x264 superfast; veryfast would need 2.06 of 1.8 cores")
    }

    @Test(
        arguments: [
            ("auto", nil, "auto: va-h264 4; x264 medium would need "), ("h264", nil, nil),
            ("x264", nil, "x264: preset ultrafast, the least there is; the recording needs "),
            ("auto", "veryfast", nil),
            ("x264", "medium", nil), ("balanced", nil, nil),
        ] as [(String, String?, String?)])
    func chipsCountAndWhatIsGivenNeedsNoReason(_ use: String, _ preset: String?, _ reason: String?) throws {
        var pipeline = Fixture.pip()
        (pipeline.encoders.standard.use, pipeline.encoders.standard.preset) = (use, preset)
        if use == "balanced" {
            (pipeline.encoders.standard.use, pipeline.encoders.standard.quality) = ("auto", .balanced)
        }
        let machine = MachineFacts(cores: 2, elements: Fixture.elements.union(["vah264enc"]), host: "box")
        let made = try Planner.summary(Fixture.simulated(pipeline, on: machine)).outputs[0].reason
        #expect(reason == nil ? made == nil : made?.hasPrefix(reason ?? "") == true, "\(made ?? "nil")")
    }

    @Test func aChipThatEncodesNothingIsSaid() throws {
        var machine = Fixture.machine
        machine.silentEncoders = ["vah264enc"]
        let made = try Planner.summary(Fixture.simulated(Fixture.pip(), on: machine)).outputs[2]
        #expect(
            made.reason
                == "auto: x264 ultrafast, the least there is; the recording needs 1.08 of 0.9 cores; va-h264 did not encode a test frame"
        )
    }

    @Test func whereNotEvenTheFastestFitsItIsTakenAndSaid() throws {
        var pipeline = Fixture.pip()
        pipeline.cameras[0].size = FrameSize(width: 7680, height: 4320)
        let made = try Planner.summary(Fixture.simulated(pipeline)).outputs[0]
        #expect(made.preset == "ultrafast")
        #expect(made.reason?.hasPrefix("auto: x264 ultrafast, the least there is; the recording needs ") == true)
    }
}
