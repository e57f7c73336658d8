import DualCamConfig
import DualCamDevices
import DualCamProcess

/// Adapts the bandwidth of a copy to the machine's load, which it reads once a second. Used by one thread only.
final class BandwidthGovernor {
    private static let interval = Duration.seconds(1)

    private let begin = ContinuousClock.now
    private var pace: AdaptiveBandwidth
    /// Reads the load that other programs cause; `nil` if the copy ignores other programs.
    private var reader: StrainReader?
    private var next = Duration.zero
    private var copied: (bytes: Int64, at: Duration) = (0, .zero)
    /// The measured speed of the copy in bits per second; `nil` if unknown.
    private var speed: Int?
    private var hasFailed = false
    /// `bytes`: the number of bytes that this process has sent; `due`: the time from which it may send more.
    private var sent: (bytes: Int64, due: Duration) = (0, .zero)
    /// The closure that receives each change of the bandwidth limit. `refusal` is the reason why a change failed; `nil`
    /// if it succeeded.
    var tell: (_ pace: AdaptiveBandwidth, _ refusal: String?) -> Void = { _, _ in }

    /// Creates the bandwidth control of a copy.
    ///
    /// - Parameters:
    ///   - wanted: The maximum bandwidth; `nil` for no limit.
    ///   - proc: The path of the proc file system; `nil` to ignore other programs.
    ///   - folder: A folder on the disk that the copy reads.
    init(_ wanted: Bitrate?, proc: String?, folder: String) {
        (pace, reader) = (AdaptiveBandwidth(wanted), proc.map { StrainReader(proc: $0, folder: folder) })
    }

    var limit: Bitrate? { pace.limit }

    /// Measures the load and the speed, and adapts the limit. Returns false if the last measurement is less than a
    /// second old.
    ///
    /// - Parameter bytes: The number of bytes that the current call has copied so far.
    func look(copied bytes: Int64) -> Bool {
        let now = begin.duration(to: .now)
        guard now >= next else { return false }
        next = now + Self.interval
        if bytes > copied.bytes {
            speed = Int(Double((bytes - copied.bytes) * 8) / ((now - copied.at) / .seconds(1)))
        }
        copied = (bytes, now)
        if let strain = reader?.reading() { pace.observe(strain, speed: speed, at: now) }
        return true
    }

    /// Waits until this process may send more data within the bandwidth limit. Blocks.
    ///
    /// - Parameters:
    ///   - bytes: The number of bytes sent so far. A smaller number than before means that the data is sent again.
    ///   - ended: The flag that ends the wait early.
    func hold(sent bytes: Int64, until ended: TerminationFlag) {
        let before = limit
        if look(copied: bytes), limit != before { tell(pace, nil) }
        defer { sent.bytes = bytes }
        guard let limit, bytes > sent.bytes else { return }
        let seconds = Double((bytes - sent.bytes) * 8) / Double(limit.bitsPerSecond)
        sent.due = max(sent.due, begin.duration(to: .now)) + .seconds(seconds)
        _ = ended.pause(for: sent.due - begin.duration(to: .now))
    }

    /// Reports to `tell` that a new bandwidth limit is in effect or, if `refusal` is given, why it could not be set.
    /// Repeated failures are reported only once.
    func told(_ refusal: String?) {
        guard refusal == nil || !hasFailed else { return }
        hasFailed = refusal != nil
        tell(pace, refusal)
    }
}
