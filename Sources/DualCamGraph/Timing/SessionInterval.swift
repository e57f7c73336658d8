/// The interval of running time that a session records, found out from the streams themselves.
///
/// It begins on the first instant at which every deciding stream delivers and nothing of any stream has been passed over, and
/// ends where the session says. All times are nanoseconds of running time.
struct SessionInterval: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        /// Before the interval.
        case early
        case inside
        /// The stream has reached the end of the interval.
        case late
    }

    /// Encoders' delays move sound earlier by up to 34 ms; nothing may fall before running time 0.
    static let earliestStart: Int64 = 40_000_000

    private var awaited: Set<Int>
    private var passedOver = Self.earliestStart
    private var latestRecorded: Int64 = 0
    private(set) var start: Int64?
    private(set) var stop: Int64?
    /// Between two takes: everything is early, whatever delivers.
    private var isHeld = false

    /// `deciding`: the streams that all must deliver before the interval begins.
    init(deciding: Set<Int>) { awaited = deciding }

    /// The start no longer waits for a stream whose input has gone.
    mutating func forget(stream: Int) { awaited.remove(stream) }

    var awaitedStreams: Set<Int> { awaited }

    /// Forgets the interval; none begins before `begin`.
    mutating func hold() {
        (start, stop, latestRecorded) = (nil, nil, 0)
        (awaited, isHeld) = ([], true)
    }

    /// The next interval begins once all of `deciding` have delivered from now on.
    mutating func begin(deciding: Set<Int>) { (awaited, isHeld) = (deciding, false) }

    /// A buffer at `time` that lasts `duration`. Sound is kept from the buffer that contains the start, pictures from the first
    /// one at or after it.
    mutating func observe(stream: Int, time: Int64, duration: Int64, isAudio: Bool) -> Verdict {
        awaited.remove(stream)
        if start == nil, awaited.isEmpty, !isHeld { start = max(passedOver, time) }
        guard let start else {
            passedOver = max(passedOver, isAudio ? time + duration : time + 1)
            return .early
        }
        if let stop, time >= stop { return .late }
        guard isAudio ? time + duration > start : time >= start else { return .early }
        latestRecorded = max(latestRecorded, time)
        return .inside
    }

    func contains(_ time: Int64) -> Bool {
        guard let start else { return false }
        return time >= start && time < stop ?? .max
    }

    /// Ends the interval at `time`, but not before anything that was recorded already. A later end than the one already set
    /// changes nothing.
    mutating func end(at time: Int64) -> Int64 {
        let end = min(stop ?? .max, max(time, latestRecorded + 1))
        stop = end
        return end
    }
}
