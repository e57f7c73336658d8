import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamSession

// MARK: Findings from the readings
extension Diagnosis {
    init(_ readings: DoctorReadings) {
        self.init()
        judgeMachine(readings.machine)
        judgePermissions(readings)
        if readings.name == nil { judgeEmptyMachine(readings.devices) }
        if let failure = readings.failure { judge(failure) }
        for lack in readings.lacks {
            add("pipeline file", .fault(exit: .unavailable), lack)
        }
        if let trial = readings.trial, let plan = readings.plan {
            judgeTrial(trial)
            for output in plan.outputs where output.name != .combined { judgeCamera(output, trial) }
            judgeLostMicrophones(trial)
            for microphone in trial.microphones { judge(microphone) }
            for output in plan.outputs { judgeEncoder(output, trial) }
        }
        if readings.trial == nil { judgeUntried(readings.devices) }
        for element in readings.machine.silentEncoders.sorted() {
            add(
                "encoder", .caution, "The chip's encoder \(element) is installed but did not encode a test picture",
                advice: "dualcam does not use it. Its driver, or the group of /dev/dri or /dev/video, may be missing.")
        }
        if let plan = readings.plan { judgeCost(plan.cost) }
        if let disk = readings.disk { judgeDisk(disk, bytesPerHour: readings.plan?.bytesPerHour ?? 0) }
    }

    private mutating func judgeMachine(_ machine: DoctorReadings.Machine) {
        switch machine.isClockSynchronised {
        case true: add("time", .good, "A time service sets the clock")
        case false:
            add(
                "time", .caution, "No time service sets this machine's clock",
                advice: "Install a time service: 'apt install systemd-timesyncd'. Until then the times of day in "
                    + "names and ledger may be wrong; the files' own times are not affected.")
        case nil: add("time", .caution, "The kernel does not report whether a time service sets the clock")
        }
    }

    private mutating func judgePermissions(_ readings: DoctorReadings) {
        let cameras = readings.devices.compactMap { device in device.deniedTo.map { (device.path, $0) } }
        judge(denied: cameras, .fault(exit: .unavailable))
        // A sound server may read the cards instead.
        judge(denied: readings.deniedCards.map { ($0.key, $0.value) }, .caution)
    }

    /// Adds a finding for each user group that may open device nodes that this user may not open.
    ///
    /// - Parameter denied: The device nodes that cannot be opened, each with the user group that may open it.
    private mutating func judge(denied: [(node: String, group: String)], _ verdict: Finding.Verdict) {
        for (group, nodes) in Dictionary(grouping: denied, by: \.group).sorted(by: { $0.key < $1.key }) {
            let paths = nodes.map(\.node).sorted().joined(separator: ", ")
            add(
                "permissions", verdict, "\(paths) cannot be opened: permission denied",
                advice: DeviceChooser.joining(group: group))
        }
    }

    private mutating func judgeEmptyMachine(_ devices: [DeviceFacts]) {
        let infrared = devices.filter(\.isInfrared).map(\.label)
        guard infrared.isEmpty else {
            return add(
                "cameras", .fault(exit: .unavailable),
                "Only infrared cameras were found, which were not tried: \(infrared.enumeration)",
                advice: "Connect another one, or name an infrared one as 'device' in a pipeline file, and examine that."
            )
        }
        add(
            "cameras", .fault(exit: .unavailable), "No camera was found",
            advice: "Connect one; 'dualcam devices' lists those that are found.")
    }

    private mutating func judge(_ failure: CommandFailure) {
        let problems = failure.problems
        guard !problems.isEmpty else {
            add(
                "pipeline file", .fault(exit: failure.exitCode), failure.message,
                advice: failure.advice.isEmpty ? nil : failure.advice)
            return
        }
        for problem in problems {
            let place = problem.keyPath.isEmpty ? "" : problem.keyPath + ": "
            add(
                "pipeline file", .fault(exit: failure.exitCode), place + problem.message,
                advice: problem.hint.map(Sentence.text))
        }
    }

