import DualCamConfig
import Testing

/// The differences between two versions of a file.
@Suite struct ChangedFileTests {
    private static let before = """
        name: a
        cameras:
          back: {size: 640x480, rate: 30}
          front: auto
        combined: {layout: pip}
        storage: {warn-at: [10GB, 5GB]}

        """

    @Test(arguments: [
        ("name: a", "name: a # so", []),
        ("name: a", "name: b", ["name"]),
        ("rate: 30", "rate: 15, zoom: 2", ["cameras.back.rate", "cameras.back.zoom"]),
        ("front: auto", "front: test", ["cameras.front.device"]),
        ("combined: {layout: pip}\n", "", ["combined.layout"]),
        ("5GB]", "1GB]", ["storage.warn-at"]),
        ("[10GB, 5GB]", "[10GB]", ["storage.warn-at"]),
    ])
    func namesWhatHasChanged(old: String, new: String, keys: [String]) throws {
        let after = Self.before.replacing(old, with: new)
        #expect(try load(after).written.changedKeys(since: load(Self.before).written) == keys)
    }

    @Test func tellsWhatIsWritten() throws {
        let loaded = try load(Self.before, overrides: ["combined.layout=stacked"])
        #expect(loaded.written.value(of: "combined.layout") == "stacked")
        #expect(loaded.written.value(of: "cameras.back") == nil)
        #expect(loaded.written.value(of: "storage.keep-free") == nil)
    }

    @Test func rememberingCanBeLeft() throws {
        #expect(try load(twoCameras).pipeline.control.remember)
        #expect(try !load(twoCameras + "control: {remember: off}\n").pipeline.control.remember)
        #expect(
            diagnostics(twoCameras + "control: {remember: maybe}\n")
                .contains("control.remember: 'maybe' is neither on nor off"))
    }
}
