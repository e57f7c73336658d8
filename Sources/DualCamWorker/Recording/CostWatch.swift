import DualCamPlan
import DualCamProcess
import DualCamRecordings
import Glibc

/// Measures a recording's CPU use, and stores the result for later plans of similar recordings. The result is stored
/// after the first seconds, in case the recording is killed, and again at the end.
struct CostWatch: Sendable {
    let prepared: PreparedRecording
    let store: CalibrationStore
    private var work = SteadyCPUUsage()
    private var isKept = false
    /// The processes to measure: the supervisor and all its descendants.
    private let processes: ProcessTree
    private let begin = ContinuousClock.now

    init(_ prepared: PreparedRecording, in place: ProcessEnvironment) {
        self.prepared = prepared
        store = CalibrationStore(place)
        processes = ProcessTree(root: getppid(), files: place.files)
    }

    mutating func observe(_ event: SessionEvent) {
        let now = begin.duration(to: .now)
        switch event.kind {
        case .recording: work.begin(at: now)
        case .status(let status):
            work.observe(processes.reading(at: now), isSteady: status.isSteady)
        default: break
        }
    }

    /// True once enough has been measured for a first result and `nextEntry()` has not returned it yet.
    var isDue: Bool { !isKept && work.seconds >= SteadyCPUUsage.enough / .seconds(1) }

    /// Returns the CPU use measured since the last call. Leaves out intervals that other programs disturbed. Returns
    /// `nil` if too little was measured.
    mutating func nextEntry() -> Experience.Entry? {
        let seen = work
        isKept = true
        work.forget()
        guard let cores = seen.cores else { return nil }
        return Experience.Entry(cores: cores, seconds: seen.seconds, date: CalibrationRun.now())
    }

    /// Stores a measured cost of this recording for later plans.
    /// - Returns: The reason why the cost could not be stored; `nil` on success.
    func keep(_ entry: Experience.Entry) async -> String? {
        let machine = MachineIdentity.ofThisMachine(prepared.inputs.machine)
        do throws(CommandFailure) {
            let work = try prepared.summary().cost.work
            return await BlockingCalls.perform { [store] in store.learn(entry, of: work, on: machine) }
        } catch {
            return error.text
        }
    }
}
