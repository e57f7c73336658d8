/// The settings of the section `recording` in a pipeline file.
package struct Recording: Sendable, Equatable {
    /// The setting `directory`: the folder of the recordings, with `~` and variables resolved.
    package var directory = "~/Videos/DualCam"
    /// The setting `fallback`: the folder where outputs continue after a disk failure, with `~` and variables resolved;
    /// `nil` if there is none.
    package var fallback: String?
    /// The setting `group`: the group that may read the recording; `nil` for no change of the group.
    package var group: String?
    /// The setting `outputs`: the outputs to record; `nil` for every camera and the combined picture.
    package var outputs: [OutputName]?
    /// The setting `name`: the template of file names with `{date} {time} {output} {session} {segment} {host}`.
    package var name = "DualCam_{date}_{time}_{output}"
    package var container = Container.mov
    /// The setting `sound`: whether several microphones are recorded as separate tracks or as one mix.
    package var sound = SoundTracks.tracks
    /// The setting `segment`: the length after which outputs continue in new files; `nil` for one file.
    package var segment: Duration? = .seconds(600)
    /// The setting `max-loss`: the maximum length of recording that a power cut may destroy; `nil` for no limit.
    package var maxLoss: Duration? = .seconds(1)
    /// The setting `duration`: the recorded time after which the recording ends; `nil` for no end.
    package var duration: Duration?
    /// The setting `until`: the time of day at which the recording ends; `nil` for no end.
    package var until: TimeOfDay?
    /// The setting `delay`: the time from the start of the devices to the start of recording; `nil` to record at once.
    package var delay: Duration?
    /// The setting `pre-roll`: under `serve`, a take begins this long before its start command; `nil` for no pre-roll.
    package var preRoll: Duration?
    package var missingCamera = MissingInput.fail
    package var missingMicrophone = MissingInput.fail

    package static let durations = Duration.milliseconds(1)...Duration.seconds(86_400 * 36_500)
    package static let delays = Duration.milliseconds(100)...Duration.seconds(86_400)
    package static let preRolls = Duration.seconds(1)...Duration.seconds(600)

    package init() {}
}

package enum Container: String, Sendable, Hashable, CaseIterable, Encodable { case mov, mp4, mkv }

/// The way in which several microphones are recorded. With a single microphone both values mean the same.
package enum SoundTracks: String, Sendable, Hashable, CaseIterable {
    /// Each microphone is recorded as a separate track in every file.
    case tracks
    /// All microphones are mixed into one track.
    case mix
}

/// The reaction to a missing camera or microphone when the recording starts.
package enum MissingInput: String, Sendable, Hashable, CaseIterable { case fail, wait, `continue` }

/// The settings of the section `storage` in a pipeline file.
package struct Storage: Sendable, Equatable {
    package var keepFree = ByteCount(bytes: 1_000_000_000)
    package var warnAt = Self.usualWarnings
    package var whenFull = WhenFull.stop
    package var retain = Retention.off
    /// The setting `delete-only`: the sessions that `whenFull` and `retain` may delete.
    package var deleteOnly = Deletable.finished

    /// The default of the setting `warn-at`: the amounts of free space at which dualcam warns.
    package static let usualWarnings = [
        ByteCount(bytes: 10_000_000_000), ByteCount(bytes: 5_000_000_000), ByteCount(bytes: 1_000_000_000),
    ]
}

package enum WhenFull: String, Sendable, Hashable, CaseIterable {
    case stop
    case deleteOldest = "delete-oldest"
    case dropCombined = "drop-combined"
}

/// The sessions that dualcam may delete to free space.
package enum Deletable: String, Sendable, Hashable, CaseIterable {
    /// All finished sessions may be deleted; sessions with a backup are deleted first.
    case finished
    /// Only sessions of which every file is backed up may be deleted.
    case backedUp = "backed-up"
}

package enum Retention: Sendable, Hashable {
    case off
    case age(Duration)
    case size(ByteCount)
}

/// The settings of the section `budget` in a pipeline file.
package struct Budget: Sendable, Equatable {
    /// The fraction of the machine's capacity that a recording may use, 0.1 ... 1.
    package var limit = 0.9
    package var enforce = true
    package var shed: [ShedStep] = [.preset, .preview, .combinedRate, .combinedPreset, .combined, .isolatedRate]

    package init() {}
}

package enum ShedStep: String, Sendable, Hashable, CaseIterable {
    /// All encoders use their fastest preset: worse pictures at the same bitrate, before any frame is left out.
    case preset
    case preview
    case combinedRate = "combined-rate"
    case combinedPreset = "combined-preset"
    case combined
    case isolatedRate = "isolated-rate"
}

/// The settings of the section `thermal`: temperature thresholds, each above the one before it.
package struct Thermal: Sendable, Equatable {
    package var fair = Temperature(celsius: 70)
    package var serious = Temperature(celsius: 80)
    package var critical = Temperature(celsius: 90)
    package var shutdown = Temperature(celsius: 100)
    /// The setting `zones`: the names of the temperature sensors to watch; `nil` (`auto`) for the processor's sensors.
    package var zones: [String]?

    package init() {}
}

/// The settings of the section `battery`, which apply while the machine runs on battery power. `stop` is below `warn`.
package struct BatteryLimits: Sendable, Equatable {
    /// The setting `warn`: the battery charge below which dualcam warns; `nil` for no warning.
    package var warn: Share? = .percent(20)
    /// The setting `stop`: the battery charge below which the recording ends; `nil` to continue until the battery is
    /// empty.
    package var stop: Share? = .percent(5)

    package init() {}
}

/// The settings of the section `machine`: the folders from which facts about this machine are read.
package struct Machine: Sendable, Equatable {
    package var sysfs = "/sys"
    package var proc = "/proc"
}

/// The settings of the section `supervision`: the limits at which `run` replaces the process that records.
package struct Supervision: Sendable, Equatable {
    /// The setting `hang`: the time after which a recording process that should write but writes nothing is replaced; 1
    /// s ... 1 h.
    package var hang = Duration.seconds(5)
    /// The setting `memory`: the memory above which the recording process is replaced; `nil` (`auto`) for half of the
    /// machine's memory.
    package var memory: ByteCount?
    /// The setting `metrics`: the path of the file that receives the metrics for Prometheus; `nil` for no such file.
    package var metrics: String?
}
