import DualCamConfig
import DualCamPlan

/// One key of the pipeline file, set while the recording runs: as an override on the command line.
package struct LiveSetting: Sendable, Equatable {
    /// `combined.inset.size`
    package var key: String
    /// As the file would have it: `25%`.
    package var value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }

    /// `KEY=VALUE`, as `PipelineLoader` takes it.
    package var override: String { "\(key)=\(value)" }
}

extension [LiveSetting] {
    /// Of a key and of everything under it, the last word counts; the others keep their order.
    package func merged(with newer: [LiveSetting]) -> [LiveSetting] {
        var merged = self
        for setting in newer {
            merged.removeAll { $0.key == setting.key || $0.key.hasPrefix(setting.key + ".") }
            merged.append(setting)
        }
        return merged
    }
}

/// What has been directed and is to hold for the next take, too.
package struct Directed: Sendable, Equatable {
    /// Over the pipeline file.
    package var settings: [LiveSetting]
    /// The microphones that are, by name.
    package var muted: Set<String>

    package init(settings: [LiveSetting] = [], muted: Set<String> = []) {
        (self.settings, self.muted) = (settings, muted)
    }
}

/// What has been directed, and what is being.
struct LiveSettings: Sendable {
    /// As it is directed now; `nil`: the order takes no directions.
    var pipeline: Pipeline?
    /// What has been changed of the pipeline file.
    var settings: [LiveSetting] = []
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

    var directed: Directed { Directed(settings: settings, muted: muted) }

    mutating func noteColourTables(of other: Pipeline? = nil) {
        for table in (pipeline ?? other)?.colourTables ?? [] {
            let isKnown = colourTables.contains { $0.path == table.path && $0.digest == table.digest }
            if !isKnown { colourTables.append(table) }
        }
    }

    mutating func remember(_ newer: [LiveSetting]) { settings = settings.merged(with: newer) }
}
