import DualCamSession

/// The number of cores that a recording keeps busy while all of it is recorded and nothing disturbs it.
struct SteadyWork: Sendable, Equatable {
    /// The first moments are none of a steady recording: an encoder looks for its bitrate for two seconds.
    static let settling = Duration.seconds(3)
    /// Less than this says nothing.
    static let least = Duration.seconds(5)
    /// So much is enough for a forecast: two intervals of key frames at least.
    static let enough = Duration.seconds(8)

    private var begin: Duration?
    private var last: (cpu: Double, at: Duration)?
    private(set) var seconds = 0.0
    private var busy = 0.0

    static func == (left: SteadyWork, right: SteadyWork) -> Bool {
        left.seconds == right.seconds && left.busy == right.busy
    }

    /// Recording begins.
    mutating func begin(at now: Duration) { (begin, last) = (now, nil) }

    /// - Parameters:
    ///   - cpu: seconds of processor time that the process has had so far.
    ///   - isSteady: whether, since the last time, everything was recorded and nothing left out.
    mutating func observe(cpu: Double, isSteady: Bool, at now: Duration) {
        guard let begin, now - begin >= Self.settling, isSteady else { return last = nil }
        if let last, now > last.at {
            seconds += (now - last.at) / .seconds(1)
            busy += cpu - last.cpu
        }
        last = (cpu, now)
    }

    /// Forgets what was seen; what follows is seen in its place.
    mutating func forget() { (seconds, busy) = (0, 0) }

    /// `nil`: it was not seen for long enough.
    var cores: Double? { seconds >= Self.least / .seconds(1) && busy > 0 ? busy / seconds : nil }
}

extension SessionEvent.Status {
    /// Everything is recorded, nothing is away or left out, and nothing is done besides.
    var isSteady: Bool { isFlowing && lost.isEmpty && workload.sheds.isEmpty && previews == 0 }
}
