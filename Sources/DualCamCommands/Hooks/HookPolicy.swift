import DualCamConfig
import DualCamSession

/// An event as hooks get it.
struct ToldEvent: Codable, Sendable, Equatable {
    var name: EventName
    /// The JSON object of `run --json`.
    var line: String
    /// The session's folder; `nil`: there is none.
    var folder: String?

    /// Nanoseconds since 1970.
    var time: Int64? { JSONValue(ifJSON: line)?["time"]?.text.flatMap { WallTime.unixNanoseconds(iso8601: $0) } }
}

/// A queue of events: one for each program and kind of event, and one for all events that are sent to a web address.
enum HookLane: Sendable, Hashable {
    case program(EventName, path: String, arguments: [String])
    case address(String)
}

/// The end of a program, or of one attempt to send what waits for an address.
enum HookEnding: Sendable, Equatable {
    /// An exit code, or a signal below zero.
    ///
    /// - words: The last line that it printed.
    /// - isMore: More events wait for the address.
    case ended(Int32, words: String = "", isMore: Bool = false)
    case notStarted(String)
}

/// Decides which hooks run when: pure, so that a table can test it. Its time counts from the supervisor's begin.
struct HookPolicy: Sendable {
    static let mostAtOnce = 4
    static let mostWaiting = 32
    /// The time between a polite signal and the deadly one.
    static let grace = Duration.seconds(2)
    private static let firstRetry = Duration.seconds(1)
    private static let lastRetry = Duration.seconds(300)

    enum Input: Sendable, Equatable {
        /// The hooks of the pipeline file, at the begin or when that has changed.
        case begin(Hooks)
        case told(ToldEvent)
        case ended(HookLane, HookEnding)
        /// An event could not be kept for an address.
        case notKept(HookLane, String)
        /// Time has passed.
        case tick
        /// The recording is over: what is left has the time of one program.
        case close
        /// Nobody waits any longer.
        case abandon
    }

    enum Action: Sendable, Equatable {
        case run(HookLane, ToldEvent?)
        /// Write an event to the disk, for an address.
        case keep(HookLane, ToldEvent)
        /// Send a signal to a program and all that it has started.
        case send(HookLane, Int32)
        case tell(HookTrouble)
    }

    private struct State {
        var waiting: [(turn: Int, event: ToldEvent)] = []
        /// When an address is tried next; `nil`: nothing waits for it.
        var due: (turn: Int, at: Duration)?
        var failures = 0
        var began: Duration?
        /// Why it was asked to end; `nil`: it was not.
        var asked: HookTrouble.Reason?
        var dropped = 0
        var told: HookTrouble.Reason?
    }

    private var hooks = Hooks()
    private var lanes: [HookLane: State] = [:]
    private var turn = 0
    private var isClosed = false
    /// When nothing is waited for any longer.
    private var stop: Duration?
    private var now = Duration.zero
    private var actions: [Action] = []

    /// Returns true when nothing runs or waits that is worth waiting for.
    var isOver: Bool {
        if let stop, now >= stop + Self.grace * 2 { return true }
        return lanes.values.allSatisfy { $0.began == nil && $0.waiting.isEmpty && !isDue($0) }
    }

    /// The hooks that are waited for, described for people.
    var names: [String] {
        lanes.filter { $0.value.began != nil || !$0.value.waiting.isEmpty || isDue($0.value) }.map(\.key.name).sorted()
    }

    mutating func observe(_ input: Input, at now: Duration) -> [Action] {
        self.now = now
        apply(input)
        if !hasStopped { start() }
        defer { actions = [] }
        return actions
    }

    private mutating func apply(_ input: Input) {
        switch input {
        case .begin(let hooks):
            self.hooks = hooks
            for lane in lanes.keys where !isNamed(lane) { lanes[lane]?.due = nil }
            // Events of an earlier run may be waiting.
            for case .address(let address) in hooks.actions.values.joined() { expect(.address(address)) }
        case .told(let event): for action in hooks.actions[event.name] ?? [] { add(event, to: action) }
        case .ended(let lane, let ending): ended(lane, ending)
        case .notKept(let lane, let problem): tell(lane, .queue, problem)
        case .tick: break
        case .close: close()
        case .abandon: stop = min(stop ?? now, now)
        }
        keepTime()
    }

    // MARK: Events
    private var hasStopped: Bool { stop.map { now >= $0 } ?? false }

    private func isDue(_ state: State) -> Bool { state.due.map { $0.at <= now } ?? false }

