import DualCamPlan
import DualCamRecordings

/// Decides when a camera or microphone is removed from the graph and when it is opened again. Attempts to reopen an
/// input continue until the input returns. `InputMonitor` passes the decisions on; `CameraBranch` in the graph carries
/// them out, and shows a slate (`CameraSlate`) in place of the lost camera.
struct CameraWatch: Sendable, Equatable {
    enum Reading: Sendable, Equatable {
        /// The statistics of the inputs, sent several times a second. If `isRecording` is false, no input counts as
        /// stalled and none is reopened.
        case statistics([GraphStatistics.Input], isRecording: Bool)
        /// This input's branch in the graph reported an error.
        case failed(InputName)
        /// The graph has removed this input.
        case lost(InputName)
        case returned(InputName)
        /// The graph could not remove this input.
        case loseRefused(InputName)
        /// This input could not be reopened, because its device is missing or cannot be opened.
        case reopenRefused(InputName)
    }

    /// The reason for an input's absence. The raw values appear in the ledger.
    enum Reason: String, Sendable, Equatable {
        case failed, stalled
        /// The input was missing when the session began.
        case missing
    }

    /// The absence of a camera or microphone: its reason, beginning and attempts to end it.
    struct Absence: Sendable, Equatable {
        var reason: Reason
        /// The time at which the absence began, relative to the beginning of the session.
        var since: Duration
        /// The number of attempts to reopen the input during this absence.
        var attempts: Int
    }

