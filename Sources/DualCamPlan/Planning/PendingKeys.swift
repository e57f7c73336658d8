public import DualCamConfig

/// Keys of the pipeline file that this version accepts but does not carry out yet.
public enum PendingKeys {
    /// A key path (`*` stands for one name) and why it has no effect.
    public static let reasons: [(keyPath: String, reason: String)] = [
        ("cameras.*.zoom", "a zoom below 1 (a wider view) is not drawn yet; zoom 1 and more is"),
        (
            "recording.missing-camera",
            "a camera that is not there at the start is not waited for yet, which ends the recording with an error"
        ),
        ("recording.max-loss", "files are always written so that a power cut costs about a second"),
        ("storage.when-full", "a full disk always stops the recording"),
        ("storage.retain", "finished sessions are not deleted by themselves yet"),
        ("budget.*", "the load is not watched yet, and nothing is shed"),
        ("thermal.*", "the temperature is not watched yet"),
        ("machine.*", "no facts about the machine's heat, power and load are read yet"),
    ]

    /// One sentence for each key in `given` (paths as they stand in the file) that has no effect yet.
    ///
    /// It looks at no values: `given` should leave out those that ask for what happens anyway (`storage.when-full: stop`).
    public static func notices(given: [String]) -> [String] {
        given.compactMap { key in
            reasons.first { matches(key, pattern: $0.keyPath) }.map {
                "\(key) has no effect in this version: \($0.reason)."
            }
        }
    }

    /// The same, without keys whose value in `pipeline` asks for what happens anyway.
    public static func notices(given: [String], in pipeline: Pipeline) -> [String] {
        notices(given: given.filter { !isCarriedOut($0, in: pipeline) })
    }

    private static func isCarriedOut(_ key: String, in pipeline: Pipeline) -> Bool {
        switch key {
        case "recording.missing-camera": return pipeline.recording.missingCamera != .wait
        case "recording.max-loss": return pipeline.recording.maxLoss == .seconds(1)
        case "storage.when-full": return pipeline.storage.whenFull == .stop
        case "storage.retain": return pipeline.storage.retain == .off
        default: return pipeline.cameras.contains { "cameras.\($0.name).zoom" == key && $0.zoom >= 1 }
        }
    }

    private static func matches(_ key: String, pattern: String) -> Bool {
        let (names, wanted) = (key.split(separator: "."), pattern.split(separator: "."))
        guard names.count >= wanted.count else { return false }
        return zip(names, wanted).allSatisfy { $1 == "*" || $0 == $1 }
    }
}
