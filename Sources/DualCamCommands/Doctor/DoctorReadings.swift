import DualCamConfig
import DualCamPlan
import DualCamSession
import Glibc

/// The readings of a machine and a trial recording, before `dualcam doctor` judges them.
struct DoctorReadings: Sendable {
    /// The general facts about the machine.
    struct Machine: Sendable, Equatable {
        /// The version of GStreamer, such as `1.22.0`.
        var gstreamer: String
        /// The kernel's name and version, such as `Linux 6.1.0-18-amd64`.
        var kernel: String
        var processor: String
        var cores: Int
        /// The hardware encoders that are installed but encoded nothing.
        var silentEncoders: Set<String> = []
        /// True when a time service keeps the clock right; `nil` if the kernel does not report it.
        var isClockSynchronised: Bool?
    }

    /// The disk on which recordings are stored.
    struct Disk: Sendable, Equatable {
        var folder: String
        /// The speed in bytes per second with synchronisation after every 4 MB; `nil` if it was not measured.
        var bytesPerSecond: Double?
        /// The free space in bytes; `nil` if unknown.
        var freeBytes: Int64?
        /// The value of `storage.keep-free` in bytes.
        var keptFree: Int64
    }

    var machine: Machine
    var devices: [DeviceFacts] = []
    /// The other cameras of this machine, which are not V4L2 devices.
    var others: [OtherCamera] = []
    var microphones: [MicrophoneListing] = []
    /// The name of the pipeline file; `nil` if none was given and no camera was found to write one for.
    var name: String?
    /// The plan; `nil` if there is none.
    var plan: PlanSummary?
    /// The things missing on this machine for which `dualcam run` would refuse a correct file.
    var lacks: [String] = []
    /// The reason why no recording could be tried.
    var failure: CommandFailure?
    var disk: Disk?
    var trial: TrialReading?
}

/// The result of a trial recording.
struct TrialReading: Sendable, Equatable {
    /// The figures of a camera.
    struct Camera: Sendable, Equatable {
        /// The measured pictures per second; `nil` if too few arrived.
        var rate: Double?
        /// The requested pictures per second.
        var asked: Double?
        /// The seconds between two key frames of the camera's own H.264; `nil` if fewer than two arrived, or if it is
        /// not recorded.
        var keyFrames: Double?
        /// The number of damaged pictures.
        var damaged = 0
        /// The reasons why the camera was lost (`failed`, `stalled`, `missing`), in order of time.
        var losses: [String] = []
    }

    /// The levels of an audio track in dBFS; silence is -120.
    struct Microphone: Sendable, Equatable {
        /// The title: `microphone`, or the names of the microphones mixed in the track.
        var title: String
        /// The peak levels of the loudest and the quietest tenth of a second.
        var loudest: Double
        var quietest: Double
        /// The clock drift in parts per million: positive if the clock is slow, negative if it is fast. `nil` if the
        /// trial was too short, or if the microphone has no clock of its own.
        var drift: Double?
    }

    /// A finished file.
    struct File: Sendable, Equatable {
        var output: String
        var path: String
    }

    var exitCode: Int32
    /// The reason and advice for a recording that failed.
    var failure: String?
    /// The recorded time in seconds.
    var seconds: Double = 0
    /// The cameras by name.
    var cameras: [String: Camera] = [:]
    /// The microphones in the order of the tracks.
    var microphones: [Microphone] = []
    /// The files in the order in which they were finished.
    var files: [File] = []
    /// The messages of warnings.
    var warnings: [String] = []
    var rows: [Audit.Row] = []
    /// The findings of the audit that are more severe than a note.
    var doubts: [String] = []
    /// The exit code of the audit.
    var audit: ExitCode?
}

extension TrialReading {
    /// Creates the result from the recording's events.
    ///
    /// - Parameters:
    ///   - events: The lines of `run --json`, in order.
    ///   - audit: The audit of the files; `nil` if there is no session.
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
        case "input-lost": cameras[input, default: Camera()].losses.append(event["reason"]?.text ?? "")
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
    /// - Parameter peaks: The peak amplitude of each tenth of a second, from 0 to 1.
    init(title: String, peaks: [Double], drift: Double? = nil) {
        let decibels = { (amplitude: Double) in amplitude > 1e-6 ? 20 * log10(amplitude) : -120 }
        self.init(title: title, loudest: decibels(peaks.max() ?? 0), quietest: decibels(peaks.min() ?? 0), drift: drift)
    }
}
