import DualCamSession

/// The number of cores that a recording keeps busy while all of it is recorded and nothing disturbs it.
struct SteadyWork: Sendable, Equatable {
    /// The first moments are none of a steady recording: an encoder looks for its bitrate for two seconds.
    static let settling = Duration.seconds(3)
    /// Less than this says nothing.
    static let least = Duration.seconds(5)
    /// So much is enough for a forecast: two intervals of key frames at least.
    static let enough = Duration.seconds(8)
    /// While other programs keep up to this share of the machine busy, figures are good.
    static let harmless = 0.1

    private let bearable: Double
    private var begin: Duration?
    private var last: ProcessorReading?
    private(set) var seconds = 0.0
    private var busy = 0.0
    private var others = 0.0

    /// - Parameter bearable: the share of the machine up to which other programs do not disturb.
    init(bearable: Double = Self.harmless) { self.bearable = bearable }

    /// Recording begins.
    mutating func begin(at now: Duration) { (begin, last) = (now, nil) }

    /// Counts the time since the last reading, unless something disturbed it.
    ///
    /// - Parameters:
    ///   - reading: `nil` where it could not be read.
    ///   - isSteady: whether, since the last time, everything was recorded and nothing left out.
    mutating func observe(_ reading: ProcessorReading?, isSteady: Bool) {
        guard let begin, let reading, reading.at - begin >= Self.settling, isSteady else { return last = nil }
        if let last, reading.at > last.at {
            let (share, length) = (reading.others(since: last) ?? 0, (reading.at - last.at) / .seconds(1))
            if share <= bearable {
                seconds += length
                busy += reading.own - last.own
                others += share * length
            }
        }
        last = reading
    }

    /// Forgets what was seen; what follows is seen in its place.
    mutating func forget() { (seconds, busy, others) = (0, 0, 0) }

    /// `nil`: it was not seen for long enough.
    var cores: Double? { seconds >= Self.least / .seconds(1) && busy > 0 ? busy / seconds : nil }

    /// The share of the machine that other programs kept busy in what was seen.
    var disturbance: Double { seconds > 0 ? others / seconds : 0 }
}

extension SessionEvent.Status {
    /// Everything is recorded, nothing is away or left out, and nothing is done besides.
    var isSteady: Bool { isFlowing && lost.isEmpty && workload.sheds.isEmpty && previews == 0 }
}
