package import DualCamConfig
import DualCamPlan

/// One key of the pipeline file, and a value in its place: given on the command line, or set while the recording runs.
package struct Setting: Codable, Sendable, Equatable {
    /// `combined.inset.size`
    package var key: String
    /// As the file would have it: `25%`.
    package var value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }

    /// `KEY=VALUE`, as `PipelineLoader` takes it.
    package var override: String { "\(key)=\(value)" }
}

extension [Setting] {
    /// Of a key and of everything under it, the last word counts; the others keep their order.
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

/// What has been directed and is to hold for the next take, too.
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

/// What has been directed, and what is being.
struct LiveSettings: Sendable {
    /// As it is directed now; `nil`: the order takes no directions.
    var pipeline: Pipeline?
    /// What has been changed of the pipeline file.
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
