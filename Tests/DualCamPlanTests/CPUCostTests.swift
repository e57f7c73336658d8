@testable import DualCamConfig
import Testing

@testable import DualCamPlan

/// One piece of work that costs something, everything else nothing.
private func table(_ work: [String: CostTable.Work], parallel: [Double] = []) -> CostTable {
    var free = CostTable.builtIn.work.mapValues { _ in CostTable.Work() }
    free.merge(work) { $1 }
    return CostTable(work: free, margin: 0.1, isMeasured: true, parallel: parallel)
}

private func cost(_ pipeline: Pipeline, _ costs: CostTable) throws -> CPUCost {
    var inputs = Fixture.simulated(pipeline)
    inputs.costs = costs
    return try Planner.summary(inputs).cost.cpu
}

private func pip(_ change: (inout Pipeline) -> Void = { _ in }) -> Pipeline {
    var pipeline = Pipeline(cameras: [Fixture.camera("back", 1280, 720), Fixture.camera("front", 640, 360)])
    pipeline.combined = Combined()
    pipeline.combined?.size = FrameSize(width: 1280, height: 720)
    pipeline.encoders.standard.use = "x264"
    pipeline.encoders.standard.preset = "veryfast"
    pipeline.encoders.standard.bitrate = Bitrate(bitsPerSecond: 4_000_000)
    change(&pipeline)
    return pipeline
}

@Suite struct CPUCostTests {
    /// 1280x720 at 30 is 27.648 megapixels a second, 640x360 a quarter of it, the inset (320x180) a sixteenth.
    @Test(arguments: [
        ("base", CostTable.Work(perSecond: 0.02), [:]),
        ("source smpte", CostTable.Work(perMegapixel: 0.001), ["back.source": 0.0276]),
        ("source ball", CostTable.Work(perMegapixel: 0.004, perFrame: 0.001), ["front.source": 0.0576]),
        (
            "encode x264 veryfast of smpte", CostTable.Work(perMegapixel: 0.01),
            // The inset hides all but its margin of the corner in which the colour bars have their noise.
            ["back.encoder": 0.2765, "combined.encoder": 0.0306]
        ),
        (
            "encode x264 veryfast of ball", CostTable.Work(perMegabit: 0.01),
            ["front.encoder": 0.04, "combined.encoder": 0.0025]
        ),
        ("draw canvas", CostTable.Work(perFrame: 0.001), ["combined.mixer": 0.03]),
        ("draw copied", CostTable.Work(perMegapixel: 0.001), ["combined.input.back": 0.0276]),
        ("draw scaled", CostTable.Work(perMegapixel: 0.001), ["combined.input.front": 0.0017]),
        (
            "write mov", CostTable.Work(perMegabit: 0.001),
            ["back.file": 0.004, "front.file": 0.004, "combined.file": 0.004]
        ),
        ("sound test", CostTable.Work(perMegapixel: 0.1), ["audio.source": 0.0096]),
        ("encode aac", CostTable.Work(perMegapixel: 1), ["audio.encoder": 0.096]),
    ])
    func everyPieceOfWorkIsCountedWhereItIsDone(_ name: String, _ work: CostTable.Work, _ expected: [String: Double])
        throws
    {
        let cost = try cost(pip(), table([name: work]))
        let parts = Dictionary(
            uniqueKeysWithValues: cost.parts.map { ($0.branch.rawValue, ($0.cores * 10_000).rounded() / 10_000) })
        #expect(parts == expected)
        #expect(abs(cost.cores - cost.parts.map(\.cores).reduce(cost.base, +)) < 1e-9)
        #expect(abs(cost.cores - cost.decoding - cost.composing - cost.encoding - cost.other) < 1e-9)
        #expect(cost.base == (name == "base" ? 0.02 : 0))
    }

    @Test(arguments: [(SoundMode.natural, 0), (.studio, 0.0096), (.inFrame, 0.0096)])
    func cleanSoundCostsSomething(_ mode: SoundMode, _ cores: Double) throws {
        let cost = try cost(pip { $0.microphone?.mode = mode }, table(["sound cleaned": .init(perMegapixel: 0.1)]))
        #expect(abs((cost.parts.first { $0.branch.rawValue == "audio.encoder" }?.cores ?? 0) - cores) < 1e-9)
    }

    @Test func whatStandsStillIsDearerToDecodeThanToRotate() throws {
        let clip = Fixture.clip
        var inputs = Fixture.simulated(pip { $0.cameras[0].rotate = .upsideDown })
        inputs.cameras[0].source = .clip(clip)
        inputs.costs = table([
            "decode h264": CostTable.Work(perMegapixel: 0.002), "rotate": CostTable.Work(perMegapixel: 0.003),
            "encode x264 veryfast": CostTable.Work(perFrame: 0.001),
        ])
        let parts = try Planner.summary(inputs).cost.cpu.parts
        // 25 frames a second are decoded, 30 are rotated; the clip is encoded as a camera's picture.
        #expect(parts.map(\.branch.rawValue) == ["back.source", "back.encoder", "front.encoder", "combined.encoder"])
        #expect(abs(parts[0].cores - (0.002 * 23.04 + 0.003 * 27.648)) < 1e-9)
        #expect(abs(parts[1].cores - 0.03) < 1e-9)
    }

