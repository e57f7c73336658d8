internal import DualCamPlan
internal import Synchronization

/// Follows a camera's numbered pictures on their way through one output: those that are left out on purpose, those that lie in a pause,
/// and those that come to a file. What is then still missing of the numbers is lost.
struct NumberedFrames: Sendable {
    /// A picture that was recorded, by its recorded time in nanoseconds, and how many before it were left out, or lay in a pause.
    struct Frame: Timed, Equatable {
        var time: Int64
        var number: Int64
        var leftOut: Int
        var paused: Int

        /// Returns how many are missing between an earlier picture and this one.
        func missing(since earlier: Frame) -> Int {
            let steps = Int(clamping: number -| earlier.number) -| 1
            return max(0, steps -| (leftOut - earlier.leftOut) -| (paused - earlier.paused))
        }
    }

    /// Encoders and what is kept before a take hold no more pictures than those of ten minutes at 60 a second.
    private static let limit = 40_000

    private var frames = Backlog<Frame>(limit: limit)
    /// The numbers that were left out and have not been passed by yet.
    private var omitted: [Int64] = []
    private var leftOut = 0
    private var paused = 0
    /// The newest picture before which everything is known, and whether it was cut away.
    private var met: (number: Int64, isCut: Bool)?
    /// The last picture that came to a file.
    private var taken: Frame?

    /// Forgets everything: the camera counts anew.
    mutating func renew() { self = NumberedFrames() }

    /// Another take begins: no file of it follows one that is there.
    mutating func beginTake() { taken = nil }

    /// The picture of this number is left out for load or heat.
    mutating func leaveOut(_ number: Int64) { if omitted.count < Self.limit { omitted.append(number) } }

    /// The picture of this number is not recorded, as it lies before the start or in a pause.
    mutating func cut(_ number: Int64) {
        passBy(number)
        paused = paused +| 1
        met = (number, true)
    }

    /// The picture of this number should have been recorded and is lost.
    mutating func lose(_ number: Int64) {
        passBy(number)
        met = (number, false)
    }

    /// The picture of this number is recorded at this time.
    mutating func pass(_ number: Int64, at time: Int64) {
        passBy(number)
        met = (number, false)
        frames.append(Frame(time: time, number: number, leftOut: leftOut, paused: paused))
    }

    /// Accounts for the numbers before this one. Those that never came behind one that was cut away belong where that was.
    private mutating func passBy(_ number: Int64) {
        let omitted = passOmitted(before: number)
        leftOut = leftOut +| omitted
        guard let met, met.isCut else { return }
        paused = paused +| max(0, Int(clamping: number -| met.number) -| 1 -| omitted)
    }

    private mutating func passOmitted(before number: Int64) -> Int {
        let count = omitted.prefix { $0 < number }.count
        omitted.removeFirst(count)
        return count
    }

    /// A picture has come to a file; returns it, and how many are missing between the last one that did and this one (`nil`: it is the
    /// first). `nil`: it has no number.
    mutating func match(at time: Int64) -> (frame: Frame, before: Int?)? {
        guard let frame = frames.element(at: time) else {
            taken = nil
            return nil
        }
        defer { taken = frame }
        return (frame, taken.map(frame.missing))
    }
}

/// The way of a camera's numbered pictures through one output, told by the probes on it; any thread.
final class FrameAccount: Sendable {
    private struct State {
        var frames = NumberedFrames()
        /// `nil`: its pictures have no numbers.
        var numbers: FrameNumbers?
    }

    private let state = Mutex(State())

    /// The pictures come from a source that was opened just now.
    func follow(_ numbers: FrameNumbers?) {
        state.withLock { state in
            state.numbers = numbers
            state.frames.renew()
        }
    }

    /// As `NumberedFrames.beginTake`.
    func beginTake() { state.withLock { $0.frames.beginTake() } }

    /// The picture with this number of the driver's is left out on purpose, right behind its source.
    func leaveOut(number: UInt64) {
        state.withLock { state in
            if let number = state.numbers?.passOver(number) { state.frames.leaveOut(number) }
        }
    }

    /// The picture at this running time (nanoseconds) is left out on purpose.
    func leaveOut(at time: Int64) { change(at: time) { $0.leaveOut($1) } }

    /// The picture at this running time (nanoseconds) is not recorded.
    func cut(at time: Int64) { change(at: time) { $0.cut($1) } }

    /// The picture at this running time (nanoseconds) should have been recorded and is lost.
    func lose(at time: Int64) { change(at: time) { $0.lose($1) } }

    /// The picture at this running time is recorded at another, both in nanoseconds.
    func pass(at time: Int64, recorded: Int64) { change(at: time) { $0.pass($1, at: recorded) } }

    private func change(at time: Int64, _ body: (inout NumberedFrames, Int64) -> Void) {
        state.withLock { state in
            if let number = state.numbers?.number(at: time) { body(&state.frames, number) }
        }
    }

    /// As `NumberedFrames.take`; the time is the recorded one in nanoseconds.
    func match(at time: Int64) -> (frame: NumberedFrames.Frame, before: Int?)? {
        state.withLock { $0.numbers == nil ? nil : $0.frames.match(at: time) }
    }
}
