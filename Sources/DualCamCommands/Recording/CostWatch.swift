import DualCamPlan
import DualCamSession
import Glibc

/// Sees what a recording takes of the processor, and keeps it for the next plan of the same work: once after its first seconds,
/// so that one that is killed has taught something, and again at its end.
struct CostWatch: Sendable {
    let prepared: PreparedRecording
    let store: CalibrationStore
    private var work = SteadyWork()
    private var isKept = false
    /// The supervisor and all below it.
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

    /// True once, when the first seconds have been seen.
    var isDue: Bool { !isKept && work.seconds >= SteadyWork.enough / .seconds(1) }

    /// Returns what was measured since the last time, but for what other programs' work has made dearer; `nil` where that is too little.
    mutating func nextEntry() -> Experience.Entry? {
        let seen = work
        isKept = true
        work.forget()
        guard let cores = seen.cores else { return nil }
        return Experience.Entry(cores: cores, seconds: seen.seconds, date: CalibrationRun.now())
    }

    /// Keeps a measured cost.
    /// - Returns: the reason why it could not be kept.
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
