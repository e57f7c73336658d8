package import DualCamConfig

/// Decides when `dualcam serve` copies the oldest session without a backup, and at which bandwidth. Has no side
/// effects, so that tests can be table-driven. A restart of the supervisor loses no information, because each session's
/// folder records its backups. Times count from the supervisor's start.
package struct BackupSchedule: Sendable {
    /// The interval between two searches for sessions without a backup. The end of a session triggers a search too.
    static let interval = Duration.seconds(600)
    /// The pause before a failed copy is tried again. Each further failure doubles the pause, up to `longestPause`.
    static let firstPause = Duration.seconds(60)
    static let longestPause = Duration.seconds(3600)

    /// An input of the schedule: an event of the recording, or the result of an action.
    package enum Input: Sendable, Equatable {
        /// The backup settings of the pipeline file, passed in when the supervisor starts and after each change.
        case begin(Backup)
        /// A tick of the supervisor's clock with the local time of day. `isRecording` is true while a session is being
        /// recorded.
        case tick(TimeOfDay, isRecording: Bool)
        /// The worker has finished a session, which can now be copied.
        case finished
        case ended(BackupEnding)
        /// The supervisor is ending, so no further copy may start.
        case close
    }

    /// An action that the schedule requests.
    package enum Action: Sendable, Equatable {
        /// Copies the oldest session without a backup. `besides` lists the folders of sessions to skip, because a copy
        /// of them failed recently.
        case copy(bandwidth: Bitrate?, besides: [String])
        /// Stops the running copy. The schedule starts the copy again later.
        case stop
        case tell(BackupNews)
    }

    private struct Failures {
        var count = 0
        var due = Duration.zero
        var reason = ""
    }

    private var settings = Backup()
    /// The local time of day; `nil` before the first tick of the clock.
    private var time: TimeOfDay?
    private var isRecording = false
    private var isClosed = false
    /// The running copy: its bandwidth (`nil` for no limit), and whether it has been asked to stop. `nil` if no copy
    /// runs.
    private var running: (bandwidth: Bitrate?, isStopped: Bool)?
    /// The time of the next search for sessions without a backup.
    private var due = Duration.zero
    /// The failures of copies, keyed by the path of the session's folder. Failures of the destination or of rclone have
    /// the empty string as their key.
    private var failures: [String: Failures] = [:]
    private var actions: [Action] = []

    /// A failed copy that will be attempted again.
    package struct Trouble: Sendable, Equatable {
        /// The folder of the session; `nil` if the destination itself cannot be used.
        var session: String?
        var reason: String
        var due: Duration
    }

    /// The failed copies to show to users; failures of the destination itself come first.
    package var troubles: [Trouble] {
        failures.sorted { $0.key < $1.key }.map { session, known in
            Trouble(session: session.isEmpty ? nil : session, reason: known.reason, due: known.due)
        }
    }

    /// The number of finished sessions without a backup; `nil` if unknown.
    package private(set) var waiting: Int?

    package init() {}

    package mutating func observe(_ input: Input, at now: Duration) -> [Action] {
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

    /// The maximum bandwidth of a copy under the current conditions. `nil` means that no copy may run; `.some(nil)`
    /// means that a copy may run without a limit.
    private var allowed: Bitrate?? {
        guard settings.to != nil, let time, settings.when.holds(at: time), !isClosed else { return nil }
        guard isRecording else { return .some(settings.bandwidth) }
        guard let slow = settings.whileRecording else { return nil }
        return .some(min(slow, settings.bandwidth ?? slow))
    }

    private mutating func act(_ now: Duration) {
        guard let allowed else { return stop() }
        if let running {
            // A copy with the bandwidth for recordings is not restarted merely because the recording has ended.
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
        // If only this session failed, another session may succeed. If the destination is unusable, all sessions must
        // wait.
        if session == nil { due = known.due }
        if isNews { actions.append(.tell(.failed(session: session, reason: reason, pause: pause))) }
    }
}

/// The result of an attempt to copy the next session.
package enum BackupEnding: Sendable, Equatable, Codable {
    /// No session was copied, because every session has a backup or is waiting for another attempt after a failure.
    case nothing
    /// A session was copied. `left` is the number of sessions that are still to be copied.
    case copied(session: String, left: Int)
    /// The attempt failed. `session` is the session's folder; `nil` if the failure concerns all sessions.
    case failed(session: String?, reason: String)
}

/// An event about automatic backups, for users and programs.
package enum BackupNews: Sendable, Equatable {
    case copied(session: String, left: Int)
    /// A session could not be copied; if `session` is `nil`, no session can be copied. `pause` is the time until the
    /// next attempt. Repeated failures for the same reason are reported only once.
    case failed(session: String?, reason: String, pause: Duration)
}
