import DualCamConfig
import DualCamSession
import DualCamSupervision

/// The hooks of a supervisor: what its policy decides is done beside everything else.
struct HookRunner {
    private var policy = HookPolicy()
    private let processes: HookProcesses
    private let place: ProcessEnvironment
    /// The last that the worker told was the end of a session.
    private var hasFinished = false
    /// Somebody has asked for the end once more since then.
    private var isHurried = false
    /// When somebody has asked for the end last, in nanoseconds since 1970.
    private var asked: Int64?

    init(_ order: SupervisionOrder, _ place: ProcessEnvironment, _ inputs: AsyncStream<SupervisorInput>.Continuation) {
        self.place = place
        processes = HookProcesses(place, pipeline: place.absolute(order.found.path)) { inputs.yield(.hook($0)) }
    }

    /// Takes in an input of the supervisor's, once its state has.
    /// - Returns: what has to be told of hooks.
    mutating func observe(_ input: SupervisorInput, _ state: SupervisionState, _ hooks: Hooks, at now: Duration)
        -> [HookTrouble]
    {
        switch input {
        case .state(.begin), .reread: return handle(.begin(hooks), at: now)
        case .told(var event):
            event.folder = state.folder.map(place.absolute)
            hasFinished = event.name == .finished
            // Whoever has read of the end may be heard before it is.
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

    /// Takes in what the supervisor is about to do.
    mutating func observe(_ action: SupervisionAction, _ state: SupervisionState, at now: Duration) -> [HookTrouble] {
        switch action {
        case .tell(let news, let folder):
            return news.told(in: (folder ?? state.folder).map(place.absolute)).map { handle(.told($0), at: now) } ?? []
        case .die: return handle(.abandon, at: now)
        default: return []
        }
    }

    /// Nothing more comes: what is left has its time, unless nobody wants to wait.
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
