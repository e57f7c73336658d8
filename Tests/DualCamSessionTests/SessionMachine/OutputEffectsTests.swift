import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamSession

@Suite("Session: outputs")
struct OutputEffectsTests {
    private static func settings(fallback: String? = nil) -> SessionSettings {
        var settings = SessionSettings(outputs: [back, .combined])
        settings.recording.fallback = fallback
        return settings
    }

    private static func observe(
        _ outputs: inout OutputWatch, _ reading: OutputWatch.Reading, _ second: Int, fallback: String? = nil
    ) -> [String] {
        outputs.observe(reading, in: .at(second, .running, settings(fallback: fallback))).words
    }

    @Test(arguments: [
        (nil as String?, false, "restore back", "/r/take"), (nil, true, "restore back", "/r/take"),
        ("/f", false, "restore back", "/r/take"), ("/f", true, "make /f/take for back", "/f/take"),
    ])
    func `an output that fails leaves its file and is tried again`(
        fallback: String?, onDisk: Bool, attempt: String, folder: String
    ) {
        var outputs = OutputWatch(Self.settings(fallback: fallback))
        #expect(
            Self.observe(&outputs, .failed(back, onDisk: onDisk), 20, fallback: fallback) == [
                "leave back", "drop back", #"record output-dropped {"output":"back"}"#,
            ])
        #expect(outputs.isOut(back) && !outputs.isOut(.combined))
        #expect(Self.observe(&outputs, .tick(inputsAreAway: false), 21, fallback: fallback) == [attempt])
        #expect(outputs.folder(of: back, in: .at(21, .running, Self.settings(fallback: fallback))) == folder)
        #expect((outputs.place(of: back) == .own) == (folder == "/r/take"))
        #expect(outputs.opened(back, at: .seconds(22)) == true)
        #expect(outputs.opened(back, at: .seconds(22)) == false, "it has its file")
        #expect(!outputs.isOut(back))
    }

    @Test func `an output rests until nobody wants that any more`() {
        var outputs = OutputWatch(Self.settings())
        #expect(
            Self.observe(&outputs, .shed(.combined, by: .load), 20) == [
                "drop combined", #"record output-dropped {"output":"combined"}"#,
            ])
        #expect(Self.observe(&outputs, .shed(.combined, by: .space), 21) == [])
        #expect(outputs.opened(.combined, at: .seconds(22)) == false, "it rests")
        _ = Self.observe(&outputs, .restore(.combined, by: .load), 23)
        #expect(Self.observe(&outputs, .tick(inputsAreAway: false), 24) == [])
        _ = Self.observe(&outputs, .restore(.combined, by: .load), 25)
        #expect(Self.observe(&outputs, .tick(inputsAreAway: false), 26) == [], "the disk still wants it")
        _ = Self.observe(&outputs, .restore(.combined, by: .space), 27)
        #expect(Self.observe(&outputs, .tick(inputsAreAway: false), 27) == ["leave combined", "restore combined"])
        #expect(outputs.wasShed(.combined) && !outputs.wasShed(back))
    }

    @Test func `a session in which nothing can record ends`() {
        var outputs = OutputWatch(Self.settings())
        for output in [back, .combined] { _ = Self.observe(&outputs, .failed(output, onDisk: false), 20) }
        _ = Self.observe(&outputs, .tick(inputsAreAway: false), 20)
        #expect(Self.observe(&outputs, .tick(inputsAreAway: false), 80) == ["halt failure"])
    }
}