    /// The waiting times before the attempts to reopen an input; the last one repeats until the input returns. They
    /// give a camera that is plugged in again a second to become ready. The camera is then open within three seconds.
    static let pauses: [Duration] = [
        .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2),
    ]
    /// The time after which a returned input is considered stable. If an input is lost sooner, the waiting times of its
    /// previous absence continue instead of starting again.
    static let steady = Duration.seconds(5)
    /// The time limit for the graph's answer to a request to remove an input. After this time, the request is repeated.
    static let patience = Duration.seconds(10)
    /// The time limit for the graph's answer to a request to reopen an input. The graph's own limits are 10 s to find
    /// the device, 5 s to open it, and `ReturnTimeout.longest` for the first pictures. A slow camera gets more time.
    static let opening = Duration.seconds(50)
    /// A duration that exceeds every time limit derived from a frame rate. An input that is seen for the first time
    /// counts as having been present for this long.
    private static let long = Duration.seconds(86_400)

    private enum Place: Sendable, Equatable {
        case present(since: Duration)
        case leaving(due: Duration)
        case away(due: Duration)
        case opening(due: Duration)
    }

    private struct Watched: Sendable, Equatable {
        var name: InputName
        var place: Place
        /// The input's newest absence, which may have ended; `nil` if there was none.
        var absence: Absence?
        /// The number of waiting times in `CameraWatch.pauses` that this input has used up.
        var pauses = 0
        /// The time limit for the graph's answer to a request to reopen this input.
        var patience = CameraWatch.opening

        var isAway: Bool { if case .present = place { false } else { true } }
    }

    private var watched: [Watched] = []

    /// Creates a monitor of a session's inputs.
    ///
    /// - Parameter absent: The inputs that are missing when the session begins.
    init(absent: some Sequence<InputName> = []) {
        watched = absent.sorted { $0.rawValue < $1.rawValue }.map {
            Watched(name: $0, place: .away(due: .zero), absence: Absence(reason: .missing, since: .zero, attempts: 0))
        }
    }

    /// The inputs that are missing or are being removed from the graph.
    var away: [InputName] { watched.filter(\.isAway).map(\.name) }

    func isAway(_ name: InputName) -> Bool { watched.contains { $0.name == name && $0.isAway } }

    /// Returns the newest absence of an input, even if the input has returned; `nil` if it was never absent.
    func absence(of name: InputName) -> Absence? { watched.first { $0.name == name }?.absence }

    mutating func observe(_ reading: Reading, at now: Duration) -> [GraphChange] {
        switch reading {
        case .statistics(let inputs, let isRecording):
            return inputs.flatMap { judge($0, isRecording, at: now) } + (isRecording ? goOn(at: now) : [])
        case .failed(let name): return fail(index(of: name, at: now), at: now)
        case .lost(let name): settle(index(of: name, at: now), at: now)
        case .returned(let name): watched[index(of: name, at: now)].place = .present(since: now)
        case .loseRefused(let name):
            let index = index(of: name, at: now)
            if case .leaving = watched[index].place { watched[index].place = .leaving(due: now + .seconds(1)) }
        case .reopenRefused(let name):
            let index = index(of: name, at: now)
            if case .opening = watched[index].place { pause(index, at: now) }
        }
        return []
    }

    /// Returns the index of an input in `watched`. An unknown input is added as if it had been present for a day, so
    /// that it counts as stable.
    private mutating func index(of name: InputName, at now: Duration) -> Int {
        if let index = watched.firstIndex(where: { $0.name == name }) { return index }
        watched.append(Watched(name: name, place: .present(since: now - Self.long)))
        return watched.count - 1
    }

    private mutating func judge(
        _ input: GraphStatistics.Input, _ isRecording: Bool, at now: Duration
    ) -> [GraphChange] {
        let isNew = !watched.contains { $0.name == input.name }
        let index = index(of: input.name, at: now)
        watched[index].patience = input.timeouts.limit(Self.opening, frames: 3)
        guard case .present(let since) = watched[index].place else { return [] }
        if isNew, input.isLost {
            watched[index].absence = Absence(reason: .missing, since: now, attempts: 0)
            pause(index, at: now)
            return []
        }
        // Shortly after an input's return, its statistics may still describe the time before.
        let timeouts = input.timeouts
        guard isRecording, !input.isLost, !planted(.stallUnseen), timeouts.isStalled(after: input.idle),
            now - since >= timeouts.stall
        else {
            return []
        }
        return lose(at: index, .stalled, at: now)
    }

    private mutating func fail(_ index: Int, at now: Duration) -> [GraphChange] {
        switch watched[index].place {
        case .present: return lose(at: index, .failed, at: now)
        case .opening: pause(index, at: now)
        case .leaving, .away: break
        }
        return []
    }

    private mutating func lose(at index: Int, _ reason: Reason, at now: Duration) -> [GraphChange] {
        begin(index, reason, at: now)
        watched[index].place = .leaving(due: now + Self.patience)
        return [.loseInput(watched[index].name)]
    }

    private mutating func settle(_ index: Int, at now: Duration) {
        switch watched[index].place {
        case .present:
            begin(index, .failed, at: now)
            pause(index, at: now)
        case .leaving: pause(index, at: now)
        case .away, .opening: break
        }
    }

    private mutating func begin(_ index: Int, _ reason: Reason, at now: Duration) {
        if case .present(let since) = watched[index].place, now - since >= Self.steady || planted(.backForAMoment) {
            watched[index].pauses = 0
        }
        watched[index].absence = Absence(reason: reason, since: now, attempts: 0)
    }

    private mutating func pause(_ index: Int, at now: Duration) {
        let used = watched[index].pauses
        watched[index].place = .away(due: now + Self.pauses[min(used, Self.pauses.count - 1)])
        watched[index].pauses += 1
    }

    /// Returns the graph changes that are due now: removing inputs, reopening inputs, and repeating requests.
    private mutating func goOn(at now: Duration) -> [GraphChange] {
        var actions: [GraphChange] = []
        for index in watched.indices {
            switch watched[index].place {
            case .leaving(let due) where due <= now:
                watched[index].place = .leaving(due: now + Self.patience)
                actions.append(.loseInput(watched[index].name))
            case .away(let due) where due <= now && !(planted(.cameraForgotten) && watched[index].pauses > 2):
                watched[index].place = .opening(due: now + watched[index].patience)
                watched[index].absence?.attempts += 1
                actions.append(.reopenInput(watched[index].name))
            case .opening(let due) where due <= now: pause(index, at: now)
            case .present, .leaving, .away, .opening: break
            }
        }
        return actions
    }
}
