import DualCamConfig
@testable import DualCamPlan
@testable import DualCamRecordings
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

@Suite struct DoctorTests {
    private static let machine = DoctorReadings.Machine(
        gstreamer: "1.22.0", kernel: "Linux 6.1.0", processor: "Acme 3000", cores: 4, isClockSynchronised: true)

    /// Returns the reading of a trial from lines of `run --json`.
    private static func trial(_ lines: [String], exitCode: Int32 = 0) -> TrialReading {
        TrialReading(exitCode: exitCode, events: lines.compactMap { JSONValue(ifJSON: $0) }, audit: nil)
    }

    private static func output(_ name: String, rate: Double = 30) -> PlanSummary.Output {
        PlanSummary.Output(
            name: OutputName(name), container: .mov, codec: .h264, encoder: "x264", element: "x264enc",
            size: FrameSize(width: 1280, height: 720), rate: FrameRate(30), format: "I420", bitrate: 8_000_000,
            preset: "veryfast", speed: nil, profile: nil, keyframes: 60, threads: 1, cores: 0.5, reason: nil,
            bytesPerHour: 3_600_000_000)
    }

    private static func row(
        _ name: String, frames: Int = 150, missing: Int = 0, dropped: Int = 0
    ) -> Audit.Row {
        var row = Audit.Row(output: OutputName(name))
        (row.files, row.frames, row.missing, row.dropped) = (1, frames, missing, dropped)
        return row
    }

    /// Returns the findings as text: verdict, subject and message.
    private static func judged(_ judge: (inout Diagnosis) -> Void) -> [String] {
        var diagnosis = Diagnosis()
        judge(&diagnosis)
        return diagnosis.findings.map { "\($0.verdict.word) \($0.subject): \($0.text)" }
    }

    @Test func cadencesDamageAndFilesAreReadFromEvents() {
        let trial = Self.trial([
            #"{"event":"status","recorded":1.5}"#,
            #"{"event":"cadence","input":"back","rate":30.1,"asked":30,"frame":0.0332,"from":0.5}"#,
            #"{"event":"key-frames","input":"back","distance":1.066667,"from":0.5}"#,
            #"{"event":"damaged","input":"back","count":2,"kept":false}"#,
            #"{"event":"damaged","input":"back","count":1,"kept":false}"#,
            #"{"event":"input-lost","input":"front","at":2,"reason":"stalled"}"#,
            #"{"event":"status","recorded":4.5}"#, #"{"event":"file-finished","output":"back","path":"/v/back.mov"}"#,
        ])
        #expect(trial.seconds == 4.5)
        #expect(trial.cameras["back"] == .init(rate: 30.1, asked: 30, keyFrames: 1.066667, damaged: 3))
        #expect(trial.cameras["front"]?.losses == ["stalled"])
        #expect(trial.files == [.init(output: "back", path: "/v/back.mov")])
    }

    @Test(
        "a microphone is judged by its loudest moment",
        arguments: [
            ([0.0, 0], "fault microphone: It delivers only silence."),
            ([0.00003, 0], "fault microphone: It delivers only silence."),
            (
                [0.001, 0.0001],
                "caution microphone: It is very quiet. Peak -60 dBFS, and -80 dBFS in the quietest tenth of a second."
            ),
            ([0.01, 0.1, 0], "ok microphone: Peak -20 dBFS, and -120 dBFS in the quietest tenth of a second."),
            (
                [1, 0.1],
                "caution microphone: It is too loud. Peak 0 dBFS, and -20 dBFS in the quietest tenth of a second."
            ),
        ] as [([Double], String)])
    func microphones(_ peaks: [Double], _ expected: String) {
        #expect(Self.judged { $0.judge(TrialReading.Microphone(title: "microphone", peaks: peaks)) } == [expected])
    }

    @Test(
        "how far its clock is off is told once that is known",
        arguments: [
            (
                -213.4,
                [
                    "ok microphone: Peak -20 dBFS, and -20 dBFS in the quietest tenth of a second; its clock is 213 ppm fast."
                ]
            ),
            (
                5000,
                [
                    "caution microphone: Its clock is off by 5000 ppm or more, which dualcam does not correct. "
                        + "Peak -20 dBFS, and -20 dBFS in the quietest tenth of a second; its clock is 5000 ppm slow."
                ]
            ),
        ] as [(Double, [String])])
    func clocks(_ drift: Double, _ expected: [String]) {
        let microphone = TrialReading.Microphone(title: "microphone", peaks: [0.1], drift: drift)
        #expect(Self.judged { $0.judge(microphone) } == expected)
    }

