import DualCamPlan
package import DualCamSession
import FoundationEssentials

/// The heartbeat of a worker, sent once a second and whenever it enters another stage: one JSON object a line.
package struct Heartbeat: Codable, Sendable, Equatable {
    package struct Output: Codable, Sendable, Equatable {
        package var name: String
        package var frames: Int
        package var dropped: Int
        package var bytes: Int64
        /// Frames that are in no file, and those that were left out on purpose; `nil`: not known before the end.
        package var missing: Int?
        package var shed: Int?
    }

    /// A step of shedding that is in force.
    package struct Shed: Codable, Sendable, Equatable {
        /// The words of `run --json`.
        package var step: String
        package var reason: String
    }

    /// A fault of what an input delivers, by the code of its warning.
    package struct Signal: Codable, Sendable, Hashable {
        package var input: String
        package var code: String
        /// For people: `microphone silent`.
        package var text: String
    }

    package struct Peak: Codable, Sendable, Equatable {
        package var microphone: String
        /// dBFS
        package var peak: Double
    }

    package struct Picture: Codable, Sendable, Equatable {
        package var camera: String
        /// 0 ... 1; `nil`: not known.
        package var luminance: Double?
        /// Seconds since the picture has changed.
        package var unchanged: Double
    }

    package var stage = WorkerStage.preparing
    /// True when frames are due in a file.
    package var isFlowing = false
    /// Nothing is recorded because somebody paused it.
    package var isPaused = false
    /// The session's folder, once it is there.
    package var folder: String?
    /// Unix nanoseconds when this worker's recording began.
    package var began: Int64?
    /// Seconds between two frames of the fastest output that records now; 0: not known.
    package var frameSeconds = 0.0
    /// Seconds recorded.
    package var recorded = 0.0
    /// Bytes free on the disk of the session; `nil`: not known.
    package var freeBytes: Int64?
    package var outputs: [Output] = []
    /// Combined frames that show an older picture of a camera.
    package var repeated = 0
    /// Cameras and microphones that are lost now.
    package var lostInputs: [String] = []
    /// Outputs of which no frame is written though their inputs deliver.
    package var stillOutputs: [String] = []
    /// Faults of what they deliver, and the figures behind them.
    package var signals: [Signal] = []
    package var peaks: [Peak] = []
    package var pictures: [Picture] = []
    /// The share of what this worker can have that it uses, and the fullest queue before an encoder; `nil`: not known.
    package var load: Double?
    package var queue: Double?
    package var shed: [Shed] = []
    /// The folders of the newest takes of this worker that are over, the last one last: it does not come back to them.
    package var ended: [String] = []
    /// The number of times that this worker has left something out.
    package var shedSteps = 0
    /// The workload in the words of the status line; empty: there is none.
    package var workload = ""
    /// The heat of the machine, from 0 (nominal) to 4 (shutdown); `nil`: not known.
    package var heatLevel: Int?
    /// Seconds until the next level, if it goes on like this.
    package var heatForecast: Int64?
    /// 0 ... 1; `nil`: there is no battery.
    package var batteryCharge: Double?
    /// Sessions of this worker that are over.
    package var takes = 0
    /// The settings directed while it runs, each as `KEY=VALUE`.
    package var directed: [String] = []
    /// The names of the muted microphones.
    package var muted: [String] = []
    /// The reason why the session ends: a `StopReason`.
    package var ending: String?
    /// The shortfalls of its outputs at the end, for people.
    package var shortfalls: [String] = []

    /// The heartbeat with its newline.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot hold.
    package func line() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) + "\n" }

    /// `nil` for a line that is none, such as one that was cut when the pipe was full, and for one with a number that cannot be.
    package init?(line: some Sequence<UInt8>) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(line)) } catch { return nil }
        guard isSound || planted(.numbersBelieved) else { return nil }
    }

    package init() {}
}

extension Heartbeat {
    /// True when every number can be: what is added up of heartbeats stays far from the limits of its type.
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
