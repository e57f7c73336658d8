import DualCamConfig
import DualCamSession

/// Decides when the oldest session that is not copied yet is copied, and how fast: pure, so that a table can test it. It remembers
/// nothing that a restart would lose: which sessions are copied, they tell themselves. Its time counts from the supervisor's begin.
struct BackupSchedule: Sendable {
    /// Sessions are looked for again after this long, and as soon as one is finished.
    static let interval = Duration.seconds(600)
    /// The pause after a failure; each failure after it doubles the pause, up to the longest.
    static let firstPause = Duration.seconds(60)
    static let longestPause = Duration.seconds(3600)

    enum Input: Sendable, Equatable {
        /// The section of the pipeline file, at the begin or when that has changed.
        case begin(Backup)
        /// Time has passed; the time of day by the clock on the wall, and whether a session is under way.
        case tick(TimeOfDay, isRecording: Bool)
        /// A session is finished.
        case finished
        case ended(BackupEnding)
        /// Nothing is copied any more.
        case close
    }

    enum Action: Sendable, Equatable {
        /// Copy the oldest session that is not copied yet, besides those that wait after a failure.
        case copy(bandwidth: Bitrate?, besides: [String])
        /// End what is being copied: it is begun anew later.
        case stop
        case tell(BackupNews)
    }

    private struct Failures {
        var count = 0
        var due = Duration.zero
        var reason = ""
    }

    private var settings = Backup()
    /// `nil` before the first tick.
    private var time: TimeOfDay?
    private var isRecording = false
    private var isClosed = false
    /// The limit of what is being copied; `nil`: nothing is.
    private var running: (bandwidth: Bitrate?, isStopped: Bool)?
    /// When sessions are looked for next.
    private var due = Duration.zero
    /// By session; those of the place itself, or of rclone, under an empty name.
    private var failures: [String: Failures] = [:]
    private var actions: [Action] = []

    /// An attempt that failed and is made again.
    struct Trouble: Sendable, Equatable {
        /// The session's folder; `nil`: the place cannot be used.
        var session: String?
        var reason: String
        var due: Duration
    }

    /// The troubles to report, those of the destination first.
    var troubles: [Trouble] {
        failures.sorted { $0.key < $1.key }.map { session, known in
            Trouble(session: session.isEmpty ? nil : session, reason: known.reason, due: known.due)
        }
    }

    /// Finished sessions that are not copied yet, as far as it is known.
    private(set) var waiting: Int?

    mutating func observe(_ input: Input, at now: Duration) -> [Action] {
        actions = []
        switch input {
        case .begin(let settings): begin(settings, now)
        case .tick(let time, let isRecording): (self.time, self.isRecording) = (time, isRecording)
        case .finished: due = min(due, max(now, failures[""]?.due ?? now))
        case .ended(let ending): ended(ending, now)
        case .close: isClosed = true
        }
        act(now)
        return actions
    }

    private mutating func begin(_ settings: Backup, _ now: Duration) {
        guard settings != self.settings else { return }
        (self.settings, failures, due, waiting) = (settings, [:], now, nil)
        stop()
    }

    /// The bandwidth that may be used now; an empty one: as much as there is.
    private var allowed: Bitrate?? {
        guard settings.to != nil, let time, settings.when.holds(at: time), !isClosed else { return nil }
        guard isRecording else { return .some(settings.bandwidth) }
        guard let slow = settings.whileRecording else { return nil }
        return .some(min(slow, settings.bandwidth ?? slow))
    }

    private mutating func act(_ now: Duration) {
        guard let allowed else { return stop() }
        if let running {
            // What goes on slowly after a recording is not begun anew for that.
            if isRecording, running.bandwidth != allowed { stop() }
            return
        }
        guard now >= due else { return }
        running = (allowed, false)
        let besides = failures.filter { !$0.key.isEmpty && $0.value.due > now }.keys.sorted()
        actions.append(.copy(bandwidth: allowed, besides: besides))
    }

    private mutating func stop() {
        guard let running, !running.isStopped else { return }
        self.running?.isStopped = true
        actions.append(.stop)
    }

    private mutating func ended(_ ending: BackupEnding, _ now: Duration) {
        guard let running else { return }
        self.running = nil
        due = now
        switch ending {
        case .nothing:
            let waits = failures.filter { !$0.key.isEmpty && $0.value.due > now }
            waiting = waits.count
            due = min(now + Self.interval, waits.map(\.value.due).min() ?? now + Self.interval)
        case .copied(let session, let left):
            (failures[session], failures[""], waiting) = (nil, nil, left)
            actions.append(.tell(.copied(session: session, left: left)))
        case .failed where running.isStopped: break
        case .failed(let session, let reason): failed(session, reason, now)
        }
    }

    private mutating func failed(_ session: String?, _ reason: String, _ now: Duration) {
        var known = failures[session ?? "", default: Failures()]
        let pause = min(Self.firstPause * (1 << min(known.count, 10)), Self.longestPause)
        let isNews = known.reason != reason
        known = Failures(count: known.count + 1, due: now + pause, reason: reason)
        failures[session ?? ""] = known
        // Another session may fare better, unless it is the place that cannot be used.
        if session == nil { due = known.due }
        if isNews { actions.append(.tell(.failed(session: session, reason: reason, pause: pause))) }
    }
}

/// The end of an attempt to copy a session.
enum BackupEnding: Sendable, Equatable, Codable {
    /// Every session is copied, or waits after a failure.
    case nothing
    /// - left: The sessions that are still to be copied.
    case copied(session: String, left: Int)
    /// - session: `nil` where no session could be copied.
    case failed(session: String?, reason: String)
}

/// The news about copying sessions that people and programs get.
enum BackupNews: Sendable, Equatable {
    case copied(session: String, left: Int)
    /// - pause: The time until the next attempt. A reason that stays the same is told once.
    case failed(session: String?, reason: String, pause: Duration)
}