    @Test func theDriftToldLastCounts() {
        let ledger = LedgerText(
            #"{"time":"2026-01-01T00:00:00.000Z","kind":"drift","parts-per-million":12.5,"added":0,"removed":0,"samples":9}"#
                + "\n"
                + #"{"time":"2026-01-01T00:10:00.000Z","kind":"drift","microphone":"room","parts-per-million":-3,"added":0,"removed":0,"samples":9}"#
                + "\n"
                + #"{"time":"2026-01-01T00:10:00.000Z","kind":"drift","parts-per-million":13.5,"added":0,"removed":0,"samples":9}"#
                + "\n"
                + #"{"time":"2026-01-01T00:10:00.000Z","kind":"drift","microphone":"room","added":0,"removed":0,"samples":9}"#
                + "\n")
        #expect(ledger.drifts == ["microphone": 13.5, "room": -3])
    }

    @Test(
        arguments: [
            (#"{"event":"key-frames","input":"back","distance":1.066667}"#, "a key frame of its own every 1.07 s"),
            ("", "and no two key frames of its own within the trial"),
        ])
    func theDistanceOfACamerasOwnKeyFramesIsTold(_ event: String, _ words: String) {
        var trial = Self.trial([#"{"event":"cadence","input":"back","rate":30,"asked":30}"#, event])
        trial.rows = [Self.row("back")]
        var output = Self.output("back")
        (output.encoder, output.element, output.keyframes) = ("passthrough", nil, nil)
        #expect(
            Self.judged { $0.judgeCamera(output, trial) } == [
                "ok camera back: 150 pictures of 1280x720, 30 fps as measured, \(words)."
            ])
    }

    @Test func aCameraThatKeepsItsRateIsGood() {
        var trial = Self.trial([#"{"event":"cadence","input":"back","rate":30.1,"asked":30}"#])
        trial.rows = [Self.row("back")]
        #expect(
            Self.judged { $0.judgeCamera(Self.output("back"), trial) } == [
                "ok camera back: 150 pictures of 1280x720, 30.1 fps as measured."
            ])
    }

    @Test func aCameraInTheDarkIsACaution() {
        var trial = Self.trial([#"{"event":"cadence","input":"back","rate":15,"asked":30}"#])
        trial.rows = [Self.row("back", frames: 75)]
        #expect(
            Self.judged { $0.judgeCamera(Self.output("back"), trial) } == [
                "caution camera back: 75 pictures of 1280x720, 15 fps as measured instead of the requested 30 fps."
            ])
    }

    @Test func lostAndDamagedPicturesAreFaults() {
        var trial = Self.trial([
            #"{"event":"cadence","input":"back","rate":30,"asked":30}"#,
            #"{"event":"damaged","input":"back","count":2}"#,
            #"{"event":"input-lost","input":"back","reason":"failed"}"#,
        ])
        trial.rows = [Self.row("back", frames: 145, missing: 5, dropped: 5)]
        #expect(
            Self.judged { $0.judgeCamera(Self.output("back"), trial) } == [
                "fault camera back: It was lost during the trial (failed).",
                "fault camera back: 5 of 150 pictures are missing in its file.",
                "fault camera back: 2 pictures arrived damaged. 145 pictures of 1280x720, 30 fps as measured.",
            ])
    }

    @Test func aCameraWithoutAFrameIsAFault() {
        #expect(
            Self.judged { $0.judgeCamera(Self.output("back"), Self.trial([])) } == [
                "fault camera back: 0 pictures of 1280x720."
            ])
    }

    @Test(
        "a disk is judged by what the recording writes, 1 MB a second",
        arguments: [
            (500_000.0, "fault"), (2_000_000, "caution"), (3_000_000, "ok"), (200_000_000, "ok"),
        ] as [(Double, String)])
    func disks(_ speed: Double, _ verdict: String) {
        let disk = DoctorReadings.Disk(
            folder: "/videos", bytesPerSecond: speed, freeBytes: 1_000_000_000_000, keptFree: 1_000_000_000)
        let found = Self.judged { $0.judgeDisk(disk, bytesPerHour: 3_600_000_000) }
        #expect(found.first?.hasPrefix("\(verdict) disk: The disk of /videos takes ") == true, "\(found)")
        #expect(found.last == "ok space: 1.0 TB are free, enough for 11 d.")
    }

    @Test(
        "space is judged by how long it lasts",
        arguments: [
            (500_000_000, "fault space: 500 MB are free, and storage.keep-free keeps 1.0 GB."),
            (2_000_000_000, "caution space: 2.0 GB are free, enough for 16 min."),
            (nil, "caution space: The free space of /videos is not known."),
        ] as [(Int64?, String)])
    func space(_ free: Int64?, _ expected: String) {
        let disk = DoctorReadings.Disk(
            folder: "/videos", bytesPerSecond: nil, freeBytes: free, keptFree: 1_000_000_000)
        #expect(Self.judged { $0.judgeDisk(disk, bytesPerHour: 3_600_000_000) } == [expected])
    }

    /// Cameras are named even if something else prevented the trial recording. Previously, they were not.
    @Test func camerasThatWereNotTriedAreNamed() {
        var readings = DoctorReadings(machine: Self.machine)
        readings.name = "talk.yaml"
        readings.failure = CommandFailure(.diskFailed, "the disk is full")
        readings.devices = [
            DeviceFacts(
                path: "/dev/video0", stableName: "A", card: "Acme Cam", driver: "uvcvideo", busName: "usb-1", modes: [])
        ]
        let diagnosis = Diagnosis(readings)
        let camera = diagnosis.findings.first { $0.subject == "camera /dev/video0" }
        #expect(camera?.verdict == .caution && camera?.text == "Acme Cam is connected but was not tested.")
        #expect(diagnosis.exit == .diskFailed)
    }

    /// Errors in the pipeline file prevent the trial. They are reported with their positions, and decide the exit code.
    @Test func problemsOfTheFileAreFaultsWithItsExitCode() {
        var readings = DoctorReadings(machine: Self.machine)
        readings.name = "talk.yaml"
        var failure = CommandFailure(.pipelineFile, "two problems")
        failure.problems = [
            PipelineIssue(
                file: "talk.yaml", keyPath: "cameras.back.rate", message: "'x' is not a rate", hint: "write 30")
        ]
        readings.failure = failure
        let diagnosis = Diagnosis(readings)
        #expect(diagnosis.exit == .pipelineFile)
        let found = diagnosis.findings.last
        #expect(found?.text == "cameras.back.rate: 'x' is not a rate.")
        #expect(found?.advice == "Write 30.")
    }

    @Test func aMachineWithoutACameraHasAFault() {
        let diagnosis = Diagnosis(DoctorReadings(machine: Self.machine))
        #expect(diagnosis.exit == .unavailable)
        #expect(diagnosis.findings.map(\.subject) == ["time", "cameras"])
    }

    @Test func infraredCamerasThatWereNotTriedAreTold() {
        var readings = DoctorReadings(machine: Self.machine)
        readings.devices = [
            DeviceFacts(
                path: "/dev/video2", stableName: "A", card: "Acme IR Cam", driver: "uvcvideo", busName: "usb-1",
                modes: [])
        ]
        let finding = Diagnosis(readings).findings.first { $0.subject == "cameras" }
        #expect(finding?.text.contains("/dev/video2 (Acme IR Cam)") == true)
    }

    @Test func deniedNodesAreToldWithTheGroup() {
        var readings = DoctorReadings(machine: Self.machine)
        readings.name = "talk.yaml"
        var device = DeviceFacts(
            path: "/dev/video0", stableName: "/dev/video0", card: "a camera", driver: "", busName: "", modes: [])
        device.deniedTo = "video"
        readings.devices = [device]
        let diagnosis = Diagnosis(readings)
        #expect(diagnosis.findings.last?.text == "/dev/video0 cannot be opened: permission denied.")
        #expect(diagnosis.findings.last?.advice?.contains("group video") == true)
        #expect(diagnosis.exit == .unavailable)
    }

    /// A sound server may read the cards, so that they need no group.
    @Test func deniedSoundCardsAreACaution() {
        var readings = DoctorReadings(machine: Self.machine)
        readings.name = "talk.yaml"
        readings.deniedCards = ["/dev/snd/pcmC1D0c": "audio", "/dev/snd/pcmC0D0c": "audio"]
        let text = "/dev/snd/pcmC0D0c, /dev/snd/pcmC1D0c cannot be opened: permission denied"
        let advice = "Add yourself to the group audio ('sudo usermod -aG audio $USER'), and log in again."
        #expect(Diagnosis(readings).findings.last == .init("permissions", .caution, text, advice: advice))
    }

    @Test func aMicrophoneThatWasLostIsAFault() {
        let trial = Self.trial([#"{"event":"input-lost","input":"microphone.room","at":3,"reason":"failed"}"#])
        var diagnosis = Diagnosis()
        diagnosis.judgeLostMicrophones(trial)
        #expect(diagnosis.findings.map(\.subject) == ["microphone room"] && diagnosis.exit == .unavailable)
    }

    @Test func aTrialThatFailedIsAFaultWithItsOwnExitCode() {
        let trial = Self.trial(
            [#"{"event":"failed","message":"/dev/video0 is in use","advice":"End the other program."}"#], exitCode: 69)
        var diagnosis = Diagnosis()
        diagnosis.judgeTrial(trial)
        #expect(diagnosis.exit == .unavailable)
        #expect(
            diagnosis.findings.first?.text
                == "The trial recording ended with exit code 69. /dev/video0 is in use. End the other program.")
    }

    @Test func theReportIsALineForEachFinding() {
        var diagnosis = Diagnosis()
        diagnosis.add("time", .good, "A time service sets the clock")
        diagnosis.add("camera back", .fault(exit: .fault), "2 pictures arrived damaged", advice: "Try another cable.")
        #expect(
            diagnosis.text(on: ["dualcam 0.1.0"], of: "talk.yaml") == """
                dualcam 0.1.0

                ok     time         A time service sets the clock.
                fault  camera back  2 pictures arrived damaged.
                                    Try another cable.

                A recording of talk.yaml would not be complete: 1 fault, see above.

                """)
        #expect(diagnosis.exit == .fault)
    }
}
