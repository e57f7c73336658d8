import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The results of the command `zoom`.
@Suite struct ZoomRequestTests {
    private static let file = """
        cameras:
          back: {device: test, zoom-presets: {tight: {zoom: 3, centre: {x: 50%, y: 30%}}, all: 1}}
          front: {device: test}
        combined: {layout: pip, mixer: dualcam}
        """

    private static func load(_ overrides: [String]) -> Result<Pipeline, ControlRefusal> {
        let context = LoadContext(environment: [:], home: "/home/ada")
        do throws(PipelineIssues) {
            return .success(
                try PipelineLoader.load(Array(file.utf8), named: "x.yaml", overrides: overrides, context: context)
                    .pipeline)
        } catch {
            return .failure(ControlRefusal(error))
        }
    }

    /// Returns the settings, the speed of the motion and the answer, or the reason of the refusal.
    private func outcome(_ arguments: String, _ overrides: [String]) throws -> String {
        let arguments = try JSONValue(parsing: arguments)
        do throws(ControlRefusal) {
            let command = try ControlCommand(named: "zoom", arguments)
            guard let request = command.request as? any PictureRequest else { return "no picture" }
            var edit = PipelineEdit(try Self.load(overrides).get())
            try request.change(&edit)
            let (pipeline, settings) = (edit.pipeline, edit.settings.map(\.override))
            if let refusal = pipeline.contradiction { throw ControlRefusal(refusal) }
            #expect(try Self.load(overrides + settings).get() == pipeline)
            let members = try request.style(of: pipeline.combined ?? Combined(), in: pipeline).members
            let way = members.map { " \($0.key) \($0.value.line)" }.joined()
            return settings.joined(separator: " ") + way + ": "
                + JSONValue.object(request.outcome(command.arguments, in: pipeline)).line
        } catch {
            return "\(error.code.rawValue): " + Sentence.joined(error.message, error.advice)
        }
    }

    static let outcomes: [(String, [String], String)] = [
        (
            #"{"camera":"back","factor":4,"rate":2}"#, [],
            #"cameras.back.zoom=4 rate 2.0 easing "linear": {"camera":"back","factor":4}"#
        ),
        (
            #"{"camera":"back","preset":"tight"}"#, [],
            "cameras.back.zoom=3.0 cameras.back.zoom-centre.x=50% cameras.back.zoom-centre.y=30%: "
                + #"{"camera":"back","factor":3.0,"preset":"tight","x":"50%","y":"30%"}"#
        ),
        (
            #"{"camera":"back","preset":"all","rate":1}"#, ["cameras.back.zoom=4"],
            #"cameras.back.zoom=1.0 rate 1.0 easing "linear": {"camera":"back","factor":1.0,"preset":"all"}"#
        ),
        (
            #"{"camera":"back","x":"75%","rate":1}"#, ["cameras.back.zoom=4"],
            #"cameras.back.zoom-centre.x=75% rate 1.0 easing "linear": {"camera":"back","factor":4.0,"x":"75%"}"#
        ),
        (
            #"{"camera":"back"}"#, [],
            "bad-request: zoom needs a factor, a preset or a centre. "
                + #"Send one, as in {"camera":"back","factor":2}."#
        ),
        (
            #"{"camera":"back","factor":2,"preset":"all"}"#, [],
            "bad-request: zoom takes a factor or 'preset', not both. Leave one of them out."
        ),
        (
            #"{"camera":"back","preset":"tigt"}"#, [],
            "bad-value: There is no preset called 'tigt'. Did you mean 'tight'?"
        ),
        (
            #"{"camera":"front","preset":"tight"}"#, [],
            "bad-value: Camera 'front' has no presets. Add zoom-presets to it in the pipeline file, as in "
                + "{tight: {zoom: 3, centre: {x: 50%, y: 30%}}}."
        ),
        (
            #"{"camera":"back.device=/x","factor":2}"#, [],
            "bad-value: There is no camera called 'back.device=/x'. Accepted: back, front."
        ),
        (
            #"{"camera":"back","factor":2,"rate":1}"#, ["combined.mixer=compositor"],
            "unsupported: The mixer 'compositor' changes the picture at once only. Leave rate out, or write "
                + "combined.mixer: dualcam into the pipeline file."
        ),
        (
            #"{"camera":"back","factor":2}"#, ["recording.outputs=[back]", "cameras.back.zoom-applies-to=both"],
            #"cameras.back.zoom=2: {"camera":"back","factor":2}"#
        ),
        (
            #"{"camera":"back","factor":2}"#, ["recording.outputs=[back]"],
            "unsupported: No combined picture is recorded. Add a section 'combined' to the pipeline file, and 'combined' "
                + "to recording.outputs where it is given."
        ),
        (
            #"{"camera":"back","factor":0.5}"#, [],
            "bad-value: A zoom of 0.5 is a wider view than the camera has. Name a camera that sees more, "
                + "as in wide: {camera: NAME, zoom: 0.5}, or zoom by 1 ... 10."
        ),
    ]

    @Test(arguments: outcomes)
    func comesTo(_ arguments: String, _ overrides: [String], _ expected: String) throws {
        #expect(try outcome(arguments, overrides) == expected)
    }

    @Test func whatCanBeSetIsSaid() throws {
        let wide = ["cameras.back.wide.camera=front", "cameras.back.zoom=3", "cameras.back.zoom-centre.y=30%"]
        let settings = ZoomRequest.settings(of: try Self.load(wide).get()).map { "\($0.name) \($0.json.line)" }
        #expect(
            settings == [
                #"zoom.back {"value":3.0,"command":"zoom","least":0.5,"most":10.0,"step":0.1,"unit":""}"#,
                #"zoom.back.preset {"value":"tight","command":"zoom","choices":["tight","all"]}"#,
                #"zoom.front {"value":1.0,"command":"zoom","least":1.0,"most":10.0,"step":0.1,"unit":""}"#,
            ])
    }
}
