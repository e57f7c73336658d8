package import DualCamConfig

/// The dualcam commands that make recordings.
package enum RecordingVerb: String, Sendable, CaseIterable {
    case run, serve
}

/// The lists of the pipeline-file keys that the commands `run` and `serve` use. When one of these commands starts, it
/// reports the keys that it ignores (`Pipeline.idleSettings(under:)`). A test compares these lists with all keys, so
/// every new key must be added.
package enum HonouredKeys {
    /// The keys of the pipeline file that both `run` and `serve` use. A section's name stands for all keys in the
    /// section, if both commands use all of them.
    package static let byBoth: Set<String> = [
        "name", "cameras", "microphone", "microphones", "combined", "controls", "layouts", "encoders", "budget",
        "thermal",
        "battery", "supervision", "machine", "publish",
        "recording.directory", "recording.fallback", "recording.group", "recording.outputs", "recording.name",
        "recording.container",
        "recording.sound", "recording.segment", "recording.max-loss", "recording.duration", "recording.until",
        "recording.delay", "recording.missing-camera", "recording.missing-microphone",
        "storage.keep-free", "storage.warn-at", "storage.when-full", "storage.retain", "storage.delete-only",
        "control.socket", "control.listen", "control.token", "control.viewers", "control.tls", "control.files",
        "control.origins", "control.remember", "control.media-keys", "control.keys",
        "hooks.limit",
    ]

    /// The keys of the pipeline file that only `serve` uses.
    package static let byServe: Set<String> = Set(serveOnly.map(\.key))

    struct Row: Sendable {
        var key: String
        /// The reason why the command `run` ignores the key, as text for users.
        var reason: String
        var hint: String
        /// A function that returns true if a pipeline sets the key.
        var isGiven: @Sendable (Pipeline) -> Bool
    }

    private static let instead = "record with 'dualcam serve'"

    static let serveOnly: [Row] =
        [
            Row(
                key: "recording.pre-roll", reason: "'dualcam run' records from its start on, and nothing before it",
                hint: "\(instead), where a take can begin before its button"
            ) { $0.recording.preRoll != nil },
            Row(
                key: "backup.to", reason: "'dualcam run' copies nothing by itself",
                hint: "\(instead), or call 'dualcam backup' afterwards"
            ) { $0.backup.to != nil },
        ]
        // Without a backup destination, these keys have no effect with any command. `idleSettings` reports that.
        + ["when", "only", "bandwidth", "while-recording", "metered"].map { key in
            Row(key: "backup.\(key)", reason: "", hint: "") { _ in false }
        } + events.map(row(of:))

    /// The hook events that never occur with `run`.
    private static let events: [EventName] = [.standby, .reloaded, .backedUp, .backupFailed]

    private static func row(of event: EventName) -> Row {
        Row(key: "hooks.\(event.rawValue)", reason: "this event never comes under 'dualcam run'", hint: instead) {
            $0.hooks.actions[event]?.isEmpty == false
        }
    }

    /// The names of the hook events that can occur with both `run` and `serve`.
    package static let eventsOfBoth: Set<String> = Set(
        EventName.allCases.filter { $0.isForHooks && !events.contains($0) }.map { "hooks.\($0.rawValue)" })
}

extension Pipeline {
    /// Returns an issue for each setting of the pipeline that has no effect with this command or with any command.
    package func idleSettings(under verb: RecordingVerb) -> [PlanIssue] {
        guard verb == .run else { return idleSettings }
        let (idle, told) = (idleSettings, Set(idleSettings.map(\.keyPath)))
        return idle
            + HonouredKeys.serveOnly.filter { $0.isGiven(self) && !told.contains($0.key) }
            .map { PlanIssue($0.key, $0.reason, hint: $0.hint) }
    }
}
