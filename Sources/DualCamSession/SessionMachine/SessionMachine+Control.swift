import DualCamConfig
import DualCamPlan

/// The number of a command that is under way.
struct CommandNumber: Sendable, Hashable { var value: Int }

/// A command that is being carried out, with the values for its answer.
struct PendingCommand: Sendable {
    var number: CommandNumber
    var command: ControlCommand
    /// The pipeline as it will be when the command is done.
    var pipeline: Pipeline?
    /// The keys of the pipeline file that say so.
    var settings: [Setting] = []
    /// What holds then, where the command's arguments do not say it.
    var outcome: [JSONValue.Member]?
    /// The controls that the cameras' devices are asked to set.
    var assigned: [(camera: InputName, controls: [ControlAssignment])] = []
}

// MARK: Commands
extension SessionMachine {
    /// Commands are carried out one after the other; what waits is looked at when its turn comes.
    mutating func command(_ number: CommandNumber, _ command: ControlCommand) {
        direction.waiting.append(PendingCommand(number: number, command: command))
        carryOutNextCommand()
    }

    mutating func carryOutNextCommand() {
        while direction.current == nil, !direction.waiting.isEmpty {
            var next = direction.waiting.removeFirst()
            do throws(ControlRefusal) {
                guard phase < .finishing else { throw .isOver() }
                let request = next.command.request
                try request.carryOut(&next, by: &self)
            } catch {
                refuse(next, error)
            }
        }
    }

    /// The graph's answer to the command that is under way.
    mutating func directed(_ direct: Direction, _ result: Result<RunningTime?, GraphFailure>) {
        guard let pending = direction.current else {
            if case .failure(let failure) = result { warn(.graph, branch: failure.branch, failure.message) }
            return
        }
        direction.current = nil
        switch result {
        case .failure(let failure): refuse(pending, ControlRefusal(failure))
        case .success(let time):
            if let pipeline = pending.pipeline { direction.pipeline = pipeline }
            if hasBegun { direction.noteColourTables() }
            let before = direction.directed
            direction.remember(pending.settings)
            if hasChanged(by: direct, at: time) {
                act(.answer(pending.number, .success(ControlAnswer(at: time))))
            } else {
                tellDirected(pending, at: time)
            }
            if case .picture = direct { scheduleSwitch() }
            if pending.number == .ofItself {
                direction.switching.succeeded()
            } else if direction.directed != before {
                act(.remember(direction.directed))
            }
        }
        carryOutNextCommand()
    }

    private mutating func refuse(_ pending: PendingCommand, _ refusal: ControlRefusal) {
        if pending.number == .ofItself { return perform(direction.switching.refused(refusal)) }
        act(.answer(pending.number, .failure(refusal)))
    }

    /// Nothing more will be carried out.
    mutating func refuseCommands() {
        let left = direction.waiting + (direction.current.map { [$0] } ?? [])
        (direction.waiting, direction.current) = ([], nil)
        for pending in left { act(.answer(pending.number, .failure(.isOver()))) }
        refuseTake()
    }

    /// Directs the graph; `directed` handles its answer.
    mutating func direct(_ change: Direction, for pending: PendingCommand) {
        direction.current = pending
        act(.direct(change))
    }

    /// Tells the values that hold now: in the ledger, as an event and in the command's answer.
    mutating func tellDirected(_ pending: PendingCommand, at time: RunningTime?) {
        let (name, members) = (pending.command.name, pending.outcome ?? pending.command.arguments)
        perform(SessionEffect.tell(.directed(name, members), at: time))
        act(.answer(pending.number, .success(ControlAnswer(at: time, members + taken(pending)))))
    }
}

// MARK: Steps that commands share
extension SessionMachine {
    /// What has changed by itself when a direction has been carried out: whether everything has been said of it but the answer.
    private mutating func hasChanged(by direct: Direction, at time: RunningTime?) -> Bool {
        switch direct {
        case .pause: paused(at: time)
        case .resume: resumed(at: time)
        case .sound(let sound):
            let name = sound.microphone.name
            if sound.isMuted { direction.muted.insert(name) } else { direction.muted.remove(name) }
            return false
        case .picture, .controls, .bitrate, .microphone: return false
        }
        return true
    }

    /// The pipeline as it is directed now, to be changed.
    func directedPipeline() throws(ControlRefusal) -> PipelineEdit {
        guard let pipeline = direction.pipeline else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        return PipelineEdit(pipeline)
    }

    /// Judges a changed pipeline, and keeps it in `pending` as it will be recorded.
    ///
    /// Throws `badValue` with what the pipeline file's checks, or the machine's, say.
    func redirect(_ pending: inout PendingCommand, _ edit: PipelineEdit) throws(ControlRefusal) -> Pipeline {
        // The environment is for who wrote the pipeline file, not for whoever reaches a socket.
        if let setting = edit.settings.first(where: { $0.value.contains("${") }) {
            throw ControlRefusal(
                .badValue, "'\(setting.value.prefix(60))' names a variable.", advice: "Send the value itself.")
        }
        if let refusal = edit.pipeline.contradiction { throw ControlRefusal(refusal) }
        let pipeline = try order.judge(edit.pipeline).get()
        (pending.pipeline, pending.settings) = (pipeline, edit.settings)
        return pipeline
    }
}
