import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamEditing
@testable import DualCamPlan

/// The pipeline of an export, and the graph of its sound.
@Suite struct ExportPlanTests {
    private static let machine = MachineFacts(
        cores: 2,
        elements: Fixture.elements.union(["concat", "identity", "audiomixer", "mp4mux", "oggmux", "opusenc"]),
        host: "box")

    private func exported(
        _ name: String, _ change: (inout Pipeline) -> Void = { _ in }
    ) throws -> (Combined, EncoderSettings) {
        var pipeline = Fixture.pip()
        change(&pipeline)
        let picture = try #require(ExportTemplate(known: name)?.picture)
        let exported = pipeline.exported(as: picture, on: Self.machine)
        return (try #require(exported.combined), exported.encoders.settings(for: .combined))
    }

    @Test func aLayoutThatFitsTheFrameStays() throws {
        let (combined, encoder) = try exported("youtube")
        #expect(combined.layout == .pip && combined.size == FrameSize(width: 1920, height: 1080))
        #expect(combined.safeArea == SafeArea())
        #expect(encoder.use == "h264" && encoder.bitrate == Bitrate(bitsPerSecond: 8_000_000))
        #expect(encoder.keyframes == .milliseconds(500) && encoder.quality == .social && encoder.preset == nil)
    }

    @Test(arguments: [("story", LayoutName.stacked), ("tiktok", .stacked), ("square", .stacked)])
    func anotherOneIsReplaced(name: String, layout: LayoutName) throws {
        let (combined, _) = try exported(name) { $0.combined?.main = "front" }
        #expect(combined.layout == layout && combined.main == "front" && combined.fit == .cover)
    }

    /// A frame whose size is off by a pixel or two counts as the same shape.
    @Test(arguments: [(1366, 768, LayoutName.pip), (1280, 960, .sideBySide), (640, 1280, .sideBySide)])
    func theFramesShapeDecides(width: Int, height: Int, layout: LayoutName) throws {
        let (combined, _) = try exported("youtube") { $0.combined?.size = FrameSize(width: width, height: height) }
        #expect(combined.layout == layout)
    }

    @Test(arguments: [(24, 24, 8), (30, 30, 8), (50, 50, 12), (120, 60, 12)]) func moreFramesTakeMoreBits(
        recorded: Int, rate: Int, megabits: Int
    ) throws {
        let (combined, encoder) = try exported("story") { $0.combined?.rate = FrameRate(recorded) }
        #expect(combined.rate == FrameRate(rate) && encoder.bitrate?.bitsPerSecond == megabits * 1_000_000)
    }

    /// A small picture with every frame, every second or every fourth one.
    @Test(arguments: [
        (1280, 720, FrameRate(30), 480, 270, FrameRate(15)), (1080, 1920, FrameRate(25), 480, 854, FrameRate(25, 2)),
        (320, 240, FrameRate(15), 320, 240, FrameRate(15)), (1920, 1080, FrameRate(60), 480, 270, FrameRate(15)),
        (1920, 1080, FrameRate(30000, 1001), 480, 270, FrameRate(15000, 1001)),
        (1920, 1080, FrameRate(50), 480, 270, FrameRate(25, 2)),
    ]) func picturesThatMoveAreSmall(
        width: Int, height: Int, recorded: FrameRate, narrow: Int, low: Int, rate: FrameRate
    ) throws {
        let (combined, _) = try exported("gif") { pipeline in
            pipeline.combined?.size = FrameSize(width: width, height: height)
            pipeline.combined?.rate = recorded
        }
        #expect(combined.size == FrameSize(width: narrow, height: low) && combined.rate == rate)
    }

    @Test func aSessionWithoutACombinedPictureHasThatOfItsCamera() throws {
        let (combined, _) = try exported("archive") { pipeline in
            pipeline.cameras = Array(pipeline.cameras.prefix(1))
            (pipeline.cameras[0].size, pipeline.cameras[0].rotate) = (FrameSize(width: 640, height: 360), .clockwise90)
            (pipeline.cameras[0].rate, pipeline.combined) = (FrameRate(25), nil)
        }
        #expect(combined.size == FrameSize(width: 360, height: 640) && combined.rate == FrameRate(25))
    }

    @Test func severalCamerasWithoutOneAreArrangedByTheTemplate() throws {
        let (combined, _) = try exported("youtube") { $0.combined = nil }
        #expect(combined.layout == .sideBySide && combined.size == FrameSize(width: 1920, height: 1080))
    }

    /// ProRes if it is installed, otherwise JPEG.
    @Test(arguments: [(["avenc_prores_ks", "jpegenc"], "prores"), (["jpegenc"], "mjpeg"), ([], "prores")])
    func theFirstEncoderAtHandServes(elements: [String], use: String) {
        var picture = ExportPicture()
        picture.encoders = ["prores", "mjpeg"]
        let machine = MachineFacts(cores: 2, elements: Set(elements), host: "box")
        #expect(picture.encoder(on: machine) == use)
    }

    // MARK: Positions
    @Test(arguments: [
        (InsetPosition.corner(.topLeft), 120, 220), (.corner(.bottomRight), 780, 1480),
        (.corner(.center), 450, 850), (.free(Point(x: .percent(0), y: .percent(50))), 100, 950),
    ]) func whatLiesOverThePictureStaysWithinTheSafeArea(position: InsetPosition, x: Int, y: Int) {
        var area = SafeArea(top: 10, bottom: 15, sides: 0)
        (area.left, area.right) = (.percent(10), .percent(10))
        // The shorter side has 1000 pixels, so a margin of 22 (of 1080) is 20 pixels.
        let origin = position.origin(
            of: FrameSize(width: 100, height: 200), on: FrameSize(width: 1000, height: 2000), margin: 22, within: area)
        #expect(origin == (x, y))
    }

    // MARK: Sound
    private static var sources: CompositionSources {
        let file = CompositionSources.File(path: "a.mov", first: 0, start: 500, end: 5_000_000_500)
        var sources = CompositionSources(
            cameras: [:],
            sound: .init(files: [file, file], demuxer: "qtdemux", codec: "aac", tracks: [["anna"], ["ben"]]),
            start: 500, end: 5_000_000_500)
        (sources.coding, sources.lead) = (.mixed(.aac, Bitrate(bitsPerSecond: 128_000)), 1_000_000_000)
        return sources
    }

    private func way(to name: String, in links: [LinkPlan]) -> [String] {
        let before = links.first { $0.to.element == name }?.from.element
        return (before.map { way(to: $0, in: links) } ?? []) + [name]
    }

    /// Both tracks are mixed into one, which begins late enough for the encoder's first packet.
    @Test func allTracksAreHeardInOne() throws {
        let plan = try SoundExportPlan(Self.sources, in: .m4a, on: Self.machine)
        #expect(Set(plan.elements.map(\.name)).count == plan.elements.count)
        let mixed = plan.links.filter { $0.to.element == "export.mixer" }.map(\.from.element)
        #expect(mixed == ["audio.0.form", "audio.1.form"])
        let mixer = try #require(plan.elements.first { $0.name == "export.mixer" })
        #expect(mixer.properties.contains(Property("start-time", .int(500 + 21_333_333))))
        let last = try #require(plan.links.last { $0.to == PadReference("combined.muxer", "audio_%u") })
        #expect(last.offset == 1_000_000_000 - 21_333_333)
        #expect(
            way(to: last.from.element, in: plan.links).suffix(4) == [
                "export.sound.samples", "export.sound.encoder", "export.sound.packets", "export.sound.encoded",
            ])
    }

