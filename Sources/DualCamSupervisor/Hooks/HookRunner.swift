import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamSupervisorPolicy
import DualCamWorker

/// The hooks of a supervisor. `HookPolicy` decides which hooks run, and separate processes run them.
struct HookRunner {
    private var policy = HookPolicy()
    private let processes: HookProcesses
    private let place: ProcessEnvironment
    /// True if the last event from the worker said that a session is finished.
    private var hasFinished = false
    /// True if the user has asked to end the program after the session was finished. Running hooks are then not waited
    /// for.
    private var isHurried = false
    /// The time of the user's last request to end the program, in Unix nanoseconds; `nil` if there was none.
    private var asked: Int64?

    init(_ order: SupervisionOrder, _ place: ProcessEnvironment, _ inputs: AsyncStream<SupervisorInput>.Continuation) {
        self.place = place
        processes = HookProcesses(place, pipeline: place.absolute(order.found.path)) { inputs.yield(.hook($0)) }
    }

    /// Passes an input of the supervisor to the policy, and carries out the policy's actions. Called after the
    /// supervisor's state machine has processed the input.
    /// - Returns: The failures of hooks to report.
    mutating func observe(_ input: SupervisorInput, _ state: SupervisionState, _ hooks: Hooks, at now: Duration)
        -> [HookTrouble]
    {
        switch input {
        case .state(.begin), .reread: return handle(.begin(hooks), at: now)
        case .told(var event):
            event.folder = state.folder.map(place.absolute)
            hasFinished = event.name == .finished
            // The user may see the printed event and ask to end the program before this process receives the event.
            if hasFinished, let asked, let time = event.time { isHurried = asked >= time }
            return handle(.told(event), at: now)
        case .hook(let input): return handle(input, at: now)
        case .state(.tick): return handle(.tick, at: now)
        case .state(.signal), .pressed(.quit):
            isHurried = hasFinished
            asked = WallTime.unixNow()
            return []
        default: return []
        }
    }

    /// Passes the event that the supervisor is about to report, if `action` reports one, to the hooks. Returns the
    /// failures of hooks to report.
    mutating func observe(_ action: SupervisionAction, _ state: SupervisionState, at now: Duration) -> [HookTrouble] {
        switch action {
        case .tell(let news, let folder):
            return news.told(in: (folder ?? state.folder).map(place.absolute)).map { handle(.told($0), at: now) } ?? []
        case .die: return handle(.abandon, at: now)
        default: return []
        }
    }

    /// Ends the hooks after the recording is over. Hooks that still run get a limited time, or no time if the user has
    /// asked again to end the program. Returns the failures of hooks to report.
    mutating func close(at now: Duration) -> [HookTrouble] {
        handle(.close, at: now) + (isHurried ? handle(.abandon, at: now) : [])
    }

    var isOver: Bool { policy.isOver }
    var names: [String] { policy.names }

    mutating func handle(_ input: HookPolicy.Input, at now: Duration) -> [HookTrouble] {
        policy.observe(input, at: now).compactMap { action -> HookTrouble? in
            switch action {
            case .run(let lane, let event): processes.run(lane, event)
            case .keep(let lane, let event): processes.keep(event, for: lane)
            case .send(let lane, let signal): processes.send(signal, to: lane)
            case .tell(let trouble): return trouble
            }
            return nil
        }
    }
}
