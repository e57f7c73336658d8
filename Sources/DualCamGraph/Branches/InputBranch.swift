internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// A branch that begins at a device, which can go and come back.
@PipelineActor
protocol InputBranch: Branch {
    var name: InputName { get }
    var live: LiveElements { get }
    var presence: Presence { get }
    /// A failure of its elements has been told: what follows from that is not.
    var isTold: Bool { get set }
    var arrivals: Arrivals? { get }

    /// Takes it out and puts something else into its place.
    func lose() async throws(GraphFailure)

    /// Makes its part anew and, when it delivers, puts it back into its place.
    func reopen() async throws(GraphFailure)

    /// Takes a failure of a device that is being tried; returns false for an element that is none of its own.
    func handleTrialFailure(of element: String, _ failure: GraphFailure) -> Bool
}

extension InputBranch {
    var plan: InputPlan? { live.plan.input(name) }
    var isLost: Bool { presence.isLost }

    /// The time for which nothing has come although something could: a clip that lacks frames is no camera that has stalled. `nil`:
    /// nothing ever came.
    var idle: Duration? {
        guard let idle = arrivals?.idle else { return nil }
        return live.clips[name]?.overdue(at: live.now).map { min(idle, $0) } ?? idle
    }

    /// Returns true when a failure of one of its elements is news; what an element says after it has failed, or while it is taken
    /// out, follows from that.
    func registerFailure() -> Bool {
        guard !presence.isTakenOut, !isTold else { return false }
        isTold = true
        return true
    }

    /// A failure that is news: whoever waits for its return is told, else the session.
    func tell(_ failure: GraphFailure) {
        let failure = failure.of(name)
        if isLost { arrivals?.giveUp(failure) } else { live.failures.report(failure) }
    }

    func handleTrialFailure(of element: String, _ failure: GraphFailure) -> Bool { false }

    /// Sees all that the input of a part delivers; `nil` where the part has none, or it is not there.
    func seen(in part: GraphPart) throws(GraphFailure) -> Arrivals? {
        guard let input = part.inputs.first(where: { $0.name == name }), !input.isAbsent else { return nil }
        let seen = Arrivals()
        seen.install(on: try live.pad(input.pad.element, input.pad.pad ?? "sink"))
        return seen
    }

    /// Has a part of it run and waits for what it delivers first. What an element reports of its failure says more than a refused
    /// change of state; it is on its way.
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
    /// The failure of an input, which can come back, and of no output.
    func of(_ input: InputName) -> GraphFailure {
        var failure = self
        (failure.input, failure.output) = (input, nil)
        return failure
    }

    /// The failure of a branch of an output.
    func of(_ branch: BranchID, _ output: OutputName) -> GraphFailure {
        var failure = self
        (failure.branch, failure.output) = (branch, output)
        return failure
    }
}

/// The state of an input on its way out of the pipeline and back.
enum Presence: Sendable, Equatable {
    case present
    /// The input is being taken out.
    case leaving
    case lost
    /// Its device is being looked for.
    case seeking
    /// Its part is made again and ought to deliver.
    case returning
    /// Another device is being tried in its place.
    case exchanging(wasLost: Bool)

    /// Returns true from the moment it is taken out until it is back.
    var isLost: Bool {
        switch self {
        case .present, .exchanging(wasLost: false): false
        case .leaving, .lost, .seeking, .returning, .exchanging(wasLost: true): true
        }
    }

    /// Returns true while what its elements say follows from their being taken out.
    var isTakenOut: Bool { isLost && self != .returning }
}
