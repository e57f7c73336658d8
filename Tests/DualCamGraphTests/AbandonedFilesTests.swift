import Testing

@testable import DualCamGraph

@Suite struct AbandonedFilesTests {
    /// A muxer's error that arrives long after its sink's error belongs to the same, known failure. Previously, it was
    /// reported as a new failure without a reason.
    @Test func whatIsSaidOfAFileThatWasGivenUpIsKnown() {
        var files = AbandonedFiles()
        #expect(!files.holds("mux.0"))
        files.add(["mux.0", "sink.0"])
        // Called twice: when the file is given up, and again when its elements are removed.
        files.add(["mux.0", "sink.0"])
        #expect(files.holds("mux.0") && files.holds("sink.0"))
        #expect(!files.holds("mux.1"), "The file that comes in its place may fail, too.")
    }

    @Test func onlyTheLastAreKnown() {
        var files = AbandonedFiles()
        for number in 0...AbandonedFiles.limit { files.add(["sink.\(number)"]) }
        #expect(!files.holds("sink.0"))
        #expect(files.holds("sink.1") && files.holds("sink.\(AbandonedFiles.limit)"))
    }
}
