import Dispatch
import Testing

@testable import DualCamProcess

/// The flag by which a signal ends a command.
@Suite struct TerminationFlagTests {
    /// A wait of an hour ends with the signal, also for the next one that waits.
    @Test(.timeLimit(.minutes(10))) func aSignalEndsEveryWait() async {
        let (signals, sending) = AsyncStream<Int32>.makeStream()
        let flag = TerminationFlag(signals)
        #expect(flag.pause(for: .zero) && flag.pause(for: .seconds(-1)))
        let waits = (0..<2).map { number in
            Task.detached {
                await withCheckedContinuation { done in
                    DispatchQueue(label: "wait \(number)").async {
                        done.resume(returning: flag.pause(for: .seconds(3600)))
                    }
                }
            }
        }
        sending.yield(2)
        for wait in waits { #expect(await wait.value == false) }
        #expect(flag.hasCome && !flag.pause(for: .seconds(3600)))
        flag.stop()
    }
}
