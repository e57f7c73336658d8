import DualCamRecordings

/// The average number of cores that a recording uses, measured only while frames are recorded and nothing disturbs the
/// recording.
struct SteadyCPUUsage: Sendable, Equatable {
    /// The time after the start of recording that is not measured, because an encoder needs two seconds to reach its
    /// bitrate.
    static let settling = Duration.seconds(3)
    /// The minimum measured time, below which `cores` is `nil`.
    static let least = Duration.seconds(5)
    /// The measured time that is enough to predict the CPU use. It contains at least two intervals between key frames.
    static let enough = Duration.seconds(8)
    /// The default for the maximum fraction of the machine's CPU that other programs may use during a measured interval
    /// (0.1 means 10 %). With more, the measurement would be useless.
    static let harmless = 0.1

    private let bearable: Double
    private var begin: Duration?
    private var last: ProcessorReading?
    private(set) var seconds = 0.0
    private var busy = 0.0
    private var others = 0.0

    /// Creates a measurement of CPU use, which starts when `begin` is called.
    ///
    /// - Parameter bearable: The maximum fraction of the machine's CPU, from 0 to 1, that other programs may use in an
    ///   interval that is measured.
    init(bearable: Double = Self.harmless) { self.bearable = bearable }

    /// Starts the measurement at `now`, the time at which the recording begins.
    mutating func begin(at now: Duration) { (begin, last) = (now, nil) }

    /// Adds the interval since the last reading to the measurement, unless other programs or an event of the recording
    /// disturbed it.
    /// - Parameters:
    ///   - reading: The reading of the CPU times; `nil` if it failed.
    ///   - isSteady: True if frames were recorded and nothing disturbed the recording since the last call.
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

    /// The recording's average number of busy cores; `nil` if the measured time is too short.
    var cores: Double? { seconds >= Self.least / .seconds(1) && busy > 0 ? busy / seconds : nil }

    /// The fraction of the machine's CPU, from 0 to 1, that other programs used during the measured time.
    var disturbance: Double { seconds > 0 ? others / seconds : 0 }
}

extension SessionEvent.Status {
    /// True if frames are being recorded, no input is lost, no quality is reduced because of load, and no previews run.
    var isSteady: Bool { isFlowing && lost.isEmpty && workload.sheds.isEmpty && previews == 0 }
}
