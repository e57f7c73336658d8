import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import Glibc

/// The information on which the diagnosis of `dualcam doctor` is based: facts about the machine, and the results of a
/// trial recording.
struct DoctorReadings: Sendable {
    /// General information about the examined machine.
    struct Machine: Sendable, Equatable {
        /// The version of GStreamer on the machine, such as `1.22.0`.
        var gstreamer: String
        /// The name and version of the machine's kernel, such as `Linux 6.1.0-18-amd64`.
        var kernel: String
        var processor: String
        var cores: Int
        /// The names of the hardware encoders that are installed but failed to encode test pictures.
        var silentEncoders: Set<String> = []
        /// True if a time service keeps the machine's clock correct; `nil` if the kernel does not report it.
        var isClockSynchronised: Bool?
    }

    /// The disk on which the recordings of the pipeline are stored.
    struct Disk: Sendable, Equatable {
        var folder: String
        /// The disk's write speed in bytes per second, measured while data is synchronised after every 4 MB; `nil` if
        /// it was not measured.
        var bytesPerSecond: Double?
        /// The free space of the disk in bytes; `nil` if unknown.
        var freeBytes: Int64?
        /// The value of `storage.keep-free` in bytes: the space that recordings must leave free on the disk.
        var keptFree: Int64
    }

    var machine: Machine
    var devices: [DeviceFacts] = []
    /// The sound devices that this user may not open, with the group that may.
    var deniedCards: [String: String] = [:]
    /// The cameras of this machine that are not V4L2 devices.
    var others: [OtherCamera] = []
    var microphones: [MicrophoneListing] = []
    /// The name of the examined pipeline file. `nil` if the user named no file and no camera was found for which a file
    /// could be written.
    var name: String?
    /// The summary of the recording's plan; `nil` if the recording could not be planned.
    var plan: PlanSummary?
    /// The reasons, as sentences, why a recording would not start now on this machine, although the pipeline file is
    /// correct.
    var lacks: [String] = []
    /// The error that prevented the trial recording; `nil` if there was none.
    var failure: CommandFailure?
    var disk: Disk?
    var trial: TrialReading?
}

/// The result of the trial recording of `dualcam doctor`.
struct TrialReading: Sendable, Equatable {
    /// The measurements of one camera in the trial recording.
    struct Camera: Sendable, Equatable {
        /// The measured frame rate of the camera in pictures per second; `nil` if too few pictures arrived.
        var rate: Double?
        /// The requested frame rate of the camera in pictures per second; `nil` if unknown.
        var asked: Double?
        /// The number of seconds between two key frames of the camera's own H.264. `nil` if fewer than two arrived, or
        /// if the camera's own H.264 is not recorded.
        var keyFrames: Double?
        /// The number of damaged pictures that the camera delivered.
        var damaged = 0
        /// The reason for each loss of the camera during the trial (`failed`, `stalled` or `missing`), in order of
        /// time.
        var losses: [String] = []
    }

    /// The levels of a sound track in the trial recording, in dBFS; silence is -120.
    struct Microphone: Sendable, Equatable {
        /// The title of the sound track: `microphone`, or the names of the microphones that are mixed in it.
        var title: String
        /// The peak level in dBFS in the loudest tenth of a second of the trial.
        var loudest: Double
        /// The peak level in dBFS in the quietest tenth of a second of the trial.
        var quietest: Double
        /// The drift of the microphone's clock in parts per million. It is positive if the clock is slow and negative
        /// if it is fast. `nil` if the trial was too short, or if the microphone has no clock of its own.
        var drift: Double?
    }

    /// A file that the trial recording has finished.
    struct File: Sendable, Equatable {
        var output: String
        var path: String
    }

    var exitCode: Int32
    /// The reason why the trial recording failed, with advice; `nil` if it succeeded.
    var failure: String?
    /// The length of the trial recording in seconds.
    var seconds: Double = 0
    /// The measurements of the cameras, keyed by camera name.
    var cameras: [String: Camera] = [:]
    /// The reasons for each loss of a microphone during the trial, as in `Camera.losses`.
    var lostMicrophones: [InputName: [String]] = [:]
    /// The reasons in `lostMicrophones`, each with the microphone's title, sorted by the titles.
    var losses: [(title: String, reasons: [String])] {
        lostMicrophones.map { (title: $0.key.title, reasons: $0.value) }.sorted { $0.title < $1.title }
    }
    /// The levels of the sound tracks in the trial recording, in the order of the tracks.
    var microphones: [Microphone] = []
    /// The files of the trial recording, in the order in which they were finished.
    var files: [File] = []
    /// The messages of the warnings that the trial recording printed.
    var warnings: [String] = []
    var rows: [Audit.Row] = []
    /// The findings of the trial recording's audit, as text. Harmless findings are left out.
    var doubts: [String] = []
    /// The exit code for the verdict of the trial recording's audit; `nil` if there was no audit.
    var audit: ExitCode?
}

extension TrialReading {
    /// Creates the result of a trial recording from the events that the recording printed.
    ///
    /// - Parameters:
    ///   - events: The events of `run --json`, in order.
    ///   - audit: The audit of the recorded files; `nil` if no session was recorded.
    init(exitCode: Int32, events: [JSONValue], audit: Audit?) {
        self.exitCode = exitCode
        rows = audit?.rows ?? []
        self.audit = audit?.exit
        doubts = (audit?.findings ?? []).filter { $0.severity > .note }.map {
            ($0.subject.isEmpty ? "" : $0.subject + ": ") + $0.text
        }
        for event in events { observe(event) }
    }

    private mutating func observe(_ event: JSONValue) {
        let input = event["input"]?.text ?? ""
        switch event["event"]?.text {
        case "status": seconds = max(seconds, event["recorded"]?.number ?? 0)
        case "file-finished":
            if let output = event["output"]?.text, let path = event["path"]?.text {
                files.append(File(output: output, path: path))
            }
        case "cadence":
            cameras[input, default: Camera()].rate = event["rate"]?.number
            cameras[input, default: Camera()].asked = event["asked"]?.number
        case "key-frames": cameras[input, default: Camera()].keyFrames = event["distance"]?.number
        case "damaged": cameras[input, default: Camera()].damaged += event["count"]?.count ?? 0
        case "input-lost":
            let reason = event["reason"]?.text ?? ""
            let name = InputName(input)
            if name.isMicrophone {
                lostMicrophones[name, default: []].append(reason)
            } else {
                cameras[input, default: Camera()].losses.append(reason)
            }
        case "warning":
            if let message = event["message"]?.text { warnings.append(message) }
        case "failed":
            let parts = [event["message"]?.text, event["advice"]?.text].compactMap { $0 }.filter { !$0.isEmpty }
            failure = parts.map(Sentence.ended).joined(separator: " ")
        default: break
        }
    }
}

extension TrialReading.Microphone {
    /// Creates the levels of a sound track from its peaks.
    ///
    /// - Parameter peaks: The peak amplitude in each tenth of a second, from 0 to 1 (full scale).
    init(title: String, peaks: [Double], drift: Double? = nil) {
        let decibels = { (amplitude: Double) in amplitude > 1e-6 ? 20 * log10(amplitude) : -120 }
        self.init(title: title, loudest: decibels(peaks.max() ?? 0), quietest: decibels(peaks.min() ?? 0), drift: drift)
    }
}