    static let drawn: [(String, [String: Double], @Sendable (inout Pipeline) -> Void)] = [
        ("draw looked", ["back.source": 0.0276], { $0.cameras[0].lookAppliesTo = .both }),
        ("draw looked", ["combined.input.back": 0.0276], { _ in }),
        ("draw looked", [:], { $0.cameras[0].look = Look(.named(.none)) }),
        ("draw enlarged", ["combined.input.back": 0.0276], { $0.cameras[0].zoom = 2 }),
        (
            "draw enlarged", ["back.encoder": 0.0276, "combined.input.back": 0.0276],
            { ($0.cameras[0].zoom, $0.cameras[0].zoomAppliesTo) = (2, .both) }
        ),
        (
            // Once, for all who take the pictures.
            "draw recoloured", ["back.source": 0.0276, "front.source": 0.0069],
            { ($0.encoders.standard.use, $0.encoders.standard.preset) = ("mjpeg", nil) }
        ),
        ("rotate", ["front.source": 0.0069], { $0.cameras[1].rotate = .mirror }),
        ("rotate quarter", ["front.source": 0.0069], { $0.cameras[1].rotate = .clockwise90 }),
        ("rotate quarter", [:], { $0.cameras[1].rotate = .upsideDown }),
    ]

    /// A look or a zoom for both is drawn before the camera's file, and again nowhere; what files cannot tell is converted.
    @Test(arguments: drawn)
    func whatIsDrawnOfACameraIsCounted(
        _ name: String, _ expected: [String: Double], _ change: @Sendable (inout Pipeline) -> Void
    ) throws {
        let pipeline = pip {
            $0.cameras[0].look = Look(.named(.vivid))
            change(&$0)
        }
        let parts = try cost(pipeline, table([name: CostTable.Work(perMegapixel: 0.001)])).parts
        #expect(
            Dictionary(uniqueKeysWithValues: parts.map { ($0.branch.rawValue, ($0.cores * 10_000).rounded() / 10_000) })
                == expected)
    }

    /// Words by their frames, images by their pixels: this logo is 128 by 64; what is hidden costs nothing.
    @Test func overlaysAreCounted() throws {
        let pipeline = pip { pipeline in
            var (title, logo, hidden) = (Overlay(name: "title"), Overlay(name: "logo"), Overlay(name: "hidden"))
            (title.content, hidden.content, hidden.isShown) = (.text("a"), .timecode, false)
            logo.content = .image(OverlayImage(path: "l", bytes: [], size: FrameSize(width: 20, height: 10)))
            pipeline.combined?.overlays = [title, logo, hidden]
        }
        let parts = try cost(pipeline, table(["draw overlay": .init(perMegapixel: 1, perFrame: 0.001)])).parts
        #expect(parts.map(\.branch.rawValue) == ["combined.mixer"])
        #expect(abs(parts[0].cores - (2 * 0.03 + 128 * 64 * 30 / 1e6)) < 1e-9)
    }

    /// Two cores of which both together do 1.6 times the work of one: when all are busy, work takes a quarter longer.
    @Test(arguments: [(0.0, 1.0), (1, 1.125), (2, 1.25), (5, 1.25)])
    func busyCoresSlowEachOther(_ busy: Double, _ expected: Double) {
        #expect(abs(table([:], parallel: [1, 1.6]).slowing(busy, of: 2) - expected) < 1e-9)
        #expect(table([:]).slowing(busy, of: 2) == 1)
    }

    /// The ladder is climbed by the table's figures, not by the built-in ones.
    @Test func aMeasuredTableChoosesThePreset() throws {
        var inputs = Fixture.simulated(pip { $0.encoders.standard.preset = nil })
        inputs.costs = table(["encode x264 medium": CostTable.Work(perMegapixel: 1)])
        #expect(try Planner.summary(inputs).outputs.map(\.preset) == ["faster", "faster", "faster"])
        inputs.costs = table([:])
        #expect(try Planner.summary(inputs).outputs.map(\.preset) == ["medium", "medium", "medium"])
    }

    @Test(arguments: [
        ("/video", 3e8), ("/video/new/take", 3e8), ("/video/slow", 1e6), ("/videos", 1e8), ("/", 1e8),
    ])
    func theNearestMeasuredFolderTellsOfTheDisk(_ path: String, _ expected: Double) {
        let costs = CostTable(
            margin: 0, isMeasured: true, diskBytesPerSecond: ["/": 1e8, "/video": 3e8, "/video/slow": 1e6])
        #expect(costs.disk(for: path) == expected)
        #expect(CostTable.builtIn.disk(for: path) == nil)
    }
}

@Suite struct CalibrationFitTests {
    private static let plan = CalibrationPlan(on: Fixture.machine, only: "x264")

    /// Times as a machine would take them that encodes by this rule.
    private static func measured(_ rule: (CalibrationTrial) -> Double) -> [String: Double] {
        Dictionary(uniqueKeysWithValues: plan.trials.map { ($0.name, $0.elements.isEmpty ? 0.0001 : rule($0)) })
    }

