import DualCamRecordings
import Glibc
import Testing

@testable import DualCamSupervisorPolicy
@testable import DualCamCommands
@testable import DualCamProcess

@Suite struct TerminationTests {
    /// All signals are in one test, because they belong to the whole process and stay taken over.
    @Test func signalsArriveAsValuesAndEndNothing() async {
        // With `nohup` the signal would be ignored, and stay so.
        signal(SIGHUP, SIG_DFL)
        var arrivals = TerminationSignal.arrivals().makeAsyncIterator()
        for kind in TerminationSignal.allCases + TerminationSignal.allCases {
            kill(getpid(), kind.rawValue)
            #expect(await arrivals.next() == kind)
        }
    }

    @Test func aReaderThatIsGoneCostsTheTextOnly() {
        TerminationSignal.ignoreBrokenPipes()
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        close(ends[0])
        DescriptorSink(descriptor: ends[1]).write("nobody reads this\n")
        close(ends[1])
    }

    @Test func aReaderThatIsStuckDoesNotHoldUpTheWriter() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let sink = DescriptorSink(descriptor: ends[1])
        sink.write("\(String(repeating: "x", count: 1_000_000))", patience: .milliseconds(1))
        close(ends[1])
        close(ends[0])
    }
}
