import DualCamPlan
import DualCamRecordings

/// The phase of a session. If the session is ending, also the current step of its end and the reason for it. The phase
/// never goes back.
struct Lifecycle: Sendable {
    /// The steps in which a session ends, within `Phase.finishing`.
    enum Ending: Sendable, Comparable {
        case files, closing, inspecting, saving
    }

    /// The possible effects of a request to stop. The effect depends on the session's phase.
    enum Stop: Sendable, Equatable {
        case ignored
        /// The request to stop ends a session that has not recorded anything.
        case cancels
        case halts
        case hastens
    }

    private(set) var phase: Phase
    private(set) var ending: Ending?
    /// The reason why the session ends; `nil` if it is not ending.
    private(set) var reason: StopReason?
    private(set) var isHastened = false
    /// True if the session's first event has been reported.
    private(set) var hasBegun = false
    /// True if the graph has been asked to open the devices.
    private(set) var hasGraph = false
    /// True if the graph has been asked to record.
    private(set) var hasStarted = false
    /// The state of the next take, in a session that stands by.
    var standby = StandbyState()

    init(standsBy: Bool) { phase = standsBy ? .standby : .preparing }

    /// True if the devices are open and no take has begun.
    var isStanding: Bool { phase == .standby && standby.isOpen }

    /// Enters a later phase; does nothing if the session has already passed that phase.
    mutating func enter(_ next: Phase) { phase = planted(.phaseGoesBack) ? next : max(phase, next) }

    /// Records that the session has begun. Returns true only the first time.
    mutating func begin() -> Bool {
        defer { hasBegun = true }
        return !hasBegun
    }

    /// Records that the graph was asked to open the devices. Returns true only the first time.
    mutating func openGraph() -> Bool {
        defer { hasGraph = true }
        return !hasGraph
    }

    /// Records that the graph was asked to record.
    mutating func start() { (hasGraph, hasStarted) = (true, true) }

    func stop(_ why: StopReason) -> Stop {
        switch phase {
        // A changed pipeline file takes effect only after the take.
        case .standby: why == .reload && standby.isAsked ? .ignored : .cancels
        case .preparing: why == .reload ? .ignored : .cancels
        case .running: why == .reload || planted(.stopUnheard) ? .ignored : .halts
        case .finishing: why == .reload || (isHastened && !planted(.hastenedAgain)) ? .ignored : .hastens
        case .finished: .ignored
        }
    }

    /// Starts to end the session.
    ///
    /// - Parameter ending: The first step of the session's end; `nil` if there are no files to wait for.
    mutating func finish(_ why: StopReason, _ ending: Ending?) {
        enter(.finishing)
        (reason, self.ending) = (why, ending)
    }

    mutating func hasten() { isHastened = true }

    /// Advances to a later step of the session's end. Does nothing if that step has already been reached.
    mutating func go(to next: Ending) { ending = max(ending ?? next, next) }
}

/// The state of a session that stands by. If a take was requested and has not begun, also the command and settings of
/// that take.
struct StandbyState: Sendable {
    /// True if the session's devices are open.
    private(set) var isOpen = false
    private(set) var isMakingFolder = false
    /// The settings that apply only to the requested take.
    private(set) var settings: [Setting] = []
    /// The length of the pre-roll that makes up the whole requested take; `nil` for a normal take. A take that consists
    /// of pre-roll ends immediately.
    private(set) var last: Duration?
    /// The reason why no take could begin now; `nil` if none is known.
    private(set) var obstacle: SessionFailure?
    /// The command that requested the take; `nil` after it was answered.
    private var pending: PendingCommand?

    /// True if a take has been requested and has not begun.
    var isAsked: Bool { pending != nil }

    /// The command that requested a take if the folder for the take can be created now; otherwise `nil`.
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

    /// Stores the reason why no take could begin; `nil` for none. Returns true if the reason's code changed. Its
    /// message is ignored, because the numbers in it change every second.
    mutating func note(_ obstacle: SessionFailure?) -> Bool {
        defer { self.obstacle = obstacle }
        return planted(.obstacleToldEachSecond) ? obstacle != self.obstacle : obstacle?.code != self.obstacle?.code
    }

    /// Records that creating the take's folder has ended, with or without success.
    mutating func folderMade() { isMakingFolder = false }

    /// Answers the command that requested the take. If the take failed, its own settings are dropped.
    mutating func answer(_ result: Result<ControlAnswer, ControlRefusal>) -> [SessionEffect] {
        guard let pending else { return [] }
        self.pending = nil
        if case .failure = result, !planted(.settingsOutliveTake) { settings = [] }
        return [.act(.answer(pending.number, result))]
    }
}
