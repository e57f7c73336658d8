import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// Identifies the queue of events for a hook. A program has a separate queue for each event name; a web address has one
/// queue for all its events.
enum HookLane: Sendable, Hashable {
    case program(EventName, path: String, arguments: [String])
    case address(String)
}

/// The result of a hook's process, which runs a program or attempts to send the queued events to a web address.
enum HookEnding: Sendable, Equatable {
    /// The process has ended. The number is its exit code, or the negative number of the signal that ended it.
    ///
    /// - Parameters:
    ///   - words: The last line that the process printed.
    ///   - isMore: True if more events are queued for the address.
    case ended(Int32, words: String = "", isMore: Bool = false)
    case notStarted(String)
}

/// Decides which hooks run and when. Has no side effects, so that tests can run it with tables of inputs. Times count
/// from the supervisor's start.
struct HookPolicy: Sendable {
    static let mostAtOnce = 4
    static let mostWaiting = 32
    /// The time between SIGTERM and SIGKILL if a hook's process must be ended.
    static let grace = Duration.seconds(2)
    private static let firstRetry = Duration.seconds(1)
    private static let lastRetry = Duration.seconds(300)

    /// An input of the policy: an event of the recording, or the result of an action.
    enum Input: Sendable, Equatable {
        /// The hooks in the pipeline file, passed in when the supervisor starts and after each change.
        case begin(Hooks)
        case told(HookEvent)
        case ended(HookLane, HookEnding)
        /// An event for a web address could not be stored on the disk.
        case notKept(HookLane, String)
        /// A tick of the supervisor's clock.
        case tick
        /// The recording is over. From now on, all hooks that still run or have waiting events share the time that
        /// normally one program may take (`hooks.limit`).
        case close
        /// The user does not want to wait for running hooks any longer.
        case abandon
    }

    /// An action that the policy requests.
    enum Action: Sendable, Equatable {
        case run(HookLane, HookEvent?)
        /// Stores an event on the disk until the hook's web address has accepted it.
        case keep(HookLane, HookEvent)
        /// Sends a signal to a hook's program and to all children in its process group.
        case send(HookLane, Int32)
        case tell(HookTrouble)
    }

    private struct State {
        var waiting: [(turn: Int, event: HookEvent)] = []
        /// `at`: the time of the next attempt to send events to an address; `turn`: the hook's position in the order in
        /// which hooks start. `nil` if no events are queued.
        var due: (turn: Int, at: Duration)?
        var failures = 0
        var began: Duration?
        /// The reason why the hook's process was asked to end; `nil` if it was not.
        var asked: HookTrouble.Reason?
        var dropped = 0
        var told: HookTrouble.Reason?
    }

    private var hooks = Hooks()
    private var lanes: [HookLane: State] = [:]
    private var turn = 0
    private var isClosed = false
    /// The time after which the supervisor no longer waits for hooks; `nil` while recording.
    private var stop: Duration?
    private var now = Duration.zero
    private var actions: [Action] = []

    /// True if no hook is running and no hook has events to process now, or if the time to wait for hooks has run out.
    var isOver: Bool {
        if let stop, now >= stop + Self.grace * 2 { return true }
        return lanes.values.allSatisfy { $0.began == nil && $0.waiting.isEmpty && !isDue($0) }
    }

    /// The names, for display, of the hooks that are running or have events to process now.
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
            // Events of an earlier run may still be in the queues of these addresses.
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

    private mutating func add(_ event: HookEvent, to action: HookAction) {
        turn += 1
        switch action {
        case .program(let path, let arguments):
            let lane = HookLane.program(event.name, path: path, arguments: arguments)
            guard lanes[lane, default: State()].waiting.count < Self.mostWaiting else {
                lanes[lane]?.dropped += 1
                if lanes[lane]?.dropped == 1 { add(.dropped, "more than \(Self.mostWaiting) are waiting", to: lane) }
                return
            }
            lanes[lane, default: State()].waiting.append((turn, event))
        case .address(let address):
            actions.append(.keep(.address(address), event))
            expect(.address(address))
        }
    }

    /// Returns true if the current pipeline file contains the hook's address. Events are not sent to addresses that
    /// were removed from it.
    private func isNamed(_ lane: HookLane) -> Bool {
        guard case .address(let address) = lane else { return false }
        return hooks.actions.values.joined().contains(.address(address))
    }

    private mutating func expect(_ lane: HookLane) {
        turn += 1
        lanes[lane, default: State()].due = lanes[lane]?.due ?? (turn, now)
    }

    /// Starts the hooks that may run now, in the order in which their events arrived.
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

    /// Reports a failure of a hook, unless the hook's last failure had the same reason.
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
            add(.dropped, "\(state.dropped) in total", to: lane)
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
