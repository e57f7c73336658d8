import Foundation
import Glibc

/// The processor time of the calling thread: other work of the machine adds nothing to it.
package enum ThreadTime {
    /// Returns the seconds of processor time that `work` takes. `work` stays on its thread.
    package static func spent(_ work: () throws -> Void) rethrows -> Double {
        let begin = seconds
        try work()
        return seconds - begin
    }

    /// The thread's time so far (proc(5), `schedstat`); where the kernel does not count it, that of the whole process.
    private static var seconds: Double {
        let text = (try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)) ?? ""
        let nanoseconds = text.split(separator: " ").first.flatMap { Double($0) }
        return (nanoseconds ?? Double(clock()) * 1000) / 1_000_000_000
    }
}
