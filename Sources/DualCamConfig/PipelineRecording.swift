/// The `recording` section.
public struct Recording: Sendable, Equatable {
    /// `directory`, with `~` and variables already resolved.
    public var directory = "~/Videos/DualCam"
    /// `fallback`: where outputs go on after a failure of the disk, with `~` and variables already resolved; `nil`: off.
    public var fallback: String?
    /// `outputs`; `nil`: every camera and the combined picture.
    public var outputs: [OutputName]?
    /// `name`: the file name's template with `{date} {time} {output} {session} {segment} {host}`.
    public var name = "DualCam_{date}_{time}_{output}"
    public var container = Container.mov
    /// `sound`: how several microphones are recorded.
    public var sound = SoundTracks.tracks
    /// `segment`; `nil`: off.
    public var segment: Duration? = .seconds(600)
    /// `max-loss`; `nil`: off.
    public var maxLoss: Duration? = .seconds(1)
    /// `duration`; `nil`: off.
    public var duration: Duration?
    /// `until`: the next such time of day ends the recording; `nil`: off.
    public var until: TimeOfDay?
    /// `delay`: recording begins this long after the devices run; `nil`: off.
    public var delay: Duration?
    public var missingCamera = MissingCamera.fail

    public init() {}
}

public enum Container: String, Sendable, Hashable, CaseIterable { case mov, mp4, mkv }

/// What becomes of several microphones; of one it is the same.
public enum SoundTracks: String, Sendable, Hashable, CaseIterable {
    /// Each is a track of its own in every file.
    case tracks
    /// All are heard in one track.
    case mix
}

public enum MissingCamera: String, Sendable, Hashable, CaseIterable { case fail, wait, `continue` }

/// The `storage` section.
public struct Storage: Sendable, Equatable {
    public var keepFree = ByteCount(bytes: 1_000_000_000)
    public var warnAt = [
        ByteCount(bytes: 10_000_000_000), ByteCount(bytes: 5_000_000_000), ByteCount(bytes: 1_000_000_000),
    ]
    public var whenFull = WhenFull.stop
    public var retain = Retention.off

    public init() {}
}

public enum WhenFull: String, Sendable, Hashable, CaseIterable {
    case stop
    case deleteOldest = "delete-oldest"
    case dropCombined = "drop-combined"
}

public enum Retention: Sendable, Hashable {
    case off
    case age(Duration)
    case size(ByteCount)
}

/// The `budget` section.
public struct Budget: Sendable, Equatable {
    /// Share of what the machine can do, 0.1 ... 1.
    public var limit = 0.9
    public var enforce = true
    public var shed: [ShedStep] = [.preview, .combinedRate, .combinedPreset, .combined, .isolatedRate]

    public init() {}
}

public enum ShedStep: String, Sendable, Hashable, CaseIterable {
    case preview
    case combinedRate = "combined-rate"
    case combinedPreset = "combined-preset"
    case combined
    case isolatedRate = "isolated-rate"
}

/// The `thermal` section; each threshold above the one before it.
public struct Thermal: Sendable, Equatable {
    public var fair = Temperature(celsius: 70)
    public var serious = Temperature(celsius: 80)
    public var critical = Temperature(celsius: 90)
    public var shutdown = Temperature(celsius: 100)
    /// `zones`: the sensors that count, by name; `nil` (`auto`): the processor's.
    public var zones: [String]?

    public init() {}
}

/// The `battery` section, while the machine runs on it; `stop` is below `warn`.
public struct BatteryLimits: Sendable, Equatable {
    /// `warn`: a charge below this is told; `nil`: off.
    public var warn: Share? = .percent(20)
    /// `stop`: a charge below this ends the recording; `nil`: off.
    public var stop: Share? = .percent(5)

    public init() {}
}

/// The `machine` section: where facts about this machine are read.
public struct Machine: Sendable, Equatable {
    public var sysfs = "/sys"
    public var proc = "/proc"

    public init() {}
}

/// The `supervision` section: what `run` does with the process that records.
public struct Supervision: Sendable, Equatable {
    /// `hang`: a process that should write and writes nothing for this long is replaced; 1 s ... 1 h.
    public var hang = Duration.seconds(5)
    /// `memory`: a process that holds more than this is replaced; `nil` (`auto`): half of the machine's memory.
    public var memory: ByteCount?
    /// `metrics`: the file that takes the figures for Prometheus; `nil`: off.
    public var metrics: String?

    public init() {}
}
