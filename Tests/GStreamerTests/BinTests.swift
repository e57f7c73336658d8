import GStreamer
import Testing

/// Elements in bins, linked through ghost pads that nobody else sees.
@Suite struct BinTests {
    @Test func padsOfDifferentBinsAreLinkedAndUnlinked() throws {
        try Library.initialize()
        let pipeline = try MediaPipeline(name: "bins")
        let (first, second) = (try Bin.make("first", owner: 1), try Bin.make("second", owner: 2))
        for bin in [first, second] { try pipeline.add(bin) }
        let (from, to) = (try Element.make("identity", name: "from"), try Element.make("identity", name: "to"))
        try first.add(from)
        try second.add(to)
        let (source, sink) = (try from.pad("src"), try to.pad("sink"))
        for _ in 0..<2 {
            try source.link(to: sink)
            #expect(source.peer?.path == "to.sink" && sink.peer?.path == "from.src")
            #expect(source.isLinked && sink.isLinked)
            #expect(throws: GraphError.self) { try source.link(to: sink) }
            source.unlink(from: sink)
            #expect(source.peer == nil && sink.peer == nil)
            #expect(!source.isLinked && !sink.isLinked)
        }
        first.remove(from)
        #expect(first.isEmpty && !second.isEmpty)
    }
}
