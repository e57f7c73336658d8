internal import Dispatch
internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// A branch of the pipeline that begins at a device (a camera or a microphone). The device can be lost and can return.
@PipelineActor
protocol InputBranch: Branch {
    var name: InputName { get }
    var live: LiveElements { get }
    var presence: Presence { get }
    /// True when an error of the input's elements has been reported. Later errors are only consequences and are not
    /// reported.
    var isTold: Bool { get set }
    var arrivals: Arrivals? { get }

    /// Removes a lost input's elements from the pipeline. A slate (for a camera) or silence (for a microphone) is
    /// recorded instead.
    func lose() async throws(GraphFailure)

    /// Rebuilds the lost input's elements. Once they output data, they replace the slate or the silence.
    func reopen() async throws(GraphFailure)

    /// Ends the trial of a new device if the failed element belongs to that device. Returns false if it does not.
    func handleTrialFailure(of element: String, _ failure: GraphFailure) -> Bool
}

extension InputBranch {
    var plan: InputPlan? { live.plan.input(name) }
    var isLost: Bool { presence.isLost }

    /// The time since the input's last buffer; `nil` if none has arrived. The frames of a clip arrive ahead of time, so
    /// for a clip it is at most the time since its newest frame was due.
    var idle: Duration? {
        guard let idle = arrivals?.idle else { return nil }
        return live.clips[name]?.overdue(at: live.now).map { min(idle, $0) } ?? idle
    }

    /// Registers an error of the input's elements and returns true if it must be reported. Returns false for later
    /// errors, and for errors while the elements are removed, because those are only consequences.
    func registerFailure() -> Bool {
        guard !presence.isTakenOut, !isTold else { return false }
        isTold = true
        return true
    }

    /// Passes an error to the task that is waiting for the lost input to return. Reports it to the session if no task
    /// is waiting.
    func tell(_ failure: GraphFailure) {
        let failure = failure.of(name)
        if isLost { arrivals?.giveUp(failure) } else { live.failures.report(failure) }
    }

    func handleTrialFailure(of element: String, _ failure: GraphFailure) -> Bool { false }

    /// Starts to observe all buffers that this input's elements in `part` output, and returns the observer. Returns
    /// `nil` if `part` does not contain the input, or if the input's device is missing.
    func seen(in part: GraphPart) throws(GraphFailure) -> Arrivals? {
        guard let input = part.inputs.first(where: { $0.name == name }), !input.isAbsent else { return nil }
        let seen = Arrivals()
        seen.install(on: try live.pad(input.pad.element, input.pad.pad ?? "sink"))
        return seen
    }

    /// Starts the input's elements and waits up to `seconds` for the first buffer. If the start fails, waits half a
    /// second for the element's own error message, which is more specific.
    /// - Parameters:
    ///   - what: the name of the input in messages.
    ///   - queue: the serial queue on which the elements are started; `nil` for the input's own.
    ///   - first: waits for the buffer for the given number of seconds, and returns its running time or `nil`.
    /// - Returns: the running time of the first buffer, in nanoseconds; `nil` if none arrived in time.
    func open(
        _ part: GraphPart, _ clips: [ClipLoop], _ what: String, within seconds: Double, on queue: DispatchQueue? = nil,
        _ first: @escaping @Sendable (Double) throws(GraphFailure) -> Int64?
    ) async throws(GraphFailure) -> Int64? {
        var refusal: GraphFailure?
        do throws(GraphFailure) {
            try await live.run(
                part.elements, clips: clips, "opening \(what)", within: .seconds(5), on: queue ?? live.openings[name])
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
    /// Returns a copy of the error that names the given input and no output. The session then waits for the input to
    /// return.
    func of(_ input: InputName) -> GraphFailure {
        var failure = self
        (failure.input, failure.output) = (input, nil)
        return failure
    }

    /// Returns a copy of the error that names the given branch and output.
    func of(_ branch: BranchID, _ output: OutputName) -> GraphFailure {
        var failure = self
        (failure.branch, failure.output) = (branch, output)
        return failure
    }
}

/// The state of an input (camera or microphone), whose device can be lost and return.
enum Presence: Sendable, Equatable {
    case present
    /// The input is being removed from the pipeline.
    case leaving
    case lost
    /// The input's device is being searched for.
    case seeking
    /// The input's elements have been rebuilt, and their first buffer is expected soon.
    case returning
    /// Another device is being tried in place of the input's current device. `wasLost` is true if the current device
    /// was already lost.
    case exchanging(wasLost: Bool)

    /// True from the moment the input's removal from the pipeline begins until its device has returned.
    var isLost: Bool {
        switch self {
        case .present, .exchanging(wasLost: false): false
        case .leaving, .lost, .seeking, .returning, .exchanging(wasLost: true): true
        }
    }

    /// True while the input's elements are being removed or do not exist. Errors of such elements are ignored.
    var isTakenOut: Bool { isLost && self != .returning }
}
