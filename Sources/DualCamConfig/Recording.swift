/// The `recording` section.
package struct Recording: Sendable, Equatable {
    /// `directory`, with `~` and variables already resolved.
    package var directory = "~/Videos/DualCam"
    /// `fallback`: where outputs go on after a failure of the disk, with `~` and variables already resolved; `nil`: off.
    package var fallback: String?
    /// `group`: the group that may read what is recorded; `nil`: off.
    package var group: String?
    /// `outputs`; `nil`: every camera and the combined picture.
    package var outputs: [OutputName]?
    /// `name`: the file name's template with `{date} {time} {output} {session} {segment} {host}`.
    package var name = "DualCam_{date}_{time}_{output}"
    package var container = Container.mov
    /// `sound`: how several microphones are recorded.
    package var sound = SoundTracks.tracks
    /// `segment`; `nil`: off.
    package var segment: Duration? = .seconds(600)
    /// `max-loss`; `nil`: off.
    package var maxLoss: Duration? = .seconds(1)
    /// `duration`; `nil`: off.
    package var duration: Duration?
    /// `until`: the next such time of day ends the recording; `nil`: off.
    package var until: TimeOfDay?
    /// `delay`: recording begins this long after the devices run; `nil`: off.
    package var delay: Duration?
    /// `pre-roll`: with `serve` a take begins this long before it is asked for; `nil`: off.
    package var preRoll: Duration?
    package var missingCamera = MissingInput.fail
    package var missingMicrophone = MissingInput.fail

    package static let durations = Duration.milliseconds(1)...Duration.seconds(86_400 * 36_500)
    package static let delays = Duration.milliseconds(100)...Duration.seconds(86_400)
    package static let preRolls = Duration.seconds(1)...Duration.seconds(600)

    package init() {}
}

package enum Container: String, Sendable, Hashable, CaseIterable, Encodable { case mov, mp4, mkv }

/// The tracks of several microphones; for a single one both are the same.
package enum SoundTracks: String, Sendable, Hashable, CaseIterable {
    /// Each is a track of its own in every file.
    case tracks
    /// All are heard in one track.
    case mix
}

/// The reaction to a camera or a microphone that is not there when the recording starts.
package enum MissingInput: String, Sendable, Hashable, CaseIterable { case fail, wait, `continue` }

/// The `storage` section.
package struct Storage: Sendable, Equatable {
    package var keepFree = ByteCount(bytes: 1_000_000_000)
    package var warnAt = Self.usualWarnings
    package var whenFull = WhenFull.stop
    package var retain = Retention.off
    /// `delete-only`: the sessions that `whenFull` and `retain` may delete.
    package var deleteOnly = Deletable.finished

    /// The default of `warn-at`.
    package static let usualWarnings = [
        ByteCount(bytes: 10_000_000_000), ByteCount(bytes: 5_000_000_000), ByteCount(bytes: 1_000_000_000),
    ]
}

package enum WhenFull: String, Sendable, Hashable, CaseIterable {
    case stop
    case deleteOldest = "delete-oldest"
    case dropCombined = "drop-combined"
}

/// The sessions that may be deleted.
package enum Deletable: String, Sendable, Hashable, CaseIterable {
    /// All that are finished; those that are backed up first.
    case finished
    /// Sessions of which every file is backed up.
    case backedUp = "backed-up"
}

package enum Retention: Sendable, Hashable {
    case off
    case age(Duration)
    case size(ByteCount)
}

/// The `budget` section.
package struct Budget: Sendable, Equatable {
    /// Share of what the machine can do, 0.1 ... 1.
    package var limit = 0.9
    package var enforce = true
    package var shed: [ShedStep] = [.preset, .preview, .combinedRate, .combinedPreset, .combined, .isolatedRate]

    package init() {}
}

package enum ShedStep: String, Sendable, Hashable, CaseIterable {
    /// Every encoder works at its fastest preset: worse pictures at the same bitrate, before any frame is left out.
    case preset
    case preview
    case combinedRate = "combined-rate"
    case combinedPreset = "combined-preset"
    case combined
    case isolatedRate = "isolated-rate"
}

/// The `thermal` section; each threshold above the one before it.
package struct Thermal: Sendable, Equatable {
    package var fair = Temperature(celsius: 70)
    package var serious = Temperature(celsius: 80)
    package var critical = Temperature(celsius: 90)
    package var shutdown = Temperature(celsius: 100)
    /// `zones`: the sensors that count, by name; `nil` (`auto`): the processor's.
    package var zones: [String]?

    package init() {}
}

/// The `battery` section, while the machine runs on it; `stop` is below `warn`.
package struct BatteryLimits: Sendable, Equatable {
    /// `warn`: a charge below this is told; `nil`: off.
    package var warn: Share? = .percent(20)
    /// `stop`: a charge below this ends the recording; `nil`: off.
    package var stop: Share? = .percent(5)

    package init() {}
}

/// The `machine` section: where facts about this machine are read.
package struct Machine: Sendable, Equatable {
    package var sysfs = "/sys"
    package var proc = "/proc"
}

/// The `supervision` section: what `run` does with the process that records.
package struct Supervision: Sendable, Equatable {
    /// `hang`: a process that should write and writes nothing for this long is replaced; 1 s ... 1 h.
    package var hang = Duration.seconds(5)
    /// `memory`: a process that holds more than this is replaced; `nil` (`auto`): half of the machine's memory.
    package var memory: ByteCount?
    /// `metrics`: the file that takes the figures for Prometheus; `nil`: off.
    package var metrics: String?
}
