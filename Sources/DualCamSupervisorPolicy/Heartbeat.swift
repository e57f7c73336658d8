import DualCamPlan
import DualCamRecordings
package import DualCamSession
import FoundationEssentials

/// The heartbeat of a worker: its state as one JSON object on one line. It is sent to the supervisor once a second and
/// at each change of stage.
package struct Heartbeat: Codable, Sendable, Equatable {
    /// An output's numbers of frames and bytes in a heartbeat. `bytes` is the number of bytes handed to the file
    /// system, over all segments.
    package struct Output: Codable, Sendable, Equatable {
        /// The output's name: the name of a camera, or `combined`.
        package var name: String
        /// The number of video frames that the worker has written to the output's files.
        package var frames: Int
        /// The number of the output's frames that all workers of the session have dropped. After the session's end, as
        /// `audit` counts them.
        package var dropped: Int
        package var bytes: Int64
        /// `missing`: the number of frames that are in no file; `shed`: the number of frames that were left out on
        /// purpose. Both are `nil` until the session ends.
        package var missing: Int?
        package var shed: Int?
    }

    /// A shedding step in force: a measure that reduces the load, such as a lower frame rate.
    package struct Shed: Codable, Sendable, Equatable {
        /// `step`: the shedding step; `reason`: its cause; both as in the events of `run --json`.
        package var step: String
        package var reason: String
    }

    /// A faulty signal of a camera or microphone, with the code of its warning.
    package struct Signal: Codable, Sendable, Hashable {
        /// The name of the faulty input.
        package var input: String
        /// The code of the warning, as in the events of `run --json`.
        package var code: String
        /// The fault as text for users, such as `microphone silent`.
        package var text: String
    }

    /// The highest peak level of a microphone since the previous status event.
    package struct Peak: Codable, Sendable, Equatable {
        package var microphone: String
        /// The microphone's peak level in dBFS.
        package var peak: Double
    }

    /// The measurements of a camera's newest picture.
    package struct Picture: Codable, Sendable, Equatable {
        package var camera: String
        /// The picture's mean luminance, 0 (black) ... 1 (white); `nil` if unknown.
        package var luminance: Double?
        /// The number of seconds for which the picture has not changed.
        package var unchanged: Double
    }

    package var stage = WorkerStage.preparing
    /// True if frames should now be arriving in the worker's files.
    package var isFlowing = false
    /// True if a user has paused the recording.
    package var isPaused = false
    /// The path of the session's folder; `nil` before the folder exists.
    package var folder: String?
    /// The Unix time, in nanoseconds, at which this worker's recording began; `nil` before it began.
    package var began: Int64?
    /// The number of seconds between two frames of the fastest output that records now; 0 if unknown.
    package var frameSeconds = 0.0
    /// The duration of the recording so far, in seconds.
    package var recorded = 0.0
    /// The free space on the session's disk, in bytes; `nil` if unknown.
    package var freeBytes: Int64?
    /// The numbers of frames and bytes of each output; empty before the first status event and while the worker stands
    /// by.
    package var outputs: [Output] = []
    /// The number of combined frames that show an older picture of a camera again, because the new one was late.
    package var repeated = 0
    /// The names of the cameras and microphones that are missing now.
    package var lostInputs: [String] = []
    /// The names of the outputs whose inputs deliver frames but whose files receive none.
    package var stillOutputs: [String] = []
    /// `signals`: the faulty signals of the inputs; `peaks` and `pictures`: the measurements of microphones and
    /// cameras.
    package var signals: [Signal] = []
    package var peaks: [Peak] = []
    package var pictures: [Picture] = []
    /// `load`: the fraction of the available processor time that this worker uses; `queue`: the level of the fullest
    /// encoder queue, 0 ... 1. Both are `nil` if unknown.
    package var load: Double?
    package var queue: Double?
    /// The shedding steps in force; empty without shedding.
    package var shed: [Shed] = []
    /// The folders of this worker's last ended takes, newest last. The worker does not write to these folders again.
    package var ended: [String] = []
    /// The number of shedding steps that this worker has taken so far.
    package var shedSteps = 0
    /// The workload as text for the status line; may be empty.
    package var workload = ""
    /// The heat level of the machine, from 0 (nominal) to 4 (shutdown); `nil` if unknown.
    package var heatLevel: Int?
    /// The forecast number of seconds until the next heat level, if the temperature keeps rising at the same rate;
    /// `nil` without a forecast.
    package var heatForecast: Int64?
    /// The battery's charge, 0 (empty) ... 1 (full); `nil` if there is no battery.
    package var batteryCharge: Double?
    /// The number of sessions that this worker has ended.
    package var takes = 0
    /// The settings that commands have changed since the worker started, each as `KEY=VALUE`.
    package var directed: [String] = []
    /// The names of the microphones that are muted now.
    package var muted: [String] = []
    /// The reason why the session is ending, as the raw value of a `StopReason`; `nil` if it is not.
    package var ending: String?
    /// Texts for users about what is missing in each output at the end of the session.
    package var shortfalls: [String] = []

    /// Returns the heartbeat as one line of JSON, including its newline.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot represent.
    package func line() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) + "\n" }

    /// Reads a heartbeat from a line. Returns `nil` for any other line, such as one cut off when the pipe was full, and
    /// for impossible numbers.
    package init?(line: some Sequence<UInt8>) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(line)) } catch { return nil }
        guard isSound || planted(.numbersBelieved) else { return nil }
    }

    package init() {}
}

extension Heartbeat {
    /// True if every number in the heartbeat is plausible, so that sums over heartbeats cannot overflow.
    private var isSound: Bool {
        let (counts, sizes, years) = (0...1 << 40, Int64(0)...1 << 53, 10.0 * 31_557_600)
        let numbers =
            outputs.flatMap { [$0.frames, $0.dropped, $0.missing ?? 0, $0.shed ?? 0] } + [
                repeated, shedSteps, takes, heatLevel ?? 0,
            ]
        let seen = pictures.map { $0.luminance ?? 0 } + pictures.map { $0.unchanged / years }
        let shares = [load, queue, batteryCharge].compactMap { $0 } + seen
        return numbers.allSatisfy(counts.contains)
            && (outputs.map(\.bytes) + [heatForecast ?? 0]).allSatisfy(sizes.contains)
            && freeBytes ?? 0 >= 0 && [recorded, frameSeconds].allSatisfy((0...years).contains)
            && shares.allSatisfy((0...1e6).contains) && peaks.allSatisfy { (-1000...1000).contains($0.peak) }
            && began.map(WallTime.readable.contains) ?? true
    }
}
