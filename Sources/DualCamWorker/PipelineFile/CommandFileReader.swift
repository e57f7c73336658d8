import Dispatch
import DualCamDevices
import DualCamSession
import Synchronization

/// Reads files for control commands on separate threads. If a disk hangs, only commands that need a file on this disk
/// are delayed.
enum CommandFileReader {
    /// The time limit for reading a file for a control command.
    static let patience = Duration.seconds(3)
    /// The maximum number of files that are read at the same time, including files on disks that hang.
    private static let most = 4

    private static let queue = DispatchQueue(label: "dualcam.command-files", attributes: .concurrent)
    private static let underWay = Mutex(0)

    /// Performs `work` on a separate thread. Returns an error if it takes longer than `patience`, or if too many
    /// earlier calls are still running.
    static func perform<Value: Sendable>(
        within patience: Duration = patience, _ work: @escaping @Sendable () -> Result<Value, ControlRefusal>
    ) async -> Result<Value, ControlRefusal> {
        let isAdmitted = underWay.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
        guard isAdmitted else { return .failure(.tooMany) }
        return await withCheckedContinuation { continuation in
            let answer = OneShotContinuation(continuation)
            queue.async {
                let result = work()
                underWay.withLock { $0 -= 1 }
                answer.give(result)
            }
            queue.asyncAfter(deadline: .now() + .milliseconds(Int(patience / .milliseconds(1)))) {
                answer.give(.failure(.late))
            }
        }
    }
}

extension ControlRefusal {
    fileprivate static var late: ControlRefusal {
        ControlRefusal(
            .timeout, "The file could not be read within 3 s.",
            advice: "Copy it to a disk that responds, and name it there."
        )
    }

    fileprivate static var tooMany: ControlRefusal {
        ControlRefusal(
            .notNow, "Files from earlier commands are still being read.", advice: "Try again when their disks respond.")
    }
}
