import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// Returns a cost table in which only the given work costs CPU time.
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
    /// 1280x720 at 30 is 27.648 megapixels per second, 640x360 a quarter of that, the inset (320x180) a sixteenth.
    @Test(arguments: [
        ("base", CostTable.Work(perSecond: 0.02), [:]),
        ("source smpte", CostTable.Work(perMegapixel: 0.001), ["back.source": 0.0276]),
        ("source ball", CostTable.Work(perMegapixel: 0.004, perFrame: 0.001), ["front.source": 0.0576]),
        (
            "encode x264 veryfast", CostTable.Work(perMegapixel: 0.01),
            ["back.encoder": 0.2765, "front.encoder": 0.0691, "combined.encoder": 0.2765]
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
            uniqueKeysWithValues: cost.parts.map { ($0.name.rawValue, ($0.cores * 10_000).rounded() / 10_000) })
        #expect(parts == expected)
        #expect(abs(cost.cores - cost.parts.map(\.cores).reduce(cost.base, +)) < 1e-9)
        #expect(abs(cost.cores - cost.decoding - cost.composing - cost.encoding - cost.other) < 1e-9)
        #expect(cost.base == (name == "base" ? 0.02 : 0))
    }

    @Test(arguments: [(SoundMode.natural, 0), (.studio, 0.0096), (.inFrame, 0.0096)])
    func cleanSoundCostsSomething(_ mode: SoundMode, _ cores: Double) throws {
        let cost = try cost(pip { $0.microphone?.mode = mode }, table(["sound cleaned": .init(perMegapixel: 0.1)]))
        #expect(abs((cost.parts.first { $0.name.rawValue == "audio.encoder" }?.cores ?? 0) - cores) < 1e-9)
    }

    static let views: [([Bool], [Double])] = [
        ([true, false], [1, 0.5, 0.96875]), ([false, true], [0.5, 1, 0.53125]), ([false, false], [0.5, 0.5, 0.5]),
    ]

    /// A clip costs as much to encode as a filmed picture, a test pattern less. The inset covers a sixteenth of the
    /// picture below it.
    @Test(arguments: views)
    func whatIsDrawnIsCheaperToEncode(_ filmed: [Bool], _ shares: [Double]) throws {
        var inputs = Fixture.simulated(pip())
        for (index, isFilmed) in filmed.enumerated() {
            inputs.cameras[index].source = isFilmed ? .clip(Fixture.clip) : .test(.black)
        }
        inputs.costs = table(["encode x264 veryfast": .init(perMegapixel: 0.01)])
        inputs.costs.drawn = 0.5
        let cores = try Planner.summary(inputs).cost.cpu.parts.map(\.cores)
        let expected = zip(shares, [0.27648, 0.06912, 0.27648]).map { $0 * $1 }
        #expect(cores.count == 3 && zip(cores, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(cores)")
    }

    /// Test patterns cost more if they have more detail. If every frame is encoded by itself, as in JPEG, a pattern
    /// costs as much as a filmed picture.
    @Test(arguments: [
        (TestPattern.snow, "x264", 1.0), (.smpte, "x264", 0.8), (.checkers, "x264", 0.7), (.scene, "x264", 0.6),
        (.ball, "x264", 0.5), (.black, "jpeg", 1),
    ])
    func aPatternIsAsHardToEncodeAsItLooks(_ pattern: TestPattern, _ use: String, _ share: Double) throws {
        var pipeline = Pipeline(cameras: [Fixture.camera("back", 1000, 1000, rate: FrameRate(10))])
        pipeline.microphone = nil
        pipeline.encoders.standard.use = use
        pipeline.encoders.standard.preset = use == "x264" ? "veryfast" : nil
        var inputs = Fixture.simulated(pipeline)
        inputs.cameras[0].source = .test(pattern)
        inputs.costs = table([
            "encode x264 veryfast": .init(perMegapixel: 0.01), "encode jpeg": .init(perMegapixel: 0.01),
        ])
        inputs.costs.drawn = 0.5
        #expect(abs(try Planner.summary(inputs).cost.cpu.encoding - 0.1 * share) < 1e-9)
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
        // 25 frames per second are decoded, 30 are rotated; the clip is encoded like a camera's picture.
        #expect(parts.map(\.name.rawValue) == ["back.source", "back.encoder", "front.encoder", "combined.encoder"])
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
            // Once, for all outputs that use the pictures.
            "draw recoloured", ["back.source": 0.0276, "front.source": 0.0069],
            { ($0.encoders.standard.use, $0.encoders.standard.preset) = ("mjpeg", nil) }
        ),
        ("rotate", ["front.source": 0.0069], { $0.cameras[1].rotate = .mirror }),
        ("rotate quarter", ["front.source": 0.0069], { $0.cameras[1].rotate = .clockwise90 }),
        ("rotate quarter", [:], { $0.cameras[1].rotate = .upsideDown }),
    ]

    /// A look or zoom for all outputs is drawn once, before the camera's file. Colours that a file cannot store are
    /// converted.
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
            Dictionary(uniqueKeysWithValues: parts.map { ($0.name.rawValue, ($0.cores * 10_000).rounded() / 10_000) })
                == expected)
    }

    /// Texts cost by frames, images by pixels: this logo is 128 by 64. A hidden overlay costs nothing.
    @Test func overlaysAreCounted() throws {
        let pipeline = pip { pipeline in
            var (title, logo, hidden) = (Overlay(name: "title"), Overlay(name: "logo"), Overlay(name: "hidden"))
            (title.content, hidden.content, hidden.isShown) = (.text("a"), .timecode, false)
            logo.content = .image(OverlayImage(path: "l", bytes: [], size: FrameSize(width: 20, height: 10)))
            pipeline.combined?.overlays = [title, logo, hidden]
        }
        let parts = try cost(pipeline, table(["draw overlay": .init(perMegapixel: 1, perFrame: 0.001)])).parts
        #expect(parts.map(\.name.rawValue) == ["combined.mixer"])
        #expect(abs(parts[0].cores - (2 * 0.03 + 128 * 64 * 30 / 1e6)) < 1e-9)
    }

    /// Two cores that together do 1.6 times the work of one: if both are busy, work takes a quarter longer.
    @Test(arguments: [(0.0, 1.0), (1, 1.125), (2, 1.25), (5, 1.25)])
    func busyCoresSlowEachOther(_ busy: Double, _ expected: Double) {
        #expect(abs(table([:], parallel: [1, 1.6]).slowing(busy, of: 2) - expected) < 1e-9)
        #expect(table([:]).slowing(busy, of: 2) == 1)
    }

    /// A preset is chosen by the measured table, not by the built-in one.
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