    @Test func whatIsMeasuredBeginsAtTheBeginning() throws {
        let sound = try #require(Self.sources.sound)
        let plan = SoundExportPlan(measuring: sound, from: 500, to: 900)
        let mixer = try #require(plan.elements.first { $0.name == "export.mixer" })
        #expect(mixer.properties.contains(Property("start-time", .int(500))) && (plan.start, plan.end) == (500, 900))
        #expect(plan.elements.last?.factory == "fakesink")
    }

    /// Muted tracks are not even read. Noise reduction works on the mix, whose delay is corrected.
    @Test func theSoundIsTreatedWhereItBecomesOne() throws {
        var sound = try #require(Self.sources.sound)
        (sound.treatment.noiseReduction, sound.treatment.volumes) = (.veryHigh, [0: 0.5, 1: 0])
        let plan = SoundExportPlan(measuring: sound, from: 500, to: 900)
        let mixed = plan.links.filter { $0.to.element == "export.mixer" }
        #expect(mixed.map(\.from.element) == ["audio.0.form"])
        #expect(mixed[0].sinkPadProperties == [Property("volume", .double(0.5))] && mixed[0].offset == 0)
        #expect(!plan.elements.contains { $0.name.hasPrefix("audio.1") })
        let mixer = try #require(plan.elements.first { $0.name == "export.mixer" })
        #expect(mixer.properties.contains(Property("start-time", .int(500 + 6_958_333))))
        #expect(
            way(to: "export.samples", in: plan.links).suffix(6)
                == [
                    "export.mixer", "export.noise-convert", "export.noise-form", "export.noise", "export.noise-restore",
                    "export.noise-free", "export.samples",
                ].suffix(6))
        #expect(plan.links.first { $0.to.element == "export.samples" }?.offset == -6_958_333)
    }

    @Test func anOggFileBeginsAtZero() throws {
        var sources = Self.sources
        sources.coding = .mixed(.opus, Bitrate(bitsPerSecond: 96_000))
        let plan = try SoundExportPlan(sources, in: .ogg, on: Self.machine)
        #expect(plan.links.last { $0.to.element == "combined.muxer" }?.offset == -500)
    }

    @Test func anEncoderThatIsMissingIsTold() {
        var machine = Self.machine
        machine.elements.remove("avenc_aac")
        let issues = #expect(throws: PlanIssues.self) { try SoundExportPlan(Self.sources, in: .m4a, on: machine) }
        #expect(issues?.issues.map(\.message).first?.contains("avenc_aac") == true)
    }

    // MARK: Partial exports
    @Test func aPartBeginsWithAFrame() {
        var form = ExportForm(nil, .copied, on: Self.machine)
        form.span = 1_010_000_000..<2_000_000_000
        var whole = Self.sources
        (whole.start, whole.end) = (0, 5_000_000_000)
        let sources = form.sources(whole, rate: FrameRate(25))
        #expect((sources.start, sources.end) == (1_040_000_000, 2_000_000_000))
    }

    @Test func filesThatNothingNeedsAreNotRead() {
        let files = (0..<4).map { index in
            CompositionSources.File(
                path: "\(index).mov", first: 0, start: Int64(index) * 10_000_000_000,
                end: Int64(index + 1) * 10_000_000_000)
        }
        let whole = CompositionSources(
            cameras: ["back": files],
            sound: .init(files: files, demuxer: "qtdemux", codec: "aac", tracks: [[]]), start: 0, end: 40_000_000_000)
        var form = ExportForm(nil, .copied, on: Self.machine)
        form.span = 12_000_000_000..<28_000_000_000
        let sources = form.sources(whole, rate: FrameRate(25))
        #expect(sources.cameras["back"]?.map(\.path) == ["1.mov", "2.mov"])
        #expect(sources.sound?.files.map(\.path) == ["1.mov", "2.mov"])
    }
}
