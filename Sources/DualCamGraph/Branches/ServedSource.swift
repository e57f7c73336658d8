/// The source that a PulseAudio server uses for a microphone. The server moves a stream to another source when its
/// source is unplugged.
struct ServedSource: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        case asAsked
        /// The server's default source has changed, which is allowed.
        case moved(from: String, to: String)
        /// The sound comes from a different source than the requested one.
        case replaced(by: String)
    }

    /// The source that the pipeline file names; `nil` for the server's default.
    let asked: String?
    /// True while a monitor source (the sound of a loudspeaker) is accepted as the server's default, because it has
    /// been one from the start.
    private var takesMonitors: Bool
    private(set) var current: String?

    /// - Parameter asked: the requested name. A number or `@DEFAULT_SOURCE@` counts as no name, because the server
    ///   never reports either.
    init(asked: String?, takesMonitors: Bool) {
        let isName = asked.map { !$0.hasPrefix("@") && Int($0) == nil } ?? false
        (self.asked, self.takesMonitors) = (isName ? asked : nil, takesMonitors)
    }

    /// Accepts the current source of the sound; empty if the server does not report one.
    mutating func observe(_ source: String) -> Verdict {
        guard !source.isEmpty else { return .asAsked }
        if let asked { return source == asked ? .asAsked : .replaced(by: source) }
        guard takesMonitors || !source.hasSuffix(Self.monitor) else { return .replaced(by: source) }
        let before = current
        current = source
        if !source.hasSuffix(Self.monitor) { takesMonitors = false }
        guard let before, before != source else { return .asAsked }
        return .moved(from: before, to: source)
    }

    /// The suffix of PulseAudio's monitor sources, which record what a sink plays.
    private static let monitor = ".monitor"
}
