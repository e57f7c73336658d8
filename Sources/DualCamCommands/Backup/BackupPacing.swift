import Dispatch
import DualCamConfig
import DualCamGraph

/// Looks once a second how strained the machine is while something is copied, and how fast that may go. Used by one thread.
final class BackupPacing {
    private static let interval = Duration.seconds(1)

    private let begin = ContinuousClock.now
    private var pace: TransferPace
    /// `nil`: nobody is given way to.
    private var reader: StrainReader?
    private var next = Duration.zero
    private var copied: (bytes: Int64, at: Duration) = (0, .zero)
    /// Bits a second; `nil`: not known.
    private var speed: Int?
    private var hasFailed = false
    /// The message to this process itself: when it may send more.
    private var sent: (bytes: Int64, due: Duration) = (0, .zero)
    /// Hears that the limit is another one now, or why it is not.
    var tell: (_ pace: TransferPace, _ refusal: String?) -> Void = { _, _ in }

    /// - Parameters:
    ///   - wanted: `nil`: as fast as it can.
    ///   - proc: where the kernel tells it; `nil`: nobody is given way to.
    ///   - folder: on the disk that is read.
    init(_ wanted: Bitrate?, proc: String?, folder: String) {
        (pace, reader) = (TransferPace(wanted), proc.map { StrainReader(proc: $0, folder: folder) })
    }

    var limit: Bitrate? { pace.limit }

    /// Returns false where it is too early to look.
    ///
    /// - Parameter bytes: what the call has copied.
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

    /// Waits until more may be sent by this process itself. Blocks.
    ///
    /// - Parameter bytes: what has been sent. It may be less than before: then it is sent again.
    func hold(sent bytes: Int64, while goesOn: () -> Bool) {
        let before = limit
        if look(copied: bytes), limit != before { tell(pace, nil) }
        defer { sent.bytes = bytes }
        guard let limit, bytes > sent.bytes else { return }
        let seconds = Double((bytes - sent.bytes) * 8) / Double(limit.bitsPerSecond)
        sent.due = max(sent.due, begin.duration(to: .now)) + .seconds(seconds)
        let never = DispatchSemaphore(value: 0)
        while begin.duration(to: .now) < sent.due, goesOn() {
            let rest = sent.due - begin.duration(to: .now)
            _ = never.wait(timeout: .now() + min(0.1, max(0, rest / .seconds(1))))
        }
    }

    /// The limit has come into force, or not. A refusal is told once.
    func told(_ refusal: String?) {
        guard refusal == nil || !hasFailed else { return }
        hasFailed = refusal != nil
        tell(pace, refusal)
    }
}
