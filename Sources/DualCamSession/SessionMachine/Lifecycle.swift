import DualCamPlan

/// The phase of the session. It only goes forward.
struct Lifecycle: Sendable {
    /// The steps of the end, within `Phase.finishing`.
    enum Ending: Sendable, Comparable {
        case files, closing, inspecting, saving
    }

    /// The effects that a request to stop can have.
    enum Stop: Sendable, Equatable {
        case ignored
        /// Nothing has been recorded yet.
        case cancels
        case halts
        case hastens
    }

    private(set) var phase: Phase
    private(set) var ending: Ending?
    /// The reason why it ends.
    private(set) var reason: StopReason?
    private(set) var isHastened = false
    /// True when its first event has been told.
    private(set) var hasBegun = false
    /// The graph has been asked to open the devices.
    private(set) var hasGraph = false
    /// The graph has been asked to record.
    private(set) var hasStarted = false
    /// The take that a session standing by is to record.
    var standby = StandbyState()

    init(standsBy: Bool) { phase = standsBy ? .standby : .preparing }

    /// The devices are open and nothing has been asked for that needs a folder.
    var isStanding: Bool { phase == .standby && standby.isOpen }

    /// Goes on to a later phase; does nothing for one that is past.
    mutating func enter(_ next: Phase) { phase = planted(.phaseGoesBack) ? next : max(phase, next) }

    /// Returns whether it had not begun before.
    mutating func begin() -> Bool {
        defer { hasBegun = true }
        return !hasBegun
    }

    /// Returns whether the graph is still to be asked to open the devices.
    mutating func openGraph() -> Bool {
        defer { hasGraph = true }
        return !hasGraph
    }

    /// The graph is asked to record.
    mutating func start() { (hasGraph, hasStarted) = (true, true) }

    func stop(_ why: StopReason) -> Stop {
        switch phase {
        // A changed pipeline file takes effect after the take.
        case .standby: why == .reload && standby.isAsked ? .ignored : .cancels
        case .preparing: why == .reload ? .ignored : .cancels
        case .running: why == .reload || planted(.stopUnheard) ? .ignored : .halts
        case .finishing: why == .reload || (isHastened && !planted(.hastenedAgain)) ? .ignored : .hastens
        case .finished: .ignored
        }
    }

    /// The end begins.
    ///
    /// - Parameter ending: `nil`: there are no files to wait for.
    mutating func finish(_ why: StopReason, _ ending: Ending?) {
        enter(.finishing)
        (reason, self.ending) = (why, ending)
    }

    mutating func hasten() { isHastened = true }

    /// Goes on with the end; does nothing for what is past.
    mutating func go(to next: Ending) { ending = max(ending ?? next, next) }
}

/// The take that a session standing by is to record: asked for, its folder made, answered when it has begun.
struct StandbyState: Sendable {
    /// The devices are open.
    private(set) var isOpen = false
    private(set) var isMakingFolder = false
    /// The settings of this take alone.
    private(set) var settings: [Setting] = []
    /// The take is of so much of what has just been, and ends as it begins; `nil`: it goes on.
    private(set) var last: Duration?
    /// The reason why no take could begin now; `nil`: none is known.
    private(set) var obstacle: SessionFailure?
    /// The command that asked for the take, until it is answered.
    private var pending: PendingCommand?

    /// A take has been asked for.
    var isAsked: Bool { pending != nil }

    /// The take whose folder is to be made; `nil`: there is none, or it waits for something.
    var due: PendingCommand? { isOpen && (!isMakingFolder || planted(.folderMadeTwice)) ? pending : nil }

    mutating func open() { isOpen = true }

    mutating func ask(_ command: PendingCommand) {
        pending = command
        last = (command.command.request as? TakeRequest)?.last
    }

    mutating func makeFolder(_ settings: [Setting]) -> [SessionEffect] {
        (self.settings, isMakingFolder) = (settings, true)
        return [.act(.makeSession)]
    }

    /// Returns true where another kind of obstacle is there than before, or none any more. Its figures change every second.
    mutating func note(_ obstacle: SessionFailure?) -> Bool {
        defer { self.obstacle = obstacle }
        return planted(.obstacleToldEachSecond) ? obstacle != self.obstacle : obstacle?.code != self.obstacle?.code
    }

    /// The folder is there, or will not be.
    mutating func folderMade() { isMakingFolder = false }

    /// Answers whoever asked for the take: it has begun, or will not begin. What was to hold for it alone holds no more then.
    mutating func answer(_ result: Result<ControlAnswer, ControlRefusal>) -> [SessionEffect] {
        guard let pending else { return [] }
        self.pending = nil
        if case .failure = result, !planted(.settingsOutliveTake) { settings = [] }
        return [.act(.answer(pending.number, result))]
    }
}
