import DualCamConfig
import DualCamPlan
import DualCamSession
import Glibc

/// All that `dualcam doctor` has read of a machine and of a trial recording, before it is judged.
struct DoctorReadings: Sendable {
    /// The machine in general.
    struct Machine: Sendable, Equatable {
        /// `1.22.0`
        var gstreamer: String
        /// `Linux 6.1.0-18-amd64`
        var kernel: String
        var processor: String
        var cores: Int
        /// Chips' encoders that are installed and encode nothing.
        var silentEncoders: Set<String> = []
        /// `nil`: the kernel does not tell.
        var isClockSynchronised: Bool?
    }

    /// The disk of the recordings.
    struct Disk: Sendable, Equatable {
        var folder: String
        /// Bytes a second that it takes when every 4 MB are written through; `nil`: not measured.
        var bytesPerSecond: Double?
        /// `nil`: not known.
        var freeBytes: Int64?
        /// `storage.keep-free`
        var keptFree: Int64
    }

    var machine: Machine
    var devices: [DeviceFacts] = []
    /// The other sources of pictures of this machine.
    var others: [OtherCamera] = []
    var microphones: [MicrophoneListing] = []
    /// The name of the pipeline file; `nil`: none was given, and there is no camera to write one for.
    var name: String?
    /// The plan; `nil`: there is none.
    var plan: PlanSummary?
    /// The lacks of this machine for which `dualcam run` would refuse a file that is right.
    var lacks: [String] = []
    /// The reason why nothing could be tried.
    var failure: CommandFailure?
    var disk: Disk?
    var trial: TrialReading?
}

/// The result of a trial recording.
struct TrialReading: Sendable, Equatable {
    /// One camera's own pictures.
    struct Camera: Sendable, Equatable {
        /// Pictures a second as measured; `nil`: too few came.
        var rate: Double?
        /// Pictures a second as asked for.
        var asked: Double?
        /// Seconds from one key frame to the next of its own H.264; `nil`: no two came, or that is not recorded.
        var keyFrames: Double?
        /// Pictures that came damaged.
        var damaged = 0
        /// The words for why it was out (`failed`, `stalled`, `missing`), in order.
        var losses: [String] = []
    }

    /// One track of sound, in dBFS; silence is -120.
    struct Microphone: Sendable, Equatable {
        /// `microphone`, or the names of those that are heard in it.
        var title: String
        /// The peaks of the loudest and of the quietest tenth of a second.
        var loudest: Double
        var quietest: Double
        /// Millionths by which its clock is slow (below zero: fast); `nil`: not measured, as the trial was too short, or as it has no
        /// clock of its own.
        var drift: Double?
    }

    /// A finished file.
    struct File: Sendable, Equatable {
        var output: String
        var path: String
    }

    var exitCode: Int32
    /// The reason of a recording that failed, with advice.
    var failure: String?
    /// Seconds that were recorded.
    var seconds: Double = 0
    /// By the cameras' names.
    var cameras: [String: Camera] = [:]
    /// In the order of the tracks.
    var microphones: [Microphone] = []
    /// The files in the order in which they were finished.
    var files: [File] = []
    /// The messages of warnings.
    var warnings: [String] = []
    var rows: [Audit.Row] = []
    /// The findings of the audit that are no notes.
    var doubts: [String] = []
    /// The exit code of the audit.
    var audit: ExitCode?
}

extension TrialReading {
    /// Reads what a recording told while it ran.
    ///
    /// - Parameters:
    ///   - events: the lines of `run --json`, in order.
    ///   - audit: `nil`: there is no session.
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
    /// - Parameter peaks: the greatest amplitude of each tenth of a second, 0 ... 1.
    init(title: String, peaks: [Double], drift: Double? = nil) {
        let decibels = { (amplitude: Double) in amplitude > 1e-6 ? 20 * log10(amplitude) : -120 }
        self.init(title: title, loudest: decibels(peaks.max() ?? 0), quietest: decibels(peaks.min() ?? 0), drift: drift)
    }
}
