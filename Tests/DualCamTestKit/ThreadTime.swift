import Foundation
import Glibc

/// Measures the CPU time of the calling thread, which other work on the machine does not change.
package enum ThreadTime {
    /// Returns the CPU time that `work` takes, in seconds. `work` has to stay on its thread.
    package static func spent(_ work: () throws -> Void) rethrows -> Double {
        let begin = seconds
        try work()
        return seconds - begin
    }

    /// The CPU time of the thread so far, in seconds (proc(5), `schedstat`). If the kernel does not count it, that of
    /// the whole process.
    private static var seconds: Double {
        let text = (try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)) ?? ""
        let nanoseconds = text.split(separator: " ").first.flatMap { Double($0) }
        return (nanoseconds ?? Double(clock()) * 1000) / 1_000_000_000
    }
}
