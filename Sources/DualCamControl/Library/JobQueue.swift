internal import Dispatch
import DualCamTransfer
internal import Synchronization

/// The queue of a library's jobs, which reports every change of a job. Jobs that make new files (often for hours), jobs
/// that copy sessions elsewhere, and all others run in separate queues. Each queue runs one job at a time.
final class JobQueue: Sendable {
    /// The limits on the number of jobs. `mostAhead`: the maximum number of jobs that run or wait. `most`: the maximum
    /// number of jobs in the list, including ended ones.
    private static let (mostAhead, most) = (20, 100)
    private let tools: LibraryTools
    private let queue = DispatchQueue(label: "dualcam.library.work")
    private let making = DispatchQueue(label: "dualcam.library.making")
    private let copying = DispatchQueue(label: "dualcam.library.copying")
    /// The jobs of the queue. `jobs`: the unfinished and recently ended jobs, oldest first. `next`: the number that
    /// the next job will get.
    private let state: Mutex<(jobs: [Job], next: Int)>
    private let tell: @Sendable (Job) -> Void

    /// Creates an empty queue of jobs.
    /// - Parameters:
    ///   - first: the number of the first job.
    ///   - tell: called with a job whenever it changes.
    init(_ tools: LibraryTools, first: Int = 1, tell: @escaping @Sendable (Job) -> Void) {
        (self.tools, self.tell) = (tools, tell)
        state = Mutex(([], first))
    }

    /// The number of the newest job. If there is no job yet, one less than the number of the first job.
    var last: Int { state.withLock { $0.next - 1 } }

    var jobs: [Job] { state.withLock { $0.jobs } }

    func isBusy(with session: String) -> Bool {
        jobs.contains { $0.order.session == session && $0.state == .running }
    }

    /// Adds a job for a request and returns it. If an unfinished job has the same request, returns that job. Returns
    /// `nil` if too many jobs are waiting.
    func add(_ order: Job.Order) -> Job? {
        let (work, isNew) = state.withLock { state -> (Job?, Bool) in
            let ahead = state.jobs.filter { $0.state == .running }
            if let same = ahead.first(where: { $0.order == order }) { return (same, false) }
            guard ahead.count < Self.mostAhead else { return (nil, false) }
            if state.jobs.count >= Self.most, let ended = state.jobs.firstIndex(where: { $0.state != .running }) {
                state.jobs.remove(at: ended)
            }
            let work = Job(id: state.next, order: order)
            state.next += 1
            state.jobs.append(work)
            return (work, true)
        }
        guard let work, isNew else { return work }
        tell(work)
        (order.kind.sends ? copying : order.kind.makesFiles ? making : queue).async { self.perform(work) }
        return work
    }

    /// Cancels a job that has not ended. Returns the job in its new state; a job that has ended is returned unchanged.
    /// Returns `nil` if the number is unknown.
    func cancel(_ id: Int, because reason: String = "It was cancelled.") -> Job? {
        change(id) { ($0.state, $0.error) = (.failed, reason) }
        return jobs.first { $0.id == id }
    }

    private func perform(_ work: Job) {
        guard isWanted(work.id) else { return }
        let outcome = tools.work(work.order) { progress in
            self.change(work.id) {
                $0.progress = progress
                $0.progress.percent = progress.percent.map { min(99, max(0, $0)) }
            }
            return self.isWanted(work.id)
        }
        change(work.id) { work in
            switch outcome {
            case .done(let result): (work.state, work.progress, work.result) = (.done, .init(100), result)
            case .failed(let reason): (work.state, work.error) = (.failed, reason)
            }
        }
    }

    private func isWanted(_ id: Int) -> Bool { jobs.contains { $0.id == id && $0.state == .running } }

    /// Applies `edit` to a job that has not ended, and reports the job if that changed it.
    private func change(_ id: Int, _ edit: (inout Job) -> Void) {
        let changed = state.withLock { state -> Job? in
            guard let index = state.jobs.firstIndex(where: { $0.id == id && $0.state == .running }) else { return nil }
            let before = state.jobs[index]
            edit(&state.jobs[index])
            if state.jobs[index].state != .running { state.jobs[index].order.texts = [:] }
            return state.jobs[index] == before ? nil : state.jobs[index]
        }
        if let changed { tell(changed) }
    }
}
