package import DualCamConfig
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
    /// The new state, if the command's arguments do not say it.
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
        act(.answer(pending.number, .success(ControlAnswer(at: time, members + acceptedValues(pending)))))
    }

    // MARK: Steps that commands share
    /// Handles changes that a direction made by itself; returns whether everything but the answer has been reported.
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

// MARK: What is directed

/// One key of the pipeline file, and a value in its place: given on the command line, or set while the recording runs.
package struct Setting: Codable, Sendable, Equatable {
    /// `combined.inset.size`
    package var key: String
    /// As the file would have it: `25%`.
    package var value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }

    /// Reads what `override` writes; `nil`: there is no `=`.
    init?(override text: String) {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        self.init(String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    /// `KEY=VALUE`, as `PipelineLoader` takes it.
    package var override: String { "\(key)=\(value)" }
}

extension [Setting] {
    /// Returns the settings merged with newer ones: of a key and everything under it, the last word counts; the others
    /// keep their order.
    package func merged(with newer: [Setting]) -> [Setting] {
        var merged = self
        for setting in newer {
            merged.removeAll { $0.key == setting.key || $0.key.hasPrefix(setting.key + ".") }
            merged.append(setting)
        }
        return merged
    }
}

/// A value that the pipeline file has a text for.
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

/// A pipeline that a command changes, and the keys of its file that say the same to whoever reads it later.
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

    /// `nil` leaves it as it is.
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
    /// The section `combined`; its defaults where it is left out.
    var picture: Combined {
        get { combined ?? Combined() }
        set { combined = newValue }
    }

    /// The camera of that name; a new one where there is none, which is not kept.
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

/// The directed settings that apply to the next take, too.
package struct Directed: Sendable, Equatable {
    /// Over the pipeline file.
    package var settings: [Setting]
    /// The microphones that are, by name.
    package var muted: Set<String>
    /// The pipeline with these settings; `nil`: the order takes no directions.
    package var pipeline: Pipeline?

    package init(settings: [Setting] = [], muted: Set<String> = [], pipeline: Pipeline? = nil) {
        (self.settings, self.muted, self.pipeline) = (settings, muted, pipeline)
    }
}

/// The settings that were directed, and those that are being directed.
struct LiveSettings: Sendable {
    /// As it is directed now; `nil`: the order takes no directions.
    var pipeline: Pipeline?
    /// The changes to the pipeline file.
    var settings: [Setting] = []
    /// The microphones that are, by name.
    var muted: Set<String> = []
    /// The cameras' controls as their devices had them when they were last asked.
    var controls: [InputName: [ControlFacts]] = [:]
    /// The .cube files of all looks that were seen in the session, each as it was read last.
    var colourTables: [ColourTable] = []
    /// At the graph, or waiting for it.
    var current: PendingCommand?
    var waiting: [PendingCommand] = []
    /// When the main camera changes by itself.
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
