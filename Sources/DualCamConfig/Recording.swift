/// The `recording` section.
package struct Recording: Sendable, Equatable {
    /// The value of `directory`, with `~` and variables resolved.
    package var directory = "~/Videos/DualCam"
    /// The value of `fallback`: the folder where outputs continue after a disk failure, with `~` and variables
    /// resolved; `nil`: off.
    package var fallback: String?
    /// The value of `group`: the group that may read the recording; `nil`: off.
    package var group: String?
    /// The value of `outputs`; `nil`: every camera and the combined picture.
    package var outputs: [OutputName]?
    /// The value of `name`: the template of file names with `{date} {time} {output} {session} {segment} {host}`.
    package var name = "DualCam_{date}_{time}_{output}"
    package var container = Container.mov
    /// The value of `sound`: the way in which several microphones are recorded.
    package var sound = SoundTracks.tracks
    /// The value of `segment`; `nil`: off.
    package var segment: Duration? = .seconds(600)
    /// The value of `max-loss`; `nil`: off.
    package var maxLoss: Duration? = .seconds(1)
    /// The value of `duration`; `nil`: off.
    package var duration: Duration?
    /// The value of `until`: the next such time of day ends the recording; `nil`: off.
    package var until: TimeOfDay?
    /// The value of `delay`: the time from the start of the devices to the start of recording; `nil`: off.
    package var delay: Duration?
    /// The value of `pre-roll`: with `serve`, a take begins this long before its start command; `nil`: off.
    package var preRoll: Duration?
    package var missingCamera = MissingInput.fail
    package var missingMicrophone = MissingInput.fail

    package static let durations = Duration.milliseconds(1)...Duration.seconds(86_400 * 36_500)
    package static let delays = Duration.milliseconds(100)...Duration.seconds(86_400)
    package static let preRolls = Duration.seconds(1)...Duration.seconds(600)

    package init() {}
}

package enum Container: String, Sendable, Hashable, CaseIterable, Encodable { case mov, mp4, mkv }

/// The sound tracks of several microphones. With a single microphone both values mean the same.
package enum SoundTracks: String, Sendable, Hashable, CaseIterable {
    /// Each microphone has a track of its own in every file.
    case tracks
    /// All microphones are mixed into one track.
    case mix
}

/// The reaction to a camera or a microphone that is missing when the recording starts.
package enum MissingInput: String, Sendable, Hashable, CaseIterable { case fail, wait, `continue` }

/// The `storage` section.
package struct Storage: Sendable, Equatable {
    package var keepFree = ByteCount(bytes: 1_000_000_000)
    package var warnAt = Self.usualWarnings
    package var whenFull = WhenFull.stop
    package var retain = Retention.off
    /// The value of `delete-only`: the sessions that `whenFull` and `retain` may delete.
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
    /// All finished sessions; backed-up ones are deleted first.
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
    /// The share of the machine's capacity, 0.1 ... 1.
    package var limit = 0.9
    package var enforce = true
    package var shed: [ShedStep] = [.preset, .preview, .combinedRate, .combinedPreset, .combined, .isolatedRate]

    package init() {}
}

package enum ShedStep: String, Sendable, Hashable, CaseIterable {
    /// All encoders work at their fastest preset: worse pictures at the same bitrate, before any frame is left out.
    case preset
    case preview
    case combinedRate = "combined-rate"
    case combinedPreset = "combined-preset"
    case combined
    case isolatedRate = "isolated-rate"
}

/// The `thermal` section; each threshold is above the one before it.
package struct Thermal: Sendable, Equatable {
    package var fair = Temperature(celsius: 70)
    package var serious = Temperature(celsius: 80)
    package var critical = Temperature(celsius: 90)
    package var shutdown = Temperature(celsius: 100)
    /// The value of `zones`: the names of the relevant sensors; `nil` (`auto`): the processor's.
    package var zones: [String]?

    package init() {}
}

/// The `battery` section, which applies while the machine runs on battery power; `stop` is below `warn`.
package struct BatteryLimits: Sendable, Equatable {
    /// The value of `warn`: a charge below this causes a warning; `nil`: off.
    package var warn: Share? = .percent(20)
    /// The value of `stop`: a charge below this ends the recording; `nil`: off.
    package var stop: Share? = .percent(5)

    package init() {}
}

/// The `machine` section: the folders from which facts about this machine are read.
package struct Machine: Sendable, Equatable {
    package var sysfs = "/sys"
    package var proc = "/proc"
}

/// The `supervision` section: the limits at which `run` replaces the process that records.
package struct Supervision: Sendable, Equatable {
    /// The value of `hang`: a process that should write but writes nothing for this long is replaced; 1 s ... 1 h.
    package var hang = Duration.seconds(5)
    /// The value of `memory`: a process that holds more memory is replaced; `nil` (`auto`): half of the machine's
    /// memory.
    package var memory: ByteCount?
    /// The value of `metrics`: the file that receives the metrics for Prometheus; `nil`: off.
    package var metrics: String?
}