@Suite struct CalibratedTableTests {
    /// Two small recordings, one of them with sound, and a large one, on a machine that is far from the built-in table.
    /// The machine's table is found again from their CPU times.
    @Test(arguments: [[], [1, 1.6]] as [[Double]]) func recordingsTellTheRuleOfTheMachineThatMadeThem(
        _ parallel: [Double]
    ) throws {
        let machine = table(
            [
                "base": .init(perSecond: 0.02), "pass": .init(perFrame: 0.0002), "sound test": .init(perSecond: 0.03),
                "source smpte": .init(perMegapixel: 0.0025), "encode x264 veryfast": .init(perMegapixel: 0.025),
                "scale": .init(perMegapixel: 0.0015),
            ], parallel: parallel)
        var known = table(
            [
                "source smpte": .init(perMegapixel: 0.001), "encode x264 veryfast": .init(perMegapixel: 0.01),
                "scale": .init(perMegapixel: 0.0006),
            ], parallel: parallel)
        var idle = Pipeline(cameras: [Fixture.camera("back", 320, 180, rate: FrameRate(10))])
        idle.microphone = nil
        (idle.encoders.standard.use, idle.encoders.standard.preset) = ("x264", "veryfast")
        var (fast, heard) = (idle, idle)
        fast.cameras[0].rate = FrameRate(60)
        heard.microphone = Microphone()
        known.correct(
            by: try [idle, fast, heard, pip()].map { pipeline in
                LiveReading(inputs: Fixture.simulated(pipeline), cores: try cost(pipeline, machine).cores)
            })
        // If cores slow each other down, the CPU time that other work takes cannot be separated exactly.
        let tolerance = parallel.isEmpty ? 0.005 : 0.06
        // Sound that was not measured costs as much more than the test sound as the machine is slower.
        #expect(abs(known.work["sound clip", default: .init()].perSecond - 0.03 - 0.025 * 2.5) < 0.06 * 0.0925)
        for (name, made) in machine.work where !["sound device", "sound clip"].contains(name) {
            let found = try #require(known.work[name])
            #expect(abs(found.perMegapixel - made.perMegapixel) <= tolerance * made.perMegapixel, "\(name)")
            #expect(abs(found.perFrame - made.perFrame) <= tolerance * made.perFrame, "\(name)")
            #expect(abs(found.perSecond - made.perSecond) <= tolerance * made.perSecond, "\(name)")
        }
    }

    @Test func theTableThatIsCorrectedHasTheEncodersAtHand() {
        var table = CostTable.measured(on: MachineFacts(cores: 2, elements: ["x264enc"], host: "box"))
        table.correct(by: [])
        #expect(table.work["encode x264 veryfast"] == .init(perMegapixel: 0.015))
        #expect(table.work["encode openh264 low"] == nil && table.work["encode x265 fast"] == nil)
        #expect(table.isMeasured && table.margin == 0.25)
    }
}