    private mutating func add(_ event: ToldEvent, to action: HookAction) {
        turn += 1
        switch action {
        case .program(let path, let arguments):
            let lane = HookLane.program(event.name, path: path, arguments: arguments)
            guard lanes[lane, default: State()].waiting.count < Self.mostWaiting else {
                lanes[lane]?.dropped += 1
                if lanes[lane]?.dropped == 1 { add(.dropped, "more than \(Self.mostWaiting) wait", to: lane) }
                return
            }
            lanes[lane, default: State()].waiting.append((turn, event))
        case .address(let address):
            actions.append(.keep(.address(address), event))
            expect(.address(address))
        }
    }

    /// Returns true for an address of the file as it is now: nothing more is sent to others.
    private func isNamed(_ lane: HookLane) -> Bool {
        guard case .address(let address) = lane else { return false }
        return hooks.actions.values.joined().contains(.address(address))
    }

    private mutating func expect(_ lane: HookLane) {
        turn += 1
        lanes[lane, default: State()].due = lanes[lane]?.due ?? (turn, now)
    }

    /// Starts what may run, in the order in which events came.
    private mutating func start() {
        while lanes.values.count(where: { $0.began != nil }) < Self.mostAtOnce {
            let ready = lanes.filter { $0.value.began == nil && (!$0.value.waiting.isEmpty || isDue($0.value)) }
            let turns = ready.mapValues { $0.waiting.first?.turn ?? $0.due?.turn ?? 0 }
            guard let lane = turns.min(by: { $0.value < $1.value })?.key, var state = lanes[lane] else { return }
            let event = state.waiting.isEmpty ? nil : state.waiting.removeFirst().event
            (state.began, state.asked, state.due) = (now, nil, nil)
            lanes[lane] = state
            actions.append(.run(lane, event))
        }
    }

    private mutating func ended(_ lane: HookLane, _ ending: HookEnding) {
        guard var state = lanes[lane], state.began != nil else { return }
        let asked = state.asked
        (state.began, state.asked) = (nil, nil)
        turn += 1
        if isNamed(lane) {
            if case .ended(0, _, let isMore) = ending {
                state.failures = 0
                if isMore { state.due = (turn, now) }
            } else {
                let wait = Self.firstRetry * (1 << min(state.failures, 16))
                state.failures += 1
                state.due = (turn, now + min(wait, Self.lastRetry))
            }
        }
        lanes[lane] = state
        guard let (reason, words) = trouble(of: lane, ending, asked: asked) else {
            lanes[lane]?.told = nil
            return
        }
        tell(lane, reason, words)
    }

    private func trouble(
        of lane: HookLane, _ ending: HookEnding, asked: HookTrouble.Reason?
    ) -> (HookTrouble.Reason, String)? {
        switch (lane, ending) {
        case (_, .notStarted(let problem)): (.missing, problem)
        case (.address, _) where asked == .abandoned: nil
        case (_, .ended) where asked != nil: asked.map { ($0, "") }
        case (.program, .ended(0, _, _)), (.address, .ended(0, "", _)): nil
        case (.address, .ended(0, let words, _)): (.refused, words)
        case (.address, .ended(let code, let words, _)):
            (.unreachable, words.isEmpty ? HookTrouble.ending(code) : words)
        case (.program, .ended(let code, let words, _)):
            (.failed, HookTrouble.ending(code) + (words.isEmpty ? "" : ": " + words))
        }
    }

    /// A trouble that goes on is told once.
    private mutating func tell(_ lane: HookLane, _ reason: HookTrouble.Reason, _ words: String) {
        guard lanes[lane]?.told != reason else { return }
        lanes[lane, default: State()].told = reason
        add(reason, words, to: lane)
    }

    private mutating func add(_ reason: HookTrouble.Reason, _ words: String, to lane: HookLane) {
        actions.append(.tell(HookTrouble(lane: lane, reason: reason, words: words)))
    }

    // MARK: Time
    private mutating func close() {
        guard !isClosed else { return }
        isClosed = true
        stop = now + hooks.limit
        for (lane, state) in lanes where state.dropped > 1 {
            add(.dropped, "\(state.dropped) in all", to: lane)
        }
    }

    private mutating func keepTime() {
        for (lane, state) in lanes {
            if hasStopped, !state.waiting.isEmpty {
                lanes[lane]?.waiting = []
                tell(lane, .abandoned, "")
            }
            if hasStopped { lanes[lane]?.due = nil }
            guard let began = state.began else { continue }
            let limit = began + hooks.limit
            let end = min(limit, stop ?? limit)
            if now >= end, state.asked == nil {
                lanes[lane]?.asked = end < limit ? .abandoned : .limit
                actions.append(.send(lane, 15))
            }
            if now >= end + Self.grace { actions.append(.send(lane, 9)) }
        }
    }
}
