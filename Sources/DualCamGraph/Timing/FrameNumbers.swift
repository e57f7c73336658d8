internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// The numbers that a camera's driver gives its pictures, seen where they leave the source; any thread.
///
/// Decoders and encoders forget the numbers and keep the times: a picture is found again by its running time.
final class FrameNumbers: Sendable {
    private struct State {
        var newest = Backlog<Numbered>(limit: FrameNumbers.limit)
        var meter: CadenceMeter
        /// The number of the first picture, and by how much those behind it are too high.
        var first: Int64?
        var shift: Int64?

        /// v4l2src invents the number of the first picture and takes the driver's from the second one on (gst_v4l2src_create in
        /// gstv4l2src.c, 1.22), which may count from 1: the second is taken to follow the first.
        mutating func adjusted(_ number: Int64) -> Int64 {
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

    /// More pictures do not wait between a source and its encoder: a second's, or a hundred megabytes of them.
    private static let limit = 4096

    private let state: Mutex<State>
    /// Is told of each cadence, on the source's streaming thread.
    private let onCadence: @Sendable (CadenceMeter.Cadence) -> Void

    /// - Parameter frame: the length of a picture at the camera's own rate, in nanoseconds.
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

    /// Takes in a picture's number and its running time in nanoseconds.
    func see(_ number: Int64, at time: Int64) {
        let cadence = state.withLock { state in
            let number = state.adjusted(number)
            state.newest.append(Numbered(time: time, number: number))
            return state.meter.see(number, at: time)
        }
        if let cadence { onCadence(cadence) }
    }

    /// Takes in the number of a picture that is left out before it is seen here; returns it as `number` would.
    func passOver(_ number: UInt64) -> Int64 { state.withLock { $0.adjusted(Int64(clamping: number)) } }

    /// Returns the number of the picture at this running time (nanoseconds); `nil` where none was seen.
    func number(at time: Int64) -> Int64? { state.withLock { $0.newest.element(at: time)?.number } }
}

/// An element of a `Backlog`; its time is in nanoseconds.
protocol Timed: Sendable { var time: Int64 { get } }

/// The newest elements of those that come in the order of time, so many at most.
struct Backlog<Element: Timed>: Sendable {
    private let limit: Int
    private var elements: [Element] = []
    /// The index of the oldest element that is kept.
    private var first = 0

    init(limit: Int) { self.limit = limit }

    /// Appends the newest; drops all that are not earlier, as time goes on only.
    mutating func append(_ element: Element) {
        while elements.count > first, let last = elements.last, last.time >= element.time { elements.removeLast() }
        elements.append(element)
        if elements.count - first > limit { first += 1 }
        guard first > limit else { return }
        elements.removeFirst(first)
        first = 0
    }

    mutating func removeAll() { (elements, first) = ([], 0) }

    /// Returns the element of this time, to a microsecond.
    func element(at time: Int64) -> Element? {
        var (low, high) = (first, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].time < time - Self.slack { low = middle + 1 } else { high = middle }
        }
        guard low < elements.count, elements[low].time <= time + Self.slack else { return nil }
        return elements[low]
    }

    private static var slack: Int64 { 1000 }
}
