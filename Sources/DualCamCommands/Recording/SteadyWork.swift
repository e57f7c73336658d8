import DualCamSession

/// The average number of cores that a recording uses, measured while everything is recorded and nothing disturbs it.
struct SteadyWork: Sendable, Equatable {
    /// The time at the start that is not measured: an encoder needs two seconds to find its bitrate.
    static let settling = Duration.seconds(3)
    /// The minimum measured time for a result.
    static let least = Duration.seconds(5)
    /// The measured time that suffices for a forecast: at least two intervals between key frames.
    static let enough = Duration.seconds(8)
    /// The share of the machine that other programs may use without making figures useless.
    static let harmless = 0.1

    private let bearable: Double
    private var begin: Duration?
    private var last: ProcessorReading?
    private(set) var seconds = 0.0
    private var busy = 0.0
    private var others = 0.0

    /// - Parameter bearable: The maximum share of the machine that other programs may use in a measured stretch.
    init(bearable: Double = Self.harmless) { self.bearable = bearable }

    /// Starts measuring when recording begins.
    mutating func begin(at now: Duration) { (begin, last) = (now, nil) }

    /// Adds the stretch since the last reading, unless something disturbed it.
    ///
    /// - Parameters:
    ///   - reading: The reading; `nil` if it failed.
    ///   - isSteady: True when everything was recorded and nothing was shed since the last call.
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

    /// Discards all measurements so far.
    mutating func forget() { (seconds, busy, others) = (0, 0, 0) }

    /// The average number of busy cores; `nil` if the measured time is too short.
    var cores: Double? { seconds >= Self.least / .seconds(1) && busy > 0 ? busy / seconds : nil }

    /// The share of the machine that other programs used during the measured time.
    var disturbance: Double { seconds > 0 ? others / seconds : 0 }
}

extension SessionEvent.Status {
    /// True when everything is recorded, no input is lost, nothing is shed, and no previews run.
    var isSteady: Bool { isFlowing && lost.isEmpty && workload.sheds.isEmpty && previews == 0 }
}
