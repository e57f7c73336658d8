/// The source that a PulseAudio server has given a microphone: the server moves a stream to another source when its own is pulled out.
struct ServedSource: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        case asAsked
        /// The server's default is another one now, as it may be.
        case moved(from: String, to: String)
        /// The sound comes from something else than what was asked for.
        case replaced(by: String)
    }

    /// The source that the pipeline file names; `nil`: the server's default.
    let asked: String?
    /// Where the server's default is taken: it may be what a loudspeaker plays, as it has been from the start.
    private var takesMonitors: Bool
    private(set) var current: String?

    /// - Parameter asked: the name; a number and `@DEFAULT_SOURCE@` are the server's own words for one, which it never reports.
    init(asked: String?, takesMonitors: Bool) {
        let isName = asked.map { !$0.hasPrefix("@") && Int($0) == nil } ?? false
        (self.asked, self.takesMonitors) = (isName ? asked : nil, takesMonitors)
    }

    /// Takes in the source from which the sound comes now; empty where the server does not say.
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

    /// PulseAudio's name of the source that hears a sink ends so.
    private static let monitor = ".monitor"
}
