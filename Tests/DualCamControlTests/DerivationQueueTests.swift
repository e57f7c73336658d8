import DualCamTestKit
import Testing

@testable import DualCamControl

@Suite struct DerivationQueueTests {
    private let item = DerivationQueue.Item(session: "take", file: "take_back.mov")

    /// Whoever looks for what is being made, and comes to the queue behind that, has nothing made twice.
    @Test func whatIsMadeMeanwhileIsNotMadeAgain() async {
        let derived = Lock(0)
        let looked = AsyncStream.makeStream(of: Void.self)
        let tools = LibraryTools(work: { _, _ in .failed("No.") }, delete: { _ in nil }) { _, _ in
            derived.with { $0 += 1 }
            return .made
        }
        let queue = DerivationQueue(tools) { _ in
            looked.continuation.yield()
            return derived.with { $0 > 0 }
        }
        var looks = looked.stream.makeAsyncIterator()
        for _ in 0..<2 {
            #expect(queue.add(item, isAsked: true))
            await looks.next()
            while queue.isBusy { await Task.yield() }
        }
        #expect(derived.with { $0 } == 1)
    }
}
