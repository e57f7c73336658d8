import DualCamPlan
package import DualCamSession
import FoundationEssentials

/// The heartbeat of a worker, sent once a second and at each change of stage, as one JSON object a line.
package struct Heartbeat: Codable, Sendable, Equatable {
    /// The counts of an output. `bytes` counts the bytes handed to the file system, over all segments.
    package struct Output: Codable, Sendable, Equatable {
        package var name: String
        package var frames: Int
        package var dropped: Int
        package var bytes: Int64
        /// The frames that are in no file, and those that were left out on purpose; `nil` until the end.
        package var missing: Int?
        package var shed: Int?
    }

    /// A step of shedding in force.
    package struct Shed: Codable, Sendable, Equatable {
        /// The step and its reason, in the words of `run --json`.
        package var step: String
        package var reason: String
    }

    /// A faulty signal of an input, with the code of its warning.
    package struct Signal: Codable, Sendable, Hashable {
        package var input: String
        package var code: String
        /// The fault in words for people, such as `microphone silent`.
        package var text: String
    }

    /// The highest peak of a microphone since the previous status.
    package struct Peak: Codable, Sendable, Equatable {
        package var microphone: String
        /// The peak in dBFS.
        package var peak: Double
    }

    /// The figures of a camera's newest picture.
    package struct Picture: Codable, Sendable, Equatable {
        package var camera: String
        /// The mean luminance, 0 ... 1; `nil` if unknown.
        package var luminance: Double?
        /// The seconds since the picture has changed.
        package var unchanged: Double
    }

    package var stage = WorkerStage.preparing
    /// True when frames are due in a file.
    package var isFlowing = false
    /// True when a person has paused the recording.
    package var isPaused = false
    /// The session's folder, once it exists.
    package var folder: String?
    /// Unix nanoseconds when this worker's recording began.
    package var began: Int64?
    /// The seconds between two frames of the fastest output that records now; 0 if unknown.
    package var frameSeconds = 0.0
    /// The recorded seconds.
    package var recorded = 0.0
    /// The free bytes on the disk of the session; `nil` if unknown.
    package var freeBytes: Int64?
    package var outputs: [Output] = []
    /// The number of combined frames that show an older picture of a camera.
    package var repeated = 0
    /// The cameras and microphones that are missing now.
    package var lostInputs: [String] = []
    /// The outputs into which no frame is written although their inputs deliver.
    package var stillOutputs: [String] = []
    /// The faults of the inputs' signals, and the figures behind them.
    package var signals: [Signal] = []
    package var peaks: [Peak] = []
    package var pictures: [Picture] = []
    /// The share of the available processor time that this worker uses, and the fullest queue before an encoder; `nil`
    /// if unknown.
    package var load: Double?
    package var queue: Double?
    package var shed: [Shed] = []
    /// The folders of the newest ended takes of this worker, the last one last. The worker does not return to them.
    package var ended: [String] = []
    /// The number of steps of shedding that this worker has taken.
    package var shedSteps = 0
    /// The workload in the words of the status line; may be empty.
    package var workload = ""
    /// The heat of the machine, from 0 (nominal) to 4 (shutdown); `nil` if unknown.
    package var heatLevel: Int?
    /// The seconds until the next level of heat, if the temperature keeps rising at the same rate.
    package var heatForecast: Int64?
    /// The charge of the battery, 0 ... 1; `nil` if there is none.
    package var batteryCharge: Double?
    /// The number of ended sessions of this worker.
    package var takes = 0
    /// The settings directed while the worker runs, each as `KEY=VALUE`.
    package var directed: [String] = []
    /// The names of the muted microphones.
    package var muted: [String] = []
    /// The reason why the session ends, as the raw value of a `StopReason`.
    package var ending: String?
    /// The shortfalls of the outputs at the end, for people.
    package var shortfalls: [String] = []

    /// Returns the heartbeat with its newline.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot represent.
    package func line() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) + "\n" }

    /// Reads a heartbeat. Returns `nil` for any other line, such as one that was cut when the pipe was full, and for
    /// one with an impossible number.
    package init?(line: some Sequence<UInt8>) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(line)) } catch { return nil }
        guard isSound || planted(.numbersBelieved) else { return nil }
    }

    package init() {}
}

extension Heartbeat {
    /// True when every number is possible, so that sums over heartbeats stay far from the limits of their types.
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
