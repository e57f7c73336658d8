import DualCamPlan
import DualCamPlanKit
import Testing

@testable import DualCamConfig

/// The mixer's settings after changes of the picture, and what has to be prepared for them from the start.
@Suite struct PictureSceneTests {
    static let layouts: [LayoutName] = [
        .pip, .stacked, .sideBySide, .dominant, .frontPrimary, .backPrimary, .grid, .custom("desk"),
    ]

    /// Returns a pipeline with back, front and side; the layout `controller` shows side and front.
    private func pipeline(_ mixer: Mixer = .compositor, _ layout: LayoutName = .pip) -> Pipeline {
        var pipeline = Fixture.pip()
        pipeline.cameras.append(Fixture.camera("side", 640, 480))
        pipeline.layouts = [
            CustomLayout(
                name: "desk",
                rectangles: ["side", "front"].enumerated().map { index, name in
                    LayoutRectangle(
                        camera: name, x: .percent(Double(index) * 50), y: .percent(0), width: .percent(50),
                        height: .percent(100))
                })
        ]
        pipeline.combined?.mixer = mixer
        pipeline.combined?.layout = layout
        return pipeline
    }

    private func feeds(_ plan: GraphPlan) -> [String: [Property]] {
        let links = plan.links.filter { $0.to.element == "combined.mixer" }
        return Dictionary(uniqueKeysWithValues: links.map { ($0.from.element, $0.sinkPadProperties) })
    }

    /// Changing a running recording gives the same settings as planning it that way.
    @Test(arguments: [LayoutName.pip, .grid, .custom("desk")], [Mixer.dualcam, .compositor, .gl])
    func aDirectionIsWhatWouldHaveBeenPlanned(
        _ layout: LayoutName, _ mixer: Mixer
    )
        throws
    {
        for target in Self.layouts {
            var directed = try Planner.plan(Fixture.simulated(pipeline(mixer, layout)))
            var wanted = pipeline(mixer, target)
            wanted.combined?.main = "front"
            wanted.cameras[0].zoom = 2
            let planned = try Planner.plan(Fixture.simulated(wanted))
            let scene = try #require(directed.stage).scene(try #require(PictureDirection(wanted)))
            #expect(scene == planned.scene)
            directed.show(scene)
            #expect(feeds(directed) == feeds(planned))
            #expect(directed.picture == planned.picture)
        }
    }

    @Test func aCameraThatIsNotSeenCostsNothingToDraw() throws {
        let plan = try Planner.plan(Fixture.simulated(pipeline()))
        #expect(plan.scene?.hidden == ["side"])
        #expect(
            feeds(plan)["combined.input-side"] == [Property("zorder", .int(2)), Property("alpha", .double(0))])
        let own = try Planner.plan(Fixture.simulated(pipeline(.dualcam)))
        #expect(own.picture?.layers.map(\.feed.element) == ["combined.input-back", "combined.input-front"])
        #expect(own.scene?.hidden == ["side"])
    }

    /// A camera that is not drawn costs only its transport; one that is drawn costs as much as before.
    @Test func theCostIsThatOfTheLayout() throws {
        let composing = { (layout: LayoutName) in
            let inputs = Fixture.simulated(self.pipeline(.compositor, layout))
            return try Planner.summary(inputs).cost.branches.filter { $0.name.rawValue == "combined.input.side" }
                .map(\.cores).reduce(0, +)
        }
        #expect(try composing(.pip) < 0.3 * composing(.grid))
        #expect(try composing(.dominant) > composing(.pip))
    }

    /// A pad that was cropped, moved and hidden gets all its settings.
    @Test func aPadIsToldEverything() throws {
        let plan = try Planner.plan(Fixture.simulated(pipeline()))
        let pad = try #require(plan.scene?.pads.first)
        #expect(
            pad.properties.map(\.name) == ["xpos", "ypos", "width", "height", "zorder", "alpha", "converter-config"])
        #expect(pad.initial.map(\.name) == ["xpos", "ypos", "width", "height", "zorder"])
    }

    @Test func aCameraWithoutAnOutputIsOpenedToo() throws {
        var only = pipeline()
        only.recording.outputs = [.combined]
        let plan = try Planner.plan(Fixture.simulated(only))
        #expect(plan.elements.contains { $0.name == "side.source" })
        #expect(plan.notes == ["Camera side is not seen at first; it is opened so that it can be switched to."])
        let valves = plan.valves.filter { !$0.cuts }
        #expect(valves.map(\.branch.rawValue) == ["back", "front", "side"].map { "combined.input.\($0)" })
        #expect(valves.map(\.decidesStart) == [true, true, false])
    }

    @Test func whatIsPassedThroughIsNotDecodedForThat() throws {
        var passed = pipeline()
        var encoder = EncoderOverride()
        encoder.use = "passthrough"
        passed.encoders.outputs[OutputName("side")] = encoder
        passed.cameras[2].device = .auto
        var inputs = Fixture.simulated(passed)
        let mode = Fixture.mode(.mjpeg, 640, 480, [FrameRate(30)])
        inputs.cameras[2].source = .device(Fixture.device(2, [mode]), mode: mode, rate: FrameRate(30))
        let plan = try Planner.plan(inputs)
        #expect(!plan.elements.contains { $0.name == "side.decoder" || $0.name == "combined.input-side" })
        #expect(
            plan.notes.contains {
                $0
                    == "Camera side is passed through and not seen at first: it is not decoded and cannot be switched to."
            })
        var wanted = try #require(PictureDirection(passed))
        #expect(plan.stage?.scene(wanted).lacking == [])
        wanted.combined.layout = .grid
        #expect(plan.stage?.scene(wanted).lacking == ["side"])
    }

    /// The main camera comes first, the inset's camera second, then the order of the file.
    @Test(arguments: [
        (nil, nil, ["a", "b", "c"]), ("c", nil, ["c", "a", "b"]), ("b", "c", ["b", "c", "a"]),
        ("a", "a", ["a", "b", "c"]), (nil, "c", ["a", "c", "b"]), ("gone", nil, ["a", "b", "c"]),
    ])
    func theCast(_ main: String?, _ inset: String?, _ expected: [String]) {
        var combined = Combined()
        (combined.main, combined.inset.camera) = (main, inset)
        #expect(combined.cast(of: ["a", "b", "c"]) == expected)
    }
}
