public import DualCamConfig

/// Keys of the pipeline file that this version accepts but does not carry out yet.
public enum PendingKeys {
    /// A key path (`*` stands for one name) and why it has no effect.
    public static let reasons: [(keyPath: String, reason: String)] = [
        ("cameras.*.zoom", "a zoom below 1 (a wider view) is not drawn yet; zoom 1 and more is")
    ]

    /// One sentence for each key in `given` (paths as they stand in the file) that has no effect yet.
    ///
    /// It looks at no values: `given` should leave out those that ask for what happens anyway (`recording.max-loss: 1s`).
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
        default: return pipeline.cameras.contains { "cameras.\($0.name).zoom" == key && $0.zoom >= 1 }
        }
    }

    private static func matches(_ key: String, pattern: String) -> Bool {
        let (names, wanted) = (key.split(separator: "."), pattern.split(separator: "."))
        guard names.count >= wanted.count else { return false }
        return zip(names, wanted).allSatisfy { $1 == "*" || $0 == $1 }
    }
}
