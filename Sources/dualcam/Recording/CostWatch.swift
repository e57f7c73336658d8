import DualCamPlan
import DualCamSession
import Glibc

/// Sees what a recording takes of the processor, and keeps it for the next plan of the same work.
struct CostWatch: Sendable {
    let prepared: PreparedRecording
    let store: ExperienceStore
    private var work = SteadyWork()
    private let others: OtherLoad
    /// The supervisor and all below it.
    private let processes: ProcessTree
    private let begin = ContinuousClock.now

    init(_ prepared: PreparedRecording, in place: ProcessEnvironment) {
        self.prepared = prepared
        store = ExperienceStore(CalibrationStore(place))
        processes = ProcessTree(getppid(), files: place.files)
        others = OtherLoad(place.files, cores: prepared.inputs.machine.cores)
    }

    mutating func observe(_ event: SessionEvent) {
        let now = begin.duration(to: .now)
        switch event.kind {
        case .recording: work.begin(at: now)
        case .status(let status):
            let cpu = processes.time
            work.observe(cpu: cpu ?? 0, isSteady: cpu != nil && status.isSteady, at: now)
        default: break
        }
    }

    /// Keeps the measured cost, unless other programs' work has made it dearer.
    /// - Returns: the reason why it could not be kept.
    func keep() async -> String? {
        guard let cores = work.cores, others.harm == nil else { return nil }
        let entry = Experience.Entry(cores: cores, seconds: work.seconds, date: CalibrationRun.now())
        let machine = MachineIdentity.ofThisMachine(prepared.inputs.machine)
        do throws(CommandFailure) {
            let work = try prepared.summary().cost.work
            return await BlockingCalls.perform { [store] in store.learn(entry, of: work, on: machine) }
        } catch {
            return error.text
        }
    }
}
