internal import DualCamPlan
internal import DualCamTiming
internal import DualCamTiming
internal import Synchronization

/// A thread-safe record of the numbered pictures of a camera that reach one output's files. Probes update it.
final class FrameAccount: Sendable {
    private struct State {
        var frames = NumberedFrames()
        /// The frame numbers assigned by the camera's driver; `nil` if the source does not number its frames.
        var numbers: FrameNumbers?
    }

    private let state = Mutex(State())

    /// Starts to use the picture numbers of a newly opened source; `nil` for a source without numbers.
    func follow(_ numbers: FrameNumbers?) {
        state.withLock { state in
            state.numbers = numbers
            state.frames.renew()
        }
    }

    /// Begins another take. Pictures lost between the last file of the previous take and the next file are not counted.
    func beginTake() { state.withLock { $0.frames.beginTake() } }

    /// Registers that a picture is dropped on purpose directly after its source element. `number` is the number that
    /// the camera's driver gave it.
    func leaveOut(number: UInt64) {
        state.withLock { state in
            if let number = state.numbers?.passOver(number) { state.frames.leaveOut(number) }
        }
    }

    /// Registers that the picture at this running time (nanoseconds) is dropped on purpose.
    func leaveOut(at time: Int64) { change(at: time) { $0.leaveOut($1) } }

    /// Registers that the picture at this running time (nanoseconds) is not recorded, as it lies outside the recording.
    func cut(at time: Int64) { change(at: time) { $0.cut($1) } }

    /// Registers that the picture at this running time (nanoseconds) should have been recorded and is lost.
    func lose(at time: Int64) { change(at: time) { $0.lose($1) } }

    /// Registers that the picture at the running time `time` is recorded. `recorded` is its time without pauses. Both
    /// are in nanoseconds.
    func pass(at time: Int64, recorded: Int64) { change(at: time) { $0.pass($1, at: recorded) } }

    private func change(at time: Int64, _ body: (inout NumberedFrames, Int64) -> Void) {
        state.withLock { state in
            if let number = state.numbers?.number(at: time) { body(&state.frames, number) }
        }
    }

    /// Registers that the picture at `time`, in nanoseconds of recorded time (running time without pauses), has reached
    /// a file. Returns the picture's record, and in `before` the number of pictures lost since the previous picture in
    /// a file (`nil` for the first one). Returns `nil` if the picture or the source has no numbers.
    func match(at time: Int64) -> (frame: NumberedFrames.Frame, before: Int?)? {
        state.withLock { $0.numbers == nil ? nil : $0.frames.match(at: time) }
    }
}
