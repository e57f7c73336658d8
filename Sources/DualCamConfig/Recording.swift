/// The settings of the `recording` section in a pipeline file.
package struct Recording: Sendable, Equatable {
    /// The setting `directory`: the folder for recordings. `~` and variables have been resolved in the value.
    package var directory = "~/Videos/DualCam"
    /// The setting `fallback`: the folder to which outputs are recorded after a disk failure, with `~` and variables
    /// resolved; `nil` if there is none.
    package var fallback: String?
    /// The setting `group`: the Unix group that may read the recordings; `nil` to keep the group that new files get by
    /// default.
    package var group: String?
    /// The setting `outputs`: the outputs to record; `nil` for every camera and the combined picture.
    package var outputs: [OutputName]?
    /// The setting `name`: the template for file names, which may contain
    /// `{date} {time} {output} {session} {segment} {host}`.
    package var name = "DualCam_{date}_{time}_{output}"
    package var container = Container.mov
    /// The setting `sound`: whether several microphones are recorded as separate tracks or as one mixed track.
    package var sound = SoundTracks.tracks
    /// The setting `segment`: the duration after which outputs continue in a new file; `nil` for a single file.
    package var segment: Duration? = .seconds(600)
    /// The setting `max-loss`: the maximum length of recorded material that a power cut may destroy; `nil` for no
    /// limit.
    package var maxLoss: Duration? = .seconds(1)
    /// The setting `duration`: the recorded time after which the recording ends; `nil` for no limit.
    package var duration: Duration?
    /// The setting `until`: the time of day at which the recording ends; `nil` for no end time.
    package var until: TimeOfDay?
    /// The setting `delay`: the waiting time between opening the devices and the start of recording; `nil` to start at
    /// once.
    package var delay: Duration?
    /// The setting `pre-roll`: the time before the start command that a take of `dualcam serve` also contains; `nil`
    /// for none.
    package var preRoll: Duration?
    package var missingCamera = MissingInput.fail
    package var missingMicrophone = MissingInput.fail

    package static let durations = Duration.milliseconds(1)...Duration.seconds(86_400 * 36_500)
    package static let delays = Duration.milliseconds(100)...Duration.seconds(86_400)
    package static let preRolls = Duration.seconds(1)...Duration.seconds(600)

    package init() {}
}

package enum Container: String, Sendable, Hashable, CaseIterable, Encodable { case mov, mp4, mkv }

/// The setting `sound`: how several microphones are recorded. It has no effect if there is only one microphone.
package enum SoundTracks: String, Sendable, Hashable, CaseIterable {
    /// Each microphone is recorded as a separate track in every file.
    case tracks
    /// All microphones are mixed into one track.
    case mix
}

/// The reaction if a camera or a microphone is missing at the start of the recording.
package enum MissingInput: String, Sendable, Hashable, CaseIterable { case fail, wait, `continue` }

/// The settings of the `storage` section in a pipeline file.
package struct Storage: Sendable, Equatable {
    package var keepFree = ByteCount(bytes: 1_000_000_000)
    package var warnAt = Self.usualWarnings
    package var whenFull = WhenFull.stop
    package var retain = Retention.off
    /// The setting `delete-only`: the sessions that may be deleted if the disk is full (`whenFull`) or because of
    /// `retain`.
    package var deleteOnly = Deletable.finished

    /// The default of the setting `warn-at`: the amounts of free disk space at which dualcam warns.
    package static let usualWarnings = [
        ByteCount(bytes: 10_000_000_000), ByteCount(bytes: 5_000_000_000), ByteCount(bytes: 1_000_000_000),
    ]
}

package enum WhenFull: String, Sendable, Hashable, CaseIterable {
    case stop
    case deleteOldest = "delete-oldest"
    case dropCombined = "drop-combined"
}

/// The sessions that dualcam may delete to free disk space.
package enum Deletable: String, Sendable, Hashable, CaseIterable {
    /// All finished sessions may be deleted. Sessions that have a backup are deleted first.
    case finished
    /// Only sessions whose files are all backed up may be deleted.
    case backedUp = "backed-up"
}

package enum Retention: Sendable, Hashable {
    case off
    case age(Duration)
    case size(ByteCount)
}

/// The settings of the `budget` section in a pipeline file.
package struct Budget: Sendable, Equatable {
    /// The fraction of the machine's capacity that a recording may use, 0.1 ... 1 (0.9 means 90 %).
    package var limit = 0.9
    package var enforce = true
    package var shed: [ShedStep] = [.preset, .preview, .combinedRate, .combinedPreset, .combined, .isolatedRate]

    package init() {}
}

package enum ShedStep: String, Sendable, Hashable, CaseIterable {
    /// Load is reduced by switching all encoders to their fastest preset. The picture quality decreases at the same
    /// bitrate, but no frame is dropped.
    case preset
    case preview
    case combinedRate = "combined-rate"
    case combinedPreset = "combined-preset"
    case combined
    case isolatedRate = "isolated-rate"
}

/// The settings of the `thermal` section: temperature thresholds in ascending order.
package struct Thermal: Sendable, Equatable {
    package var fair = Temperature(celsius: 70)
    package var serious = Temperature(celsius: 80)
    package var critical = Temperature(celsius: 90)
    package var shutdown = Temperature(celsius: 100)
    /// The setting `zones`: the names of the temperature sensors to watch; `nil` (`auto`) for the processor's sensors.
    package var zones: [String]?

    package init() {}
}

/// The settings of the `battery` section, which apply while the machine runs on battery power. `stop` is below `warn`.
package struct BatteryLimits: Sendable, Equatable {
    /// The setting `warn`: the battery charge below which dualcam warns; `nil` for no warning.
    package var warn: Share? = .percent(20)
    /// The setting `stop`: the battery charge below which the recording ends; `nil` to continue until the battery is
    /// empty.
    package var stop: Share? = .percent(5)

    package init() {}
}

/// The settings of the `machine` section: the folders in which dualcam reads the state of this machine.
package struct Machine: Sendable, Equatable {
    package var sysfs = "/sys"
    package var proc = "/proc"
}

/// The settings of the `supervision` section: the limits for the recording process. With `run`, a process that exceeds
/// one of these limits is replaced.
package struct Supervision: Sendable, Equatable {
    /// The setting `hang`: the maximum time, 1 s ... 1 h, for which the recording process may write nothing although
    /// data is due. After that time, the process is replaced.
    package var hang = Duration.seconds(5)
    /// The setting `memory`: the memory usage above which the recording process is replaced; `nil` (`auto`) for half of
    /// the machine's memory.
    package var memory: ByteCount?
    /// The setting `metrics`: the path of the file to which metrics for Prometheus are written; `nil` for no file.
    package var metrics: String?
}
