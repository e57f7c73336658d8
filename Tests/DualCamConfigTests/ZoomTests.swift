@testable import DualCamConfig
import Testing

/// The zoom of a camera in a pipeline file.
@Suite struct ZoomTests {
    private func file(_ back: String, _ ultra: String = "{}", _ rest: String = "combined: {mixer: dualcam}") -> String {
        "cameras:\n  back: {\(back)}\n  ultra: \(ultra)\n\(rest)\n"
    }

    private func heads(_ text: String) -> [String] {
        diagnostics(text).split(separator: "\n").filter { $0.contains(": error: ") }.map { String($0.dropFirst(9)) }
    }

    @Test func isReadWhole() throws {
        let text = file(
            "zoom: 0.7, wide: {camera: ultra, zoom: 0.6}, zoom-applies-to: both, "
                + "zoom-presets: {tight: {zoom: 3, centre: {x: 40%}}, near: {zoom: 2}, all: 1, most: 0.6}")
        let back = try load(text).pipeline.cameras[0]
        #expect(back.zoom == 0.7)
        #expect(back.wide == WideView(camera: "ultra", zoom: 0.6))
        #expect(back.zoomAppliesTo == .both)
        #expect(
            back.zoomPresets == [
                ZoomPreset(name: "tight", zoom: 3, centre: Point(x: .percent(40), y: .percent(50))),
                ZoomPreset(name: "near", zoom: 2), ZoomPreset(name: "all", zoom: 1),
                ZoomPreset(name: "most", zoom: 0.6),
            ])
    }

    @Test(arguments: [
        (
            "zoom: 0.7",
            "2:16: error: cameras.back.zoom: a zoom of 0.7 is a wider view than the camera has; name a camera that sees more, "
                + "as in wide: {camera: NAME, zoom: 0.5}, or zoom by 1 ... 10"
        ),
        (
            "zoom: 0.5, wide: {camera: ultra, zoom: 0.6}",
            "2:16: error: cameras.back.zoom: a zoom of 0.5 is a wider view than camera 'ultra' has; accepted: 0.6 ... 10"
        ),
        (
            "zoom-presets: {all: 0.8}",
            "2:10: error: cameras.back.zoom-presets: preset 'all': a zoom of 0.8 is a wider view than the camera has; name a camera "
                + "that sees more, as in wide: {camera: NAME, zoom: 0.5}, or zoom by 1 ... 10"
        ),
        (
            "zoom-presets: {a: 11}",
            "2:28: error: cameras.back.zoom-presets.a: '11' is out of range; accepted: 0.5 ... 10"
        ),
        (
            "zoom-presets: {a: {zom: 2}}",
            "2:29: error: cameras.back.zoom-presets.a.zom: unknown key; did you mean 'zoom'?"
        ),
        (
            "wide: ultra",
            "2:16: error: cameras.back.wide: a section is needed; write its keys indented below, or {}, or none"
        ),
        (
            "wide: {zoom: 0.5}",
            "2:10: error: cameras.back.wide.camera: no camera is named; write {camera: NAME, zoom: 0.5}"
        ),
        (
            "wide: {camera: ultra, zoom: 1}",
            "2:38: error: cameras.back.wide.zoom: '1' is out of range; accepted: 0.5 ... 0.95"
        ),
        ("wide: {camera: ulta}", "2:25: error: cameras.back.wide.camera: unknown camera 'ulta'; did you mean 'ultra'?"),
        (
            "wide: {camera: back}",
            "2:25: error: cameras.back.wide.camera: a camera has no wider view than itself; name another one"
        ),
        (
            "zoom-applies-to: all",
            "2:27: error: cameras.back.zoom-applies-to: unknown value 'all'; accepted: combined, both"
        ),
    ])
    func tellsWhatIsWrong(_ back: String, _ expected: String) {
        #expect(heads(file(back)) == [expected])
    }

    @Test func widerViewsMakeNoChain() {
        let text = file("wide: {camera: ultra}", "{wide: {camera: more}}").replacing(
            "combined", with: "  more: {}\ncombined")
        #expect(
            heads(text) == [
                "2:25: error: cameras.back.wide.camera: camera 'ultra' has its own wider view, of camera 'more'; leave wide out there, "
                    + "or name 'more' here"
            ])
    }

    @Test func theCompositorDrawsNoWiderView() {
        #expect(
            heads(file("zoom: 0.5, wide: {camera: ultra}", "{}", "combined: {mixer: compositor}")) == [
                "4:19: error: combined.mixer: the mixer 'compositor' draws no wider view, and the zoom of camera 'back' is below 1; "
                    + "write combined.mixer: dualcam, or zoom by 1 ... 10"
            ])
    }
}
