/// A pipeline that passed every check, and the text it came from, so that later checks can point into it.
public struct LoadedPipeline: Sendable {
    public let pipeline: Pipeline
    /// The file's text.
    public let text: String
    /// The file's name in messages.
    public let name: String
    /// Every key written in the file or by an override, in the file's order; elements of lists are left out.
    public let givenKeys: [String]
    private let origins: [SettingPath: Origin]

    init(_ pipeline: Pipeline, tree: Place, source: Source) {
        var origins: [SettingPath: Origin] = [:]
        var keys: [String] = []
        tree.walk { place in
            origins[place.path] = place.origin
            if !place.path.isElement { keys.append(place.path.text) }
        }
        self.pipeline = pipeline
        (text, name) = (source.text, source.name)
        (self.origins, givenKeys) = (origins, keys)
    }

    /// Whether `keyPath` (`recording.segment`, `recording.outputs[1]`) was written, in the file or by an override.
    public func isGiven(_ keyPath: String) -> Bool { origins[SettingPath(text: keyPath)] != nil }

    /// An issue about the value of `keyPath`, pointing at it, or at the nearest section around it that was written.
    public func issue(at keyPath: String, _ message: String, hint: String? = nil) -> PipelineIssue {
        let path = SettingPath(text: keyPath)
        let origin = sequence(first: path, next: \.parent).lazy.compactMap { origins[$0] }.first ?? .missing
        let source = Source(bytes: Array(text.utf8), name: name)
        return source.issue(Finding(path, origin, Refusal(message, hint: hint)))
    }
}
