internal import GStreamer
internal import Kernel
internal import Synchronization

/// Converts running time to recorded time. Recorded time excludes pauses and includes the time that earlier processes
/// of the session recorded. All times are in nanoseconds. Callable from any thread.
final class RecordedTime: Sendable {
    private let line: RecordingWindow
    private let runningTime: @Sendable () -> Int64?
    /// Returns the total duration, in nanoseconds, that the session's previous processes had recorded by a given Unix
    /// time (also in nanoseconds).
    private let earlier: @Sendable (Int64) -> Int64
    /// The start of this process's recording (`start`), and the total duration that the session's previous processes
    /// had recorded before it (`earlier`).
    private let base = Mutex<(start: Int64, earlier: Int64)?>(nil)

    init(
        _ line: RecordingWindow, runningTime: @escaping @Sendable () -> Int64?,
        earlier: @escaping @Sendable (Int64) -> Int64
    ) {
        (self.line, self.runningTime, self.earlier) = (line, runningTime, earlier)
    }

    /// Returns the clocks for overlays: the pipeline's running time and the recorded time.
    static func clocks(
        of pipeline: MediaPipeline, _ window: RecordingWindow, earlier: @escaping @Sendable (Int64) -> Int64
    ) -> OverlayClocks {
        let runningTime = { @Sendable in pipeline.runningTime.map { Int64(clamping: $0) } }
        let recorded = RecordedTime(window, runningTime: runningTime, earlier: earlier)
        return OverlayClocks(runningTime: runningTime, recorded: { recorded.at($0) })
    }

    /// Returns how long the session has recorded at a running time, both in nanoseconds; 0 before the recording's
    /// start. Excludes pauses, and includes the time that earlier processes of the session recorded.
    func at(_ time: Int64) -> Int64 {
        guard let start = line.start else { return 0 }
        let base = base.withLock { base in
            // A different start belongs to a later recording, in which earlier processes recorded nothing.
            let known = base ?? (start, max(0, earlier(wallClock(at: start))))
            base = known
            return known.start == start ? known.earlier : 0
        }
        return max(0, base + line.recorded(time) - start)
    }

    private func wallClock(at start: Int64) -> Int64 { WallClock.now() - (runningTime() ?? start) + start }
}
