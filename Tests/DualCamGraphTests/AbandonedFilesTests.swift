import Testing

@testable import DualCamGraph

@Suite struct AbandonedFilesTests {
    /// A muxer's complaint that comes long after its sink's is of the failure that is known: it was told in its place, without the reason.
    @Test func whatIsSaidOfAFileThatWasGivenUpIsKnown() {
        var files = AbandonedFiles()
        #expect(!files.holds("mux.0"))
        files.add(["mux.0", "sink.0"])
        // Given up when it fails, and once more when its elements are taken out.
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
