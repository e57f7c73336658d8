import DualCamConfig
import DualCamPlan

/// One key of the pipeline file, set while the recording runs: as an override on the command line.
package struct LiveSetting: Sendable, Equatable {
    /// `combined.inset.size`
    package var key: String
    /// The value as the file would have it: `25%`.
    package var value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }

    /// `KEY=VALUE`, as `PipelineLoader` takes it.
    package var override: String { "\(key)=\(value)" }
}

extension [LiveSetting] {
    /// Returns the settings with newer ones behind them. A newer setting replaces those of its key and of all keys under it.
    package func merged(with newer: [LiveSetting]) -> [LiveSetting] {
        var merged = self
        for setting in newer {
            merged.removeAll { $0.key == setting.key || $0.key.hasPrefix(setting.key + ".") }
            merged.append(setting)
        }
        return merged
    }
}

/// The directed settings that also hold for the next take.
package struct Directed: Sendable, Equatable {
    /// The settings laid over the pipeline file.
    package var settings: [LiveSetting]
    /// The names of the muted microphones.
    package var muted: Set<String>

    package init(settings: [LiveSetting] = [], muted: Set<String> = []) {
        (self.settings, self.muted) = (settings, muted)
    }
}

/// The settings that have been directed, and the commands that are still under way.
struct LiveSettings: Sendable {
    /// The pipeline as it is directed now; `nil`: the order takes no directions.
    var pipeline: Pipeline?
    /// The changes that have been made to the pipeline file.
    var settings: [LiveSetting] = []
    /// The names of the muted microphones.
    var muted: Set<String> = []
    /// The cameras' controls as their devices had them when they were last asked.
    var controls: [InputName: [ControlFacts]] = [:]
    /// The .cube files of all looks that were seen in the session, each as it was read last.
    var colourTables: [ColourTable] = []
    /// The command that is being carried out; others wait for it.
    var current: PendingCommand?
    var waiting: [PendingCommand] = []
    /// The state of automatic changes of the main camera.
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
