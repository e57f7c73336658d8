package import DualCamConfig
import DualCamPlan
package import DualCamRecordings

/// The number that the session assigns to a command. The answer has the same number, so that it can be passed to the
/// right caller.
struct CommandNumber: Sendable, Hashable { var value: Int }

/// A command that waits to be carried out or answered, with the values for its answer.
struct PendingCommand: Sendable {
    var number: CommandNumber
    var command: ControlCommand
    /// The pipeline with the command's changes; `nil` if the command does not change it.
    var pipeline: Pipeline?
    /// The settings of the pipeline file that would make the same change as the command.
    var settings: [Setting] = []
    /// The JSON members of the answer that describe the new state; `nil` if the command's arguments describe it.
    var outcome: [JSONValue.Member]?
    /// The values to which the cameras' devices set their controls for this command.
    var assigned: [(camera: InputName, controls: [ControlAssignment])] = []
}

// MARK: Commands
extension SessionMachine {
    /// Queues a command. Commands are carried out one after another. Each is checked just before it is carried out.
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

    /// Completes the current command after the graph has made its change or failed to. Answers the command, stores the
    /// changed settings, and carries out the next command.
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
            if case .picture(let picture) = direct { notePicture(pending.settings, picture, at: time) }
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
        if pending.command.name == .record { tellRefused(refusal) }
        act(.answer(pending.number, .failure(refusal)))
    }

    /// Responds to the current command and all waiting commands with an error, because the session has ended.
    mutating func refuseCommands() {
        let left = direction.waiting + (direction.current.map { [$0] } ?? [])
        (direction.waiting, direction.current) = ([], nil)
        for pending in left { act(.answer(pending.number, .failure(.isOver()))) }
        refuseTake()
    }

    /// Sends a command's change to the graph. The graph's answer arrives in `directed`.
    mutating func direct(_ change: Direction, for pending: PendingCommand) {
        direction.current = pending
        act(.direct(change))
    }

    /// Reports the values after a command's change: in the ledger, as an event, and in the command's answer.
    mutating func tellDirected(_ pending: PendingCommand, at time: RunningTime?) {
        let (name, members) = (pending.command.name, pending.outcome ?? pending.command.arguments)
        perform(SessionEffect.tell(.directed(name, members), at: time))
        act(.answer(pending.number, .success(ControlAnswer(at: time, members + acceptedValues(pending)))))
    }

    // MARK: Steps that commands share
    /// Updates the session's own state after the graph has made a change. Returns true if the change was a pause or
    /// resume, which has already been reported.
    private mutating func hasChanged(by direct: Direction, at time: RunningTime?) -> Bool {
        switch direct {
        case .pause: paused(at: time)
        case .resume: resumed(at: time)
        case .sound(let sound):
            let name = sound.microphone.name
            if sound.isMuted { direction.muted.insert(name) } else { direction.muted.remove(name) }
            return false
        case .picture, .controls, .bitrate, .microphone, .delay: return false
        }
        return true
    }

    /// Returns an edit of the pipeline. The edit begins with the pipeline as changed by all earlier commands.
    ///
    /// Throws `unsupported` if the recording does not accept changes.
    func directedPipeline() throws(ControlRefusal) -> PipelineEdit {
        guard let pipeline = direction.pipeline else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        return PipelineEdit(pipeline)
    }

    /// Checks an edited pipeline, stores it in `pending`, and returns it as this machine can record it. It replaces the
    /// current pipeline once the change succeeds.
    ///
    /// Throws `badValue` if the pipeline breaks a rule of the pipeline file, or if this machine cannot record it.
    func redirect(_ pending: inout PendingCommand, _ edit: PipelineEdit) throws(ControlRefusal) -> Pipeline {
        // Environment variables may be used only by the author of the pipeline file, not by every client that can reach
        // a socket.
        for setting in edit.settings {
            do throws(Refusal) { try TextRule.remote.check(setting.value) } catch {
                throw ControlRefusal(Refusal("a text " + error.message, hint: error.hint))
            }
        }
        if let refusal = edit.pipeline.contradiction { throw ControlRefusal(refusal) }
        let pipeline = try order.judge(edit.pipeline).get()
        (pending.pipeline, pending.settings) = (pipeline, edit.settings)
        return pipeline
    }
}

// MARK: Changed settings

/// A type whose values can be written in the pipeline file, such as `25%` for a fraction.
protocol Notated: Sendable {
    var notation: String { get }
}

