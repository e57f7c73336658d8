import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

/// GStreamer's mixers for graphics chips: their elements, and the messages if they cannot be used.
@Suite struct MixerElementsTests {
    private func pipeline(_ mixer: Mixer, _ change: (inout Pipeline) -> Void = { _ in }) -> Pipeline {
        var pipeline = Fixture.pip()
        pipeline.combined?.mixer = mixer
        change(&pipeline)
        return pipeline
    }

    private func factories(_ plan: GraphPlan, _ branch: String) -> [String] {
        plan.elements.filter { $0.branch.rawValue == branch }.map(\.factory)
    }

    @Test(arguments: [
        (
            Mixer.gl, ["errorignore", "glupload", "glcolorconvert", "queue"],
            ["glvideomixerelement", "glcolorconvert", "gldownload", "capsfilter", "tee", "videorate", "tee"]
        ),
        (
            .va, ["errorignore", "vapostproc", "queue"],
            ["vacompositor", "vapostproc", "capsfilter", "tee", "videorate", "tee"]
        ),
        (.compositor, ["errorignore", "queue"], ["compositor", "capsfilter", "tee", "videorate", "tee"]),
        (.dualcam, ["errorignore", "queue"], ["dualcammixer", "capsfilter", "tee", "videorate", "tee"]),
    ])
    func isMadeOf(_ mixer: Mixer, _ input: [String], _ mixing: [String]) throws {
        let plan = try Planner.plan(Fixture.simulated(pipeline(mixer)))
        #expect(factories(plan, "combined.input.back") == input)
        #expect(factories(plan, "combined.mixer") == mixing)
        let feeds = plan.links.filter { $0.to.element == "combined.mixer" }.map(\.from.element)
        #expect(feeds == ["combined.input-back", "combined.input-front"])
    }

    /// The pads of OpenGL's mixer crop each side, and crop nothing once the whole picture is drawn again.
    @Test func openGLCutsByItsPads() throws {
        let zoomed = pipeline(.gl) { $0.cameras[0].zoom = 2 }
        let plan = try Planner.plan(Fixture.simulated(zoomed))
        let stage = try #require(plan.stage)
        let cuts = { (pipeline: Pipeline) in
            let direction = try #require(PictureDirection(pipeline))
            return stage.scene(direction).pads[0].properties.filter { $0.name.hasPrefix("crop") }
        }
        let sides = ["crop-left", "crop-top", "crop-right", "crop-bottom"]
        #expect(try cuts(zoomed) == zip(sides, [480, 270, 480, 270]).map { Property($0, .int($1)) })
        #expect(try cuts(pipeline(.gl)) == sides.map { Property($0, .int(0)) })
    }

    @Test(
        arguments: [
            (
                Mixer.gl, "glupload", [],
                "this machine has no GStreamer element `glupload`, which the mixer `gl` needs",
                "install the package gstreamer1.0-gl, or write `mixer: dualcam`"
            ),
            (
                .va, "vacompositor", [],
                "this machine has no GStreamer element `vacompositor`, which the mixer `va` needs",
                "install the package gstreamer1.0-plugins-bad; it needs a graphics chip with VA-API, too, or write `mixer: dualcam`"
            ),
            (
                .gl, "", [.gl], "the mixer `gl` is installed, but drew no test picture on this machine",
                "it needs a graphics chip and its driver; write `mixer: dualcam` to do without"
            ),
        ] as [(Mixer, String, Set<Mixer>, String, String)])
    func whatIsNotThereIsSaid(
        _ mixer: Mixer, _ lacking: String, _ silent: Set<Mixer>, _ message: String, _ hint: String
    ) {
        var machine = Fixture.machine
        machine.elements.remove(lacking)
        machine.silentMixers = silent
        let expected = [PlanIssue("combined.mixer", message, hint: hint, code: .elementMissing)]
        #expect(Planner.issues(pipeline(mixer), on: machine) == expected)
        let unmixed = pipeline(mixer) { $0.recording.outputs = [OutputName("back")] }
        #expect(Planner.issues(unmixed, on: machine).isEmpty)
    }

    @Test func vaapiCutsNothing() {
        let zoomed = pipeline(.va) { $0.cameras[1].zoom = 1.5 }
        #expect(
            Planner.issues(zoomed, on: Fixture.machine) == [
                PlanIssue(
                    "cameras.front.zoom",
                    "the mixer `va` draws cameras whole, and front's picture would have to be cut",
                    hint: "write `zoom: 1`, or `mixer: dualcam`")
            ])
        let halves = pipeline(.va) { $0.combined?.layout = .sideBySide }
        #expect(
            Planner.issues(halves, on: Fixture.machine) == [
                PlanIssue(
                    "combined.fit", "the mixer `va` draws cameras whole, and back's picture would have to be cut",
                    hint: "write `fit: contain`, or `mixer: dualcam`")
            ])
        let whole = pipeline(.va) {
            $0.combined?.layout = .sideBySide
            $0.combined?.fit = .contain
        }
        #expect(Planner.issues(whole, on: Fixture.machine).isEmpty)
    }
}
