import DualCamSession
import FoundationEssentials

/// The heartbeat of a worker, sent once a second and whenever it enters another stage: one JSON object a line.
struct Heartbeat: Codable, Sendable, Equatable {
    struct Output: Codable, Sendable, Equatable {
        var name: String
        var frames: Int
        var dropped: Int
        var bytes: Int64
    }

    /// A step of shedding that is in force.
    struct Shed: Codable, Sendable, Equatable {
        /// The words of `run --json`.
        var step: String
        var reason: String
    }

    var stage = WorkerStage.preparing
    /// True when frames are due in a file.
    var isFlowing = false
    /// Nothing is recorded because somebody paused it.
    var isPaused = false
    /// The session's folder, once it is there.
    var folder: String?
    /// Unix nanoseconds when this worker's recording began.
    var began: Int64?
    /// Seconds recorded.
    var recorded = 0.0
    /// Bytes free on the disk of the session; `nil`: not known.
    var freeBytes: Int64?
    var outputs: [Output] = []
    /// Combined frames that show an older picture of a camera.
    var repeated = 0
    /// Cameras and microphones that are lost now.
    var lostInputs: [String] = []
    /// The share of what this worker can have that it uses, and the fullest queue before an encoder; `nil`: not known.
    var load: Double?
    var queue: Double?
    var shed: [Shed] = []
    /// The number of times that this worker has left something out.
    var shedSteps = 0
    /// The workload in the words of the status line; empty: there is none.
    var workload = ""
    /// The heat of the machine, from 0 (nominal) to 4 (shutdown); `nil`: not known.
    var heatLevel: Int?
    /// Seconds until the next level, if it goes on like this.
    var heatForecast: Int64?
    /// 0 ... 1; `nil`: there is no battery.
    var batteryCharge: Double?
    /// Sessions of this worker that are over.
    var takes = 0
    /// The settings directed while it runs, each as `KEY=VALUE`.
    var directed: [String] = []
    /// The names of the muted microphones.
    var muted: [String] = []
    /// The reason why the session ends: a `StopReason`.
    var ending: String?
    /// The shortfalls of its outputs at the end, for people.
    var shortfalls: [String] = []
    /// It ended with a failure of its disk that did not leave that full.
    var isPlainLoss = false

    /// The heartbeat with its newline.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot hold.
    func line() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) + "\n" }

    /// `nil` for a line that is none, such as one that was cut when the pipe was full, and for one with a number that cannot be.
    init?(line: some Sequence<UInt8>) {
        guard let beat = Heartbeat(ownJSON: line), beat.isSound else { return nil }
        self = beat
    }

    init() {}
}

extension Heartbeat {
    /// True when every number can be: what is added up of heartbeats stays far from the limits of its type.
    private var isSound: Bool {
        let (counts, sizes, years) = (0...1 << 40, Int64(0)...1 << 53, 10.0 * 31_557_600)
        let numbers = outputs.flatMap { [$0.frames, $0.dropped] } + [repeated, shedSteps, takes, heatLevel ?? 0]
        let shares = [load, queue, batteryCharge].compactMap { $0 }
        return numbers.allSatisfy(counts.contains)
            && (outputs.map(\.bytes) + [heatForecast ?? 0]).allSatisfy(sizes.contains)
            && freeBytes ?? 0 >= 0 && (0...years).contains(recorded) && shares.allSatisfy((0...1e6).contains)
            && began.map(WallTime.readable.contains) ?? true
    }
}
