import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The clocks of a session. Converts times, and detects changes of the wall clock and the drift of sound cards.
struct SessionClocks: Sendable {
    var timeline: Timeline
    private var wall = ClockWatch()
    /// Decides whether the wall clock can be trusted to delete sessions by their age.
    private var trust = ClockTrust()
    /// The clock drift of each microphone's sound card.
    private var drift: [InputName: DriftLog] = [:]
    /// The microphones whose clocks drift by more than dualcam can correct and about which a warning was given.
    private var warned: Set<InputName> = []
    /// Converts Unix nanoseconds to the local time used in file names.
    private let calendar: @Sendable (Int64) -> WallTime

    /// Creates the clocks.
    ///
    /// - Parameter wallStart: The Unix time, in nanoseconds, at the beginning of the session or of this part.
    init(wallStart: Int64, calendar: @escaping @Sendable (Int64) -> WallTime) {
        (timeline, self.calendar) = (Timeline(wallStart: wallStart), calendar)
    }

    /// Begins the recording: forgets earlier changes of the wall clock.
    mutating func beginRecording() { (wall, warned) = (ClockWatch(), []) }

    /// The total by which the wall clock was set since recording began; negative if it was set back.
    var leapt: Duration { wall.leapt }

    /// True if the clocks have been read at least once. Until then, it is unknown whether the wall clock can be
    /// trusted.
    var isKnown: Bool { trust.isKnown }

    /// Updates the decision whether the wall clock can be trusted, from a reading of the clocks. Readings are needed
    /// even while nothing is recorded.
    mutating func note(_ reading: ClockReading) { trust.observe(reading) }

    /// Returns a warning if the wall clock cannot be trusted to decide which sessions are old; `nil` if it can. The
    /// result is empty if the same warning was given before.
    mutating func doubt() -> [SessionEffect]? {
        trust.judge().map { doubt, isNews in isNews ? [.warn(.clock, doubt.message)] : [] }
    }

    /// Returns the local time for a Unix time in nanoseconds, as used in names. The time is converted as it is, even if
    /// the wall clock has been set since the recording began.
    func date(_ unixNanoseconds: Int64) -> WallTime { calendar(unixNanoseconds) }

    /// Returns the local time for the name of a file that begins at `running`.
    func date(of running: RunningTime, at now: Duration) -> WallTime {
        calendar(
            (RunningTime(nanoseconds: timeline.wall(of: running, at: now))
                + (planted(.nameFollowsLeap) ? .zero : wall.shift)).nanoseconds)
    }

    /// Compares a reading of the clocks with the previous ones. Reports if the wall clock was set, the machine slept,
    /// or the process was frozen.
    ///
    /// - Parameter now: The time of the reading, relative to the beginning of the session.
    mutating func observe(_ reading: ClockReading, at now: Duration) -> [SessionEffect] {
        wall.observe(reading).flatMap { finding -> [SessionEffect] in
            switch finding {
            case .jumped(let by):
                let direction = by < .zero ? "back" : "forward"
                let length = Wording.length(max(by, .zero - by))
                return [
                    .record(.clockJumped, .of(["by": by])),
                    Self.event("The system's clock was set \(direction) by \(length)."),
                ]
            case .suspended(let length):
                return [
                    .record(.suspended, .of(["seconds": length])),
                    Self.event("The machine slept for \(Wording.length(length))."),
                ]
            case .state(let isSynchronised):
                let uptime = Duration.nanoseconds(reading.boottime)
                return [
                    .record(
                        .clockState,
                        .of(["synchronised": isSynchronised, "boot": reading.boot, "uptime": uptime]))
                ]
            case .frozen(let length): return gap(of: length, before: now)
            }
        }
    }

    private func gap(of length: Duration, before now: Duration) -> [SessionEffect] {
        guard let end = timeline.running(at: now) else { return [] }
        let start = planted(.freezeWithoutLength) ? end : end + (.zero - length)
        let times = [start, end].map { WallTime.iso8601(timeline.wall(of: $0, at: now)) }
        let message =
            "Nothing ran for \(Wording.length(length)): this machine, or dualcam, was stopped. Frames of that time are lost unless the camera kept them."
        return [
            .record(
                .gap,
                .of([
                    "from": times[0], "to": times[1], "seconds": length, "reason": SessionHistory.Gap.frozen,
                    "at": start, "until": end,
                ])), Self.event(message),
        ]
    }

    private static func event(_ message: String) -> SessionEffect {
        .emit(.warning(.clock, branch: nil, message: message))
    }

    /// Stores the measured drift of the sound cards' clocks relative to the pipeline's clock. Writes the drift to the
    /// ledger every ten minutes, and warns if it is too large to correct.
    mutating func observe(_ sounds: [GraphStatistics.Sound], at now: Duration) -> [SessionEffect] {
        let entries = sounds.compactMap { drift[$0.microphone, default: DriftLog()].observe($0, at: now) }
        return entries.map(Self.entry) + sounds.flatMap { warn(of: $0) }
    }

    /// Warns, once per take, about a microphone whose clock drifts by more than dualcam can correct. Also writes the
    /// drift to the ledger.
    private mutating func warn(of sound: GraphStatistics.Sound) -> [SessionEffect] {
        guard sound.isBeyondCorrection, let drift = sound.drift, warned.insert(sound.microphone).inserted else {
            return []
        }
        let limit = Int((GraphStatistics.Sound.largestCorrection * 1e6).rounded())
        let message =
            "The clock of \(sound.microphone.noun) is \(Int((abs(drift) * 1e6).rounded())) ppm \(drift > 0 ? "slow" : "fast"), "
            + "and no more than \(limit) ppm are made up for: its sound jumps by up to 30 ms now and then. Connect it in "
            + "another way, or take another microphone."
        return [Self.entry(sound), .warn(.microphoneClock, branch: .source(sound.microphone), message)]
    }

    /// The ledger entries with the final clock drift of each microphone.
    var finalDrift: [SessionEffect] {
        (planted(.finalDriftForgotten) ? [] : drift.values.compactMap(\.sound)).sorted {
            $0.microphone.rawValue < $1.microphone.rawValue
        }.map(Self.entry)
    }

    private static func entry(_ sound: GraphStatistics.Sound) -> SessionEffect {
        .record(
            .drift,
            sound.microphone.member
                + .known(["parts-per-million": sound.thousandthsPerMillion.map(JSONValue.thousandths)])
                + .of(["added": sound.added, "removed": sound.removed, "samples": sound.samples]))
    }
}
