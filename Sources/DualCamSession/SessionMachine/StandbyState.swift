/// The take that a session standing by is to record: asked for, its folder made, answered when it has begun.
struct StandbyState: Sendable {
    /// The devices are open.
    private(set) var isOpen = false
    private(set) var isMakingFolder = false
    /// What holds for this take alone.
    private(set) var settings: [Setting] = []
    /// The take is of so much of what has just been, and ends as it begins; `nil`: it goes on.
    private(set) var last: Duration?
    /// Who asked for it, until that is answered.
    private var pending: PendingCommand?

    /// A take has been asked for.
    var isAsked: Bool { pending != nil }

    /// The take whose folder is to be made; `nil`: there is none, or it waits for something.
    var due: PendingCommand? { isOpen && !isMakingFolder ? pending : nil }

    mutating func open() { isOpen = true }

    mutating func ask(_ command: PendingCommand) {
        pending = command
        last = (command.command.request as? TakeRequest)?.last
    }

    mutating func makeFolder(_ settings: [Setting]) -> [SessionEffect] {
        (self.settings, isMakingFolder) = (settings, true)
        return [.act(.makeSession)]
    }

    /// The folder is there, or will not be.
    mutating func folderMade() { isMakingFolder = false }

    /// Answers whoever asked for the take: it has begun, or will not begin. What was to hold for it alone holds no more then.
    mutating func answer(_ result: Result<ControlAnswer, ControlRefusal>) -> [SessionEffect] {
        guard let pending else { return [] }
        self.pending = nil
        if case .failure = result { settings = [] }
        return [.act(.answer(pending.number, result))]
    }
}
