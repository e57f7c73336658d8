internal import DualCamPlan
internal import DualCamTiming
internal import GStreamer
internal import Synchronization

/// Records the numbers that a camera's driver gives its pictures, at the source element's pad. Callable from any
/// thread.
///
/// Decoders and encoders discard the numbers but keep the times, so a picture's number is looked up by its running
/// time.
final class FrameNumbers: Sendable {
    private struct State {
        var newest = Backlog<Numbered>(limit: FrameNumbers.limit)
        var meter: CadenceMeter
        /// The number of the source's first picture; `nil` before it has arrived.
        var first: Int64?
        /// The offset that is subtracted from the numbers of all pictures after the first; `nil` until it is known.
        var shift: Int64?
        var wrapped = WrappedNumber()

        /// Returns the corrected number of a picture. v4l2src invents the first picture's number and uses the driver's
        /// numbers from the second picture on, which may start at 1 (gst_v4l2src_create in gstv4l2src.c, 1.22). The
        /// second picture therefore gets the number that follows the first one's.
        mutating func adjusted(_ told: Int64) -> Int64 {
            let number = wrapped.unwrap(told)
            guard let first else {
                first = number
                return number
            }
            let shift = shift ?? number -| first -| 1
            self.shift = shift
            return number -| shift
        }
    }

    /// A picture's number and its running time in nanoseconds.
    private struct Numbered: Timed {
        var time: Int64
        var number: Int64
    }

    /// The maximum number of pictures to remember. It exceeds the number of pictures between a source and its encoder
    /// (one second, or a hundred megabytes).
    private static let limit = 4096

    private let state: Mutex<State>
    /// The closure that is called with each newly measured time between the camera's pictures, on the source's
    /// streaming thread.
    private let onCadence: @Sendable (CadenceMeter.Cadence) -> Void

    /// Creates an empty record of a camera's frame numbers.
    ///
    /// - Parameters:
    ///   - frame: The duration of a frame at the camera's declared rate, in nanoseconds.
    ///   - onCadence: Called when the measured frame rate of the camera has changed.
    init(frame: Int64, onCadence: @escaping @Sendable (CadenceMeter.Cadence) -> Void) {
        state = Mutex(State(meter: CadenceMeter(frame: frame)))
        self.onCadence = onCadence
    }

    func install(on pad: Pad) {
        pad.addProbe(.buffers) { [self] info in
            if let time = info.runningTime, let number = info.offset { see(Int64(clamping: number), at: time) }
            return .pass
        }
    }

    /// Registers a picture's number and its running time in nanoseconds.
    func see(_ number: Int64, at time: Int64) {
        let cadence = state.withLock { state in
            let number = state.adjusted(number)
            state.newest.append(Numbered(time: time, number: number))
            return state.meter.see(number, at: time)
        }
        if let cadence { onCadence(cadence) }
    }

    /// Returns the number of a picture that is dropped before it reaches this object's probe, corrected like the
    /// numbers of the pictures that reach it.
    func passOver(_ number: UInt64) -> Int64 { state.withLock { $0.adjusted(Int64(clamping: number)) } }

    /// Returns the driver's number of the picture at this running time (nanoseconds); `nil` if the picture has not
    /// passed the probe.
    func number(at time: Int64) -> Int64? { state.withLock { $0.newest.element(at: time)?.number } }
}

/// A 32-bit counter that starts again from 0 after its maximum, like V4L2's sequence numbers (`v4l2_buffer.sequence`).
///
/// When the counter starts again, v4l2src of GStreamer 1.22 repeats the last number and then counts by itself, because
/// it replaces a number that is not above the last one (gst_v4l2src_create). Lost pictures are not detected after that.
struct WrappedNumber: Sendable, Equatable {
    private static let turn: Int64 = 1 << 32

    private var newest: Int64?
    /// The offset that is currently added to the source's numbers.
    private var turns: Int64 = 0

    /// Converts a number of the source to a number that keeps increasing, even when the source's numbers start again
    /// from 0.
    mutating func unwrap(_ told: Int64) -> Int64 {
        var number = told +| turns
        if let newest {
            // Chooses the value nearest to the newest number: a slightly late picture belongs before the restart.
            if number < newest -| Self.turn / 2, newest -| turns < Self.turn {
                (turns, number) = (turns +| Self.turn, number +| Self.turn)
            } else if number > newest +| Self.turn / 2, turns > 0 {
                number = number -| Self.turn
            }
        }
        newest = max(newest ?? number, number)
        return number
    }
}
