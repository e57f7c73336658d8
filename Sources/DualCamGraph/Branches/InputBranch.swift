internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// A branch that begins at a device, which can be lost and return.
@PipelineActor
protocol InputBranch: Branch {
    var name: InputName { get }
    var live: LiveElements { get }
    var presence: Presence { get }
    /// True when a failure of the branch's elements has been reported. Later failures only follow from it.
    var isTold: Bool { get set }
    var arrivals: Arrivals? { get }

    /// Removes the input from the graph and puts a replacement in its place.
    func lose() async throws(GraphFailure)

    /// Rebuilds the input's elements and, when they deliver, restores the input in its place.
    func reopen() async throws(GraphFailure)

    /// Handles a failure of a device that is being tried. Returns false if the element does not belong to that device.
    func handleTrialFailure(of element: String, _ failure: GraphFailure) -> Bool
}

extension InputBranch {
    var plan: InputPlan? { live.plan.input(name) }
    var isLost: Bool { presence.isLost }

    /// The time since the last buffer, if one was due: a clip that lacks frames is not a stalled camera. `nil` if no
    /// buffer ever arrived.
    var idle: Duration? {
        guard let idle = arrivals?.idle else { return nil }
        return live.clips[name]?.overdue(at: live.now).map { min(idle, $0) } ?? idle
    }

    /// Returns true if a failure of one of the branch's elements is to be reported. Failures after the first one, or
    /// while the elements are being removed, only follow from those events.
    func registerFailure() -> Bool {
        guard !presence.isTakenOut, !isTold else { return false }
        isTold = true
        return true
    }

    /// Reports a new failure to the task that waits for the input's return, or else to the session.
    func tell(_ failure: GraphFailure) {
        let failure = failure.of(name)
        if isLost { arrivals?.giveUp(failure) } else { live.failures.report(failure) }
    }

    func handleTrialFailure(of element: String, _ failure: GraphFailure) -> Bool { false }

    /// Returns an observer of everything that the input in `part` delivers; `nil` if the part has no input or it is
    /// absent.
    func seen(in part: GraphPart) throws(GraphFailure) -> Arrivals? {
        guard let input = part.inputs.first(where: { $0.name == name }), !input.isAbsent else { return nil }
        let seen = Arrivals()
        seen.install(on: try live.pad(input.pad.element, input.pad.pad ?? "sink"))
        return seen
    }

    /// Starts a part of this input and waits up to `seconds` for its first buffer. An element's own failure report says
    /// more than a refused state change. It may still be on the way, so it gets half a second.
    /// - Returns: the running time of the first buffer, in nanoseconds.
    func open(
        _ part: GraphPart, _ clips: [ClipLoop], _ what: String, within seconds: Double,
        _ first: @escaping @Sendable (Double) throws(GraphFailure) -> Int64?
    ) async throws(GraphFailure) -> Int64? {
        var refusal: GraphFailure?
        do throws(GraphFailure) {
            try await live.run(part.elements, clips: clips, "opening \(what)", within: .seconds(5))
        } catch {
            refusal = error
        }
        let limit = refusal == nil ? seconds : 0.5
        let time = try await blocking("waiting for \(what)", within: .seconds(limit + 1)) { try first(limit) }
        if let refusal { throw refusal }
        return live.isClosed ? nil : time
    }
}

extension GraphFailure {
    /// Returns the failure with this input and no output. An input can return.
    func of(_ input: InputName) -> GraphFailure {
        var failure = self
        (failure.input, failure.output) = (input, nil)
        return failure
    }

    /// Returns the failure with this branch and output.
    func of(_ branch: BranchID, _ output: OutputName) -> GraphFailure {
        var failure = self
        (failure.branch, failure.output) = (branch, output)
        return failure
    }
}

/// The state of an input that leaves the pipeline and returns.
enum Presence: Sendable, Equatable {
    case present
    /// The input is being taken out.
    case leaving
    case lost
    /// The input's device is being searched for.
    case seeking
    /// The input's elements are rebuilt and expected to deliver.
    case returning
    /// A different device is being tried in place of the current one.
    case exchanging(wasLost: Bool)

    /// True from the moment that the input starts to leave until it has returned.
    var isLost: Bool {
        switch self {
        case .present, .exchanging(wasLost: false): false
        case .leaving, .lost, .seeking, .returning, .exchanging(wasLost: true): true
        }
    }

    /// True while failures of the input's elements only follow from their removal.
    var isTakenOut: Bool { isLost && self != .returning }
}
