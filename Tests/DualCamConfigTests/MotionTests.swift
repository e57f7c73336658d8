import DualCamConfig
import Testing

/// `combined.motion`, `combined.transition` and `combined.switch`.
@Suite struct MotionTests {
    @Test(arguments: [
        (
            "{motion: {duration: 39ms}}", 31,
            "combined.motion.duration: '39ms' is out of range; accepted: 40ms ... 10s, or off"
        ),
        (
            "{motion: {duration: 1}}", 31,
            "combined.motion.duration: '1' has no unit; write ms, s, min, h or d, as in 10min, or off"
        ),
        (
            "{motion: {easing: bounce}}", 29,
            "combined.motion.easing: unknown value 'bounce'; accepted: linear, ease-in, ease-out, ease-in-out, spring"
        ),
        (
            "{mixer: compositor, motion: {duration: 1s}}", 50,
            "combined.motion.duration: the mixer 'compositor' moves nothing: it changes at once; write combined.mixer: dualcam, or leave duration out"
        ),
        (
            "{mixer: gl, transition: {kind: wipe}}", 42,
            "combined.transition.kind: the mixer 'gl' can only cut; write combined.mixer: dualcam, or leave kind out"
        ),
        (
            "{transition: {kind: fade}}", 31,
            "combined.transition.kind: unknown value 'fade'; accepted: cut, dissolve, slide, wipe, zoom, circle, flip, move"
        ),
        (
            "{transition: {duration: off}}", 35,
            "combined.transition.duration: 'off' is not a length of time; write ms, s, min, h or d, as in 10min"
        ),
        (
            "{transition: {direction: north}}", 36,
            "combined.transition.direction: unknown value 'north'; accepted: left, right, up, down"
        ),
        ("{switch: {every: 999ms}}", 28, "combined.switch.every: '999ms' is out of range; accepted: 1s ... 1d, or off"),
        (
            "{switch: {cameras: [back]}}", 21,
            "combined.switch.cameras: there is nothing to switch between; name two cameras or more, or write auto"
        ),
        (
            "{switch: {cameras: [back, side]}}", 37,
            "combined.switch.cameras[1]: unknown camera 'side'; accepted: back, front"
        ),
        (
            "{transition: {kind: slide, duration: 5s}, switch: {every: 5s}}", 69,
            "combined.switch.every: a transition of 5s does not end in 5s; make combined.transition.duration shorter, or this longer"
        ),
    ])
    func whatIsWrong(section: String, column: Int, message: String) {
        let line = "combined: \(section)"
        let caret = String(repeating: " ", count: column - 1) + "^"
        #expect(diagnostics(twoCameras + line) == "pip.yaml:4:\(column): error: \(message)\n\(line)\n\(caret)")
    }

    @Test func oneCameraIsNotSwitched() {
        let line = "combined: {layout: grid, switch: {every: 5s}}"
        let message = "combined.switch.every: there is one camera only; add a camera under 'cameras', or write off"
        let caret = String(repeating: " ", count: 41) + "^"
        #expect(
            diagnostics("cameras: {back: auto}\n\(line)\n") == "pip.yaml:2:42: error: \(message)\n\(line)\n\(caret)")
    }
}