extension Bitrate: Notated {}
extension Decibel: Notated {}
extension Duration: Notated {}
extension Share: Notated {}
extension TimeOfDay: Notated {}
extension PlainColour: Notated {}
extension String: Notated { var notation: String { self } }
extension Int: Notated { var notation: String { "\(self)" } }
extension Double: Notated { var notation: String { Wording.plain(self) } }
extension Bool: Notated { var notation: String { self ? "on" : "off" } }

/// A pipeline that a command edits, with the settings of the pipeline file that make the same changes.
struct PipelineEdit: Sendable {
    private(set) var pipeline: Pipeline
    private(set) var settings: [Setting] = []

    init(_ pipeline: Pipeline) { self.pipeline = pipeline }

    mutating func set<Value>(
        _ key: String, _ path: WritableKeyPath<Pipeline, Value>, to value: Value, as notation: String
    ) {
        pipeline[keyPath: path] = value
        settings.append(Setting(key, notation))
    }

    /// Sets the value of a key of the pipeline. A value of `nil` changes nothing.
    mutating func set<Value: Notated>(_ key: String, _ path: WritableKeyPath<Pipeline, Value>, _ value: Value?) {
        if let value { set(key, path, to: value, as: value.notation) }
    }

    mutating func set<Value: Notated>(_ key: String, _ path: WritableKeyPath<Pipeline, Value?>, _ value: Value?) {
        if let value { set(key, path, to: value, as: value.notation) }
    }

    mutating func set<Value>(_ key: String, _ path: WritableKeyPath<Pipeline, Value?>, _ value: Switchable<Value>?) {
        if let value { set(key, path, to: value.value, as: value.notation) }
    }
}

extension Pipeline {
    /// The section `combined` of the pipeline, or the default settings if the pipeline file has no such section.
    var picture: Combined {
        get { combined ?? Combined() }
        set { combined = newValue }
    }

    /// The camera with this name. For an unknown name, reading returns a new camera and writing has no effect.
    subscript(camera name: String) -> Camera {
        get { cameras.first { $0.name == name } ?? Camera(name: name) }
        set { for index in cameras.indices where cameras[index].name == name { cameras[index] = newValue } }
    }

    subscript(microphone name: String) -> Microphone {
        get { microphones.first { $0.name == name } ?? Microphone(name: name) }
        set { for index in microphones.indices where microphones[index].name == name { microphones[index] = newValue } }
    }

    subscript(encoder output: OutputName) -> EncoderOverride {
        get { encoders.outputs[output] ?? EncoderOverride() }
        set { encoders.outputs[output] = newValue }
    }
}

/// The settings that commands changed while a session ran. They also apply to the next take.
package struct Directed: Sendable, Equatable {
    /// The changed settings, which replace those of the pipeline file.
    package var settings: [Setting]
    /// The names of the muted microphones.
    package var muted: Set<String>
    /// The pipeline with the changed settings; `nil` if the recording does not accept changes.
    package var pipeline: Pipeline?

    package init(settings: [Setting] = [], muted: Set<String> = [], pipeline: Pipeline? = nil) {
        (self.settings, self.muted, self.pipeline) = (settings, muted, pipeline)
    }
}

/// The settings of a running session with the changes made by commands, and the commands in progress.
struct LiveSettings: Sendable {
    /// The pipeline with all changes made so far; `nil` if the recording does not accept changes.
    var pipeline: Pipeline?
    /// The settings that commands have changed, as keys of the pipeline file.
    var settings: [Setting] = []
    /// The names of the microphones that are muted now.
    var muted: Set<String> = []
    /// The controls of each camera, as its device last reported them.
    var controls: [InputName: [ControlFacts]] = [:]
    /// The .cube files of all looks (colour tables) that the session has used. If a file's content changed, it is
    /// listed again.
    var colourTables: [ColourTable] = []
    /// The command that waits for the graph's answer; `nil` if none does.
    var current: PendingCommand?
    var waiting: [PendingCommand] = []
    /// The automatic switching of the main camera at an interval.
    var switching = MainSwitching()

    var directed: Directed { Directed(settings: settings, muted: muted, pipeline: pipeline) }

    mutating func noteColourTables(of other: Pipeline? = nil) {
        for table in (pipeline ?? other)?.colourTables ?? [] {
            let isKnown = colourTables.contains { $0.path == table.path && $0.digest == table.digest }
            if !isKnown { colourTables.append(table) }
        }
    }

    mutating func remember(_ newer: [Setting]) { settings = settings.merged(with: newer) }
}
