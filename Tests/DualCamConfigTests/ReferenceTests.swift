import DualCamConfig
import Testing

/// References from one part of the file to another.
@Suite struct ReferenceTests {
    @Test(arguments: [
        (
            "controls: {indoor: {preset: x}}", 21,
            "controls.indoor.preset: a preset cannot take another one; write the controls themselves"
        ),
        (
            "controls: {Indoor: {}}", 12,
            "controls.Indoor: 'Indoor' is not a name; write small letters, digits, '-' and '_', a letter or digit first"
        ),
        ("controls: {indoor: 5}", 20, "controls.indoor: a section is needed; write its keys indented below, or {}"),
        ("combined: {main: bakc}", 18, "combined.main: unknown camera 'bakc'; did you mean 'back'?"),
        ("combined: {main: side}", 18, "combined.main: unknown camera 'side'; accepted: back, front, or auto"),
        (
            "combined: {inset: {camera: fornt}}", 28,
            "combined.inset.camera: unknown camera 'fornt'; did you mean 'front'?"
        ),
        (
            "combined: {inset: {camera: back}}", 28,
            "combined.inset.camera: camera 'back' is the main picture already; choose another here or for combined.main"
        ),
        (
            "combined: {mixer: compositor, inset: {radius: 8}}", 47,
            "combined.inset.radius: the mixer 'compositor' draws no round corners; write combined.mixer: dualcam, or leave radius out"
        ),
        (
            "combined: {mixer: compositor, inset: {border: 2}}", 47,
            "combined.inset.border: the mixer 'compositor' draws no border; write combined.mixer: dualcam, or leave border out"
        ),
        (
            "combined: {mixer: gl, inset: {shadow: 9}}", 39,
            "combined.inset.shadow: the mixer 'gl' draws no shadow; write combined.mixer: dualcam, or leave shadow out"
        ),
        (
            "combined: {mixer: va, inset: {opacity: 50%}}", 40,
            "combined.inset.opacity: the mixer 'va' draws no see-through inset; write combined.mixer: dualcam, or leave opacity out"
        ),
        (
            "combined: {inset: {radius: 1025}}", 28,
            "combined.inset.radius: '1025' is out of range; accepted: 0 ... 1024"
        ),
        (
            "combined: {mixer: opengl}", 19,
            "combined.mixer: unknown value 'opengl'; accepted: dualcam, compositor, gl, va"
        ),
        (
            "combined: {mixer: va, background: white}", 35,
            "combined.background: the mixer 'va' draws on black alone; write background: black, or combined.mixer: dualcam"
        ),
        ("combined: {inset: {size: 4%}}", 26, "combined.inset.size: '4%' is out of range; accepted: 5% ... 100%"),
        (
            "combined: {inset: {position: left}}", 30,
            "combined.inset.position: unknown position 'left'; accepted: top-left, top-right, bottom-left, bottom-right, center, {x: 60%, y: 10%}"
        ),
        ("combined: {layout: stackd}", 20, "combined.layout: unknown layout 'stackd'; did you mean 'stacked'?"),
        (
            "recording: {outputs: [back, side]}", 29,
            "recording.outputs[1]: unknown output 'side'; accepted: back, front"
        ),
        (
            "recording: {outputs: [combined]}", 23,
            "recording.outputs[0]: there is no combined picture; add a section 'combined', or remove this"
        ),
        ("recording: {outputs: []}", 13, "recording.outputs: nothing would be recorded; name an output, or auto"),
        ("encoders: {frnt: {use: x264}}", 12, "encoders.frnt: unknown output 'frnt'; did you mean 'front'?"),
        ("encoders: {defualt: {use: x264}}", 12, "encoders.defualt: unknown output 'defualt'; did you mean 'default'?"),
        ("layouts: {desk: {side: {}}}", 18, "layouts.desk.side: unknown camera 'side'; accepted: back, front"),
        (
            "layouts: {desk: {}}", 11,
            "layouts.desk: draws no camera; write a rectangle as in back: {x: 0%, y: 0%, width: 70%, height: 100%}"
        ),
        ("layouts: {grid: {back: {}}}", 11, "layouts.grid: 'grid' is a built-in layout; choose another name"),
        (
            "layouts: {desk: {back: {x: 50%, width: 60%}}}", 40,
            "layouts.desk.back.width: the rectangle leaves the canvas; x and width are 110% together, 100% at most"
        ),
        (
            "layouts: {desk: {back: {y: 50%}}}", 18,
            "layouts.desk.back.height: the rectangle leaves the canvas; y and height are 150% together, 100% at most"
        ),
        (
            "layouts: {desk: {back: {width: 0%}}}", 32,
            "layouts.desk.back.width: '0%' is out of range; accepted: 0.1% ... 100%"
        ),
    ])
    func references(line: String, column: Int, message: String) {
        let caret = String(repeating: " ", count: column - 1) + "^"
        #expect(diagnostics(twoCameras + line) == "pip.yaml:4:\(column): error: \(message)\n\(line)\n\(caret)")
    }

    @Test(arguments: [
        ("pip", "layout 'pip' needs two cameras, and there is one; add a camera under 'cameras'"),
        (
            "front-primary",
            "layout 'front-primary' needs a camera called 'front'; rename one, or write layout: dominant with main: CAMERA"
        ),
    ])
    func oneCamera(layout: String, message: String) {
        let line = "combined: {layout: \(layout)}"
        let caret = String(repeating: " ", count: 19) + "^"
        let shown = "pip.yaml:2:20: error: combined.layout: \(message)\n\(line)\n\(caret)"
        #expect(diagnostics("cameras: {back: auto}\n\(line)\n") == shown)
    }

    /// If the cameras cannot be read at all, references to them are not reported as errors.
    @Test func unreadableCamerasAreReportedOnce() {
        let text = "cameras: [back]\ncombined: {main: back}\nrecording: {outputs: [back]}\n"
        let message = """
            pip.yaml:1:1: error: cameras: a list, where a section is needed; write its keys indented below, without '-' or \
            brackets
            cameras: [back]
            ^
            """
        #expect(diagnostics(text) == message)
    }
}
