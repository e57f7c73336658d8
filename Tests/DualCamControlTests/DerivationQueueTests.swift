import DualCamTestKit
import Testing

@testable import DualCamControl

@Suite struct DerivationQueueTests {
    private let item = DerivationQueue.Item(session: "take", file: "take_back.mov")

    /// A request that arrives while the same file is being made does not make it again.
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
