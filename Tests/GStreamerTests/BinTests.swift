import GStreamer
import Testing

/// Elements in bins, linked through ghost pads that the code creates itself.
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

    /// A stream through a tee at full speed continues while the tee is linked into another bin repeatedly.
    @Test(.timeLimit(.minutes(10))) func aStreamGoesOnWhileItIsLinked() throws {
        try Library.initialize()
        let pipeline = try MediaPipeline(name: "bins")
        let (first, second) = (try Bin.make("first", owner: 1), try Bin.make("second", owner: 2))
        for bin in [first, second] { try pipeline.add(bin) }
        let (source, tee) = (try Element.make("fakesrc", name: "source"), try Element.make("tee", name: "tee"))
        let (guarding, end) = (
            try Element.make("errorignore", name: "guard"), try Element.make("fakesink", name: "end")
        )
        try tee.set("allow-not-linked", .bool(true))
        try end.set("async", .bool(false))
        for element in [source, tee] { try first.add(element) }
        for element in [guarding, end] { try second.add(element) }
        try source.pad("src").link(to: tee.pad("sink"))
        try guarding.pad("src").link(to: end.pad("sink"))
        try pipeline.setState(.playing)
        defer { pipeline.stop() }
        for number in 1...300 {
            let (branch, sink) = (try tee.requestPad("src_%u"), try guarding.pad("sink"))
            try branch.link(to: sink)
            let isUnlinked = Promise<Void>()
            branch.whenIdle {
                branch.unlink(from: sink)
                isUnlinked.keep(())
            }
            try #require(isUnlinked.wait(within: 60) != nil)
            tee.release(branch)
            let goesOn = Promise<Void>()
            let probe = try tee.pad("sink").addProbe(.buffers) { _ in
                goesOn.keep(())
                return .pass
            }
            try #require(goesOn.wait(within: 60) != nil, "nothing flows after \(number) links")
            try tee.pad("sink").remove(probe)
        }
    }
}
