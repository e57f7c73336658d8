import Glibc
import Testing

@testable import dualcam

/// Signals belong to the whole process, so these tests take turns.
@Suite(.serialized) struct TerminationTests {
    @Test(arguments: TerminationSignal.allCases)
    func aSignalArrivesAsAValueAndEndsNothing(kind: TerminationSignal) async {
        let signals = await TerminationSignal.arrivals()
        defer { for kind in TerminationSignal.allCases { signal(kind.rawValue, SIG_DFL) } }
        var arrivals = signals.makeAsyncIterator()
        kill(getpid(), kind.rawValue)
        #expect(await arrivals.next() == kind)
        kill(getpid(), kind.rawValue)
        #expect(await arrivals.next() == kind)
    }

    @Test func aReaderThatIsGoneCostsTheTextOnly() {
        TerminationSignal.ignoreBrokenPipes()
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        close(ends[0])
        DescriptorSink(descriptor: ends[1]).write("nobody reads this\n")
        close(ends[1])
    }
}
