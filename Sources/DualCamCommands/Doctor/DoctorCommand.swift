import CommandLine
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import Glibc

/// The command `dualcam doctor [FILE]`, which makes a trial recording on this machine and reports all problems.
struct DoctorCommand: Command {
    var file: String?
    var simulate = false
    var settings: [Setting] = []
    var duration: WrittenValue<Duration>?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "doctor", "make a trial recording and report what is wrong",
        discussion: """
            Records FILE for a few seconds into the cache folder, audits the files and deletes them. Prints a line \
            with a verdict for each camera (pictures, measured rate, damaged pictures), microphone (level; in a trial \
            of 10s or more also the error of its clock), encoder and disk (speed, free space), and for permissions, \
            the time service and the cost. Where something is wrong, it prints advice. The trial starts no hook, \
            copies and publishes nothing, and deletes no recorded session.

            Without FILE, tries the pipeline file that 'dualcam init' would write for the connected cameras.

            Exit codes: 0 a recording would be complete on this machine; otherwise the code of the first fault: 65 the \
            pipeline file is wrong or does not fit this machine, 69 a device or encoder is missing or delivers \
            nothing, 70 frames are lost, 73 an output cannot be created, 74 the disk fails, is full or is too slow.
            """, examples: ["doctor", "doctor talk.yaml --json", "doctor talk.yaml --duration 1min"],
        parameters: [.optional("FILE", \.file, "the pipeline file to try", completion: .fileOrName)],
        options: [
            .flag("simulate", \.simulate, "as for 'dualcam run'"),
            .repeated("set", "KEY=VALUE", \.settings, "as for 'dualcam run'"),
            .value("duration", "LENGTH", \.duration, "the length of the trial recording (2s ... 1h, default: 5s)"),
            .flag("json", \.json, "print a JSON object, for bug reports"),
        ])

    private static let usualLength = Duration.seconds(5)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let length = try duration?.value(of: "duration", in: .seconds(2) ... .seconds(3600)) ?? Self.usualLength
        try await place.startGStreamer(quiet: json)
        let examination = Examination(command: self, length: length, place: place)
        let readings = try await examination.run()
        let diagnosis = Diagnosis(readings)
        place.output.write(
            json
                ? try TerminalText(encoding: readings.report(diagnosis))
                : TerminalText(laidOut: diagnosis.text(on: readings.heading(length), of: readings.name)))
        return diagnosis.exit
    }
}

extension DoctorReadings {
    /// Returns the heading that `dualcam doctor` prints above its findings: lines about dualcam's version, the machine
    /// and the trial recording.
    ///
    /// - Parameter length: The length of the trial recording.
    fileprivate func heading(_ length: Duration) -> [String] {
        let tried =
            trial == nil
            ? []
            : [
                "tried: \(name ?? ""), recorded for \(Wording.number(length / .seconds(1), fractionDigits: 0)) s"
            ]
        return [
            "dualcam \(ProductVersion.current), GStreamer \(machine.gstreamer), \(machine.kernel), "
                + "\(machine.processor), \(machine.cores) processors"
        ] + tried
    }

    /// Returns the measurements and the diagnosis as the JSON object that `dualcam doctor --json` prints.
    fileprivate func report(_ diagnosis: Diagnosis) -> JSONObject {
        [
            "dualcam": ProductVersion.current, "gstreamer": machine.gstreamer, "kernel": machine.kernel,
            "processor": machine.processor, "cores": machine.cores, "file": name,
            "clock-synchronised": machine.isClockSynchronised, "diagnosis": diagnosis.report,
            "devices": devices.map(\.report) + others.map(\.report), "microphones": microphones.map(\.report),
            "silent-encoders": machine.silentEncoders.sorted(),
            "disk": disk.map { disk -> JSONObject in
                ["folder": disk.folder, "bytes-per-second": disk.bytesPerSecond, "free": disk.freeBytes]
            },
            "trial": trial?.report,
        ]
    }
}

extension TrialReading {
    fileprivate var report: JSONObject {
        [
            "exit-code": exitCode, "recorded": seconds, "warnings": warnings,
            "cameras": cameras.sorted { $0.key < $1.key }.map { name, camera -> JSONObject in
                [
                    "camera": name, "rate": camera.rate, "asked": camera.asked, "damaged": camera.damaged,
                    "lost": camera.losses,
                ]
            },
            "microphones": microphones.map { microphone -> JSONObject in
                [
                    "microphone": microphone.title, "loudest": microphone.loudest,
                    "quietest": microphone.quietest, "drift": microphone.drift,
                ]
            },
            "lost-microphones": losses.map { ["microphone": $0.title, "lost": $0.reasons] as JSONObject },
            "outputs": rows.map { row -> JSONObject in
                [
                    "output": row.output.rawValue, "frames": row.frames, "missing": row.missing,
                    "dropped": row.dropped, "repeated": row.repeated,
                ]
            },
        ]
    }
}
