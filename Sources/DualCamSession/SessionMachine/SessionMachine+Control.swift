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
    /// The settings that lead there, as overrides of the pipeline file.
    var settings: [Override] = []
    /// The values that hold then, where the command's arguments do not say it.
    var outcome: [JSONValue.Member]?
    /// The controls that the cameras' devices are asked to set.
    var assigned: [(camera: InputName, controls: [ControlAssignment])] = []

    typealias Override = LiveSetting
}

// MARK: What a person directs
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
                try carryOut(&next)
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
        record(.directed, at: time, [.init("command", .string(name.rawValue))] + members)
        emit(.directed(name, members), at: time)
        act(.answer(pending.number, .success(ControlAnswer(at: time, members + taken(pending)))))
    }
}

// MARK: By subject
extension SessionMachine {
    private mutating func carryOut(_ pending: inout PendingCommand) throws(ControlRefusal) {
        switch pending.command.request {
        case .layout(let request): try directPicture(&pending, request)
        case .main(let request): try directPicture(&pending, request)
        case .swap(let request): try directPicture(&pending, request)
        case .inset(let request): try directPicture(&pending, request)
        case .divider(let request): try directPicture(&pending, request)
        case .zoom(let request): try directPicture(&pending, request)
        case .switching(let request): try directSwitch(&pending, request)
        case .look(let request): try directColours(&pending, request)
        case .adjust(let request): try directColours(&pending, request)
        case .overlay(let request): try directOverlay(&pending, request)
        case .gain(let request): try directSound(&pending, request)
        case .windFilter(let request): try directSound(&pending, request)
        case .sound(let request): try directSound(&pending, request)
        case .mute(let request): try directMute(&pending, request)
        case .microphone(let request): try directMicrophone(&pending, request)
        case .control(let request): try directCamera(&pending, [wanted(request)])
        case .controls(let request): try directCamera(&pending, wanted(request))
        case .bitrate(let request): try directBitrate(&pending, request)
        case .pause, .resume: try directPause(&pending)
        case .mark(let request): try mark(pending, request)
        case .split: try split(pending)
        case .record: try beginTake(pending)
        case .stop: try endTake(pending)
        }
    }

    /// Takes in a direction that the graph has carried out. Returns true when everything has been told of it but the answer.
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

    /// Lays settings over the pipeline as it is directed, and keeps in `pending` what comes of it.
    ///
    /// Throws `badValue` with what the pipeline file's checks say.
    mutating func redirect(_ pending: inout PendingCommand, _ settings: [LiveSetting]) throws(ControlRefusal)
        -> Pipeline
    {
        guard let redirect = order.redirect else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        // The environment is for who wrote the pipeline file, not for whoever reaches a socket.
        if let setting = settings.first(where: { $0.value.contains("${") }) {
            throw ControlRefusal(
                .badValue, "'\(setting.value.prefix(60))' names a variable.", advice: "Send the value itself.")
        }
        let pipeline = try redirect(direction.settings.merged(with: settings)).get()
        (pending.pipeline, pending.settings) = (pipeline, settings)
        return pipeline
    }
}