    mutating func judgeTrial(_ trial: TrialReading) {
        let code = ExitCode(rawValue: trial.exitCode) ?? .fault
        let length = Wording.number(trial.seconds, fractionDigits: 0) + " s"
        if code != .finished {
            add(
                "trial", .fault(exit: code),
                "The trial recording ended with exit code \(trial.exitCode). \(trial.failure ?? "")")
        } else if let audit = trial.audit, audit != .finished {
            let doubts = trial.doubts.prefix(5).map(Sentence.ended).joined(separator: " ")
            add("trial", .fault(exit: audit), "The trial recording of \(length) is not proven. \(doubts)")
        } else {
            let files = trial.rows.map(\.files).reduce(0, +)
            add("trial", .good, "\(files == 1 ? "1 file" : "\(files) files") of \(length), proven to be whole")
        }
        for warning in Set(trial.warnings).sorted() { add("trial", .caution, warning) }
    }

    private mutating func judgeCost(_ cost: RecordingCost) {
        let share = Wording.number(cost.total * 100, fractionDigits: 0)
        let text = "This recording needs \(share) % of this machine's \(cost.binding.title)"
        if cost.isRefused {
            add("cost", .fault(exit: .pipelineFile), text, advice: "'dualcam plan FILE' says what makes it fit.")
        } else if !cost.fits {
            let limit = Wording.number(cost.limit(of: cost.binding) * 100, fractionDigits: 0)
            add(
                "cost", .caution, "\(text); \(limit) % may be used",
                advice: "'dualcam plan FILE' says what makes it fit.")
        } else {
            add("cost", .good, text)
        }
    }

    /// The minimum ratio of the disk's write speed to the recording's data rate. It is greater than 1 because other
    /// programs also use the disk, and the disk is slow at times.
    private static let reserve = 3.0
    /// The minimum recording time, in seconds, for which the disk should have free space. If there is less space, the
    /// diagnosis contains a caution.
    private static let shortest = 3600.0

    /// Adds findings about the disk's write speed and free space to the diagnosis.
    ///
    /// - Parameter bytesPerHour: The number of bytes that an hour of the recording needs; 0 if unknown.
    mutating func judgeDisk(_ disk: DoctorReadings.Disk, bytesPerHour: Int64) {
        let needed = Double(bytesPerHour) / 3600
        if let speed = disk.bytesPerSecond {
            let need = needed > 0 ? "; this recording writes \(Wording.bytes(Int64(needed))) a second" : ""
            let text = "The disk of \(disk.folder) takes \(Wording.bytes(Int64(saturating: speed))) a second\(need)"
            switch speed {
            case ..<needed:
                add("disk", .fault(exit: .diskFailed), text, advice: "Choose another disk (recording.directory).")
            case ..<(needed * Self.reserve):
                add("disk", .caution, text, advice: "That leaves little reserve for slow moments.")
            default: add("disk", .good, text)
            }
        }
        guard let free = disk.freeBytes else {
            add("space", .caution, "The free space of \(disk.folder) is not known")
            return
        }
        let room = Double(free -| disk.keptFree)
        guard room > 0 else {
            add(
                "space", .fault(exit: .diskFailed),
                "\(Wording.bytes(free)) are free, and storage.keep-free keeps \(Wording.bytes(disk.keptFree))",
                advice: "Free space on the disk of \(disk.folder).")
            return
        }
        let lasts = needed > 0 ? room / needed : .infinity
        let length = lasts.isFinite ? ", enough for \(Wording.span(.seconds(min(lasts, 1e9))))" : ""
        add("space", lasts < Self.shortest ? .caution : .good, "\(Wording.bytes(free)) are free\(length)")
    }
}

extension RecordingCost.Resource {
    fileprivate var title: String {
        switch self {
        case .cpu: "processors"
        case .memory: "memory bandwidth"
        case .disk: "disk speed"
        case .usb: "USB bandwidth"
        case .hardware: "encoder chip"
        }
    }
}