    @Test func findsTheRuleThatMadeTheTimes() throws {
        let rule = { (trial: CalibrationTrial) in
            let isPattern = trial.sources != [.camera]
            let work = CostTable.Work(perMegapixel: 0.01, perFrame: 0.0005, perMegabit: 0.002)
            return work.cores(trial.amount) * (isPattern ? 0.5 : 1) * (trial.name.contains("medium") ? 3 : 1)
        }
        let table = Self.plan.table(Self.measured(rule))
        let fast = try #require(table.work["encode x264 ultrafast"])
        #expect(abs(fast.perMegapixel - 0.01) < 1e-6)
        #expect(abs(fast.perFrame - 0.0005) < 1e-6)
        #expect(abs(fast.perMegabit - 0.002) < 1e-6)
        let still = try #require(table.work["encode x264 ultrafast of gradient"])
        for trial in Self.plan.trials where trial.name.hasPrefix("encode x264 ultrafast of gradient") {
            #expect(abs(still.cores(trial.amount) - rule(trial)) < 1e-6, "\(trial.name)")
        }
        let slow = try #require(table.work["encode x264 medium"])
        #expect(slow.perMegapixel > 0.029 && slow.perMegapixel < 0.031)
        // Not measured: in the built-in proportion to `slow`, the slowest that is.
        let estimated = try #require(table.work["encode x264 placebo"])
        let known = try #require(table.work["encode x264 slow"])
        #expect(estimated.perMegapixel / known.perMegapixel > 8)
        #expect(table.isMeasured && table.margin == 0.25)
    }

    /// Zoom, look and quarter turn are what is dearer than drawing the camera as it is, by the pixel.
    @Test func drawingIsMeasured() throws {
        let plan = CalibrationPlan(on: Fixture.machine)
        let factors = [
            "draw copied": 1.0, "draw scaled": 1.5, "draw enlarged": 3.0, "draw looked": 6, "rotate quarter": 4,
        ]
        let measured = plan.trials.map { trial in
            let factor = factors.first { trial.name.hasPrefix($0.key) }?.value ?? 1
            return (trial.name, 0.0003 * factor * trial.amount.megapixels + 0.00005)
        }
        let work = plan.table(Dictionary(uniqueKeysWithValues: measured)).work
        for (name, expected) in [
            ("draw copied", 0.0003), ("draw enlarged", 0.0009), ("draw looked", 0.0015), ("rotate quarter", 0.0012),
            ("draw scaled", 0.0006),
        ] {
            #expect(abs((work[name]?.perMegapixel ?? 0) - expected) < 1e-9, "\(name)")
        }
    }

    /// ProRes takes the bits its preset gives it: asked for three times as many it takes the same, and a megabit costs nothing.
    @Test func bitsThatAPresetSettlesCostNothing() throws {
        let plan = CalibrationPlan(on: Fixture.machine, only: "prores-ks")
        try #require(!plan.trials.isEmpty)
        let times = Dictionary(
            uniqueKeysWithValues: plan.trials.enumerated().map {
                ($1.name, $1.amount.megapixels * 0.1 + Double($0) * 1e-6)
            })
        for (name, work) in plan.table(times).work where name.hasPrefix("encode prores-ks") {
            #expect(work.perMegabit == 0, "\(name)")
            #expect(work.perMegapixel < 0.2, "\(name)")
        }
    }

    @Test func aTrialThatFailedLeavesTheBuiltInFigure() {
        let table = Self.plan.table([:])
        #expect(table.work.isEmpty)
        #expect(table.cores(["encode x264 veryfast"], WorkAmount(megapixels: 1)) == 0.017)
    }

    /// Two recordings of little, one with sound, one of everything: base, frames' way, sound, and how much dearer the rest is.
    @Test func wholeRecordingsCorrectTheTable() throws {
        var idle = Pipeline(cameras: [Fixture.camera("back", 320, 180, rate: FrameRate(10))])
        idle.microphone = nil
        var fast = idle
        fast.cameras[0].rate = FrameRate(60)
        var costs = table(["encode x264 veryfast of smpte": CostTable.Work(perMegapixel: 0.01)])
        var heard = idle
        heard.microphone = Microphone()
        let whole = Fixture.simulated(pip())
        costs.correct(by: [
            LiveReading(inputs: Fixture.simulated(idle), cores: 0.02 + 0.0002 * 20),
            LiveReading(inputs: Fixture.simulated(fast), cores: 0.02 + 0.0002 * 120),
            LiveReading(inputs: Fixture.simulated(heard), cores: 0.02 + 0.0002 * 20 + 0.03),
            LiveReading(inputs: whole, cores: 0.02 + 1.25 * (0.3071 + 0.0002 * 210 + 0.03)),
        ])
        #expect(abs(try #require(costs.work["base"]).perSecond - 0.02) < 1e-6)
        #expect(abs(try #require(costs.work["pass"]).perFrame - 0.00025) < 1e-5)
        #expect(abs(try #require(costs.work["encode x264 veryfast of smpte"]).perMegapixel - 0.0125) < 1e-4)
    }
}
