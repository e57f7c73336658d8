/// The PulseAudio source that delivers a microphone's sound. PulseAudio moves a recording to another source when the
/// current source is unplugged.
struct ServedSource: Sendable, Equatable {
    enum Verdict: Sendable, Equatable {
        case asAsked
        /// The server has changed its default source. This is acceptable, because no particular source was requested.
        case moved(from: String, to: String)
        /// The server records from a source other than the requested or expected one.
        case replaced(by: String)
    }

    /// The PulseAudio source that the pipeline file names; `nil` for the server's default.
    let asked: String?
    /// True while a monitor source (which records a loudspeaker's sound) is accepted as the default source. Becomes
    /// false as soon as another type of source was the default.
    private var takesMonitors: Bool
    private(set) var current: String?

    /// Creates the tracker of a microphone's PulseAudio source.
    ///
    /// - Parameter asked: the name of the requested source. A number or `@DEFAULT_SOURCE@` counts as no name, because
    ///   the server never reports such names.
    init(asked: String?, takesMonitors: Bool) {
        let isName = asked.map { !$0.hasPrefix("@") && Int($0) == nil } ?? false
        (self.asked, self.takesMonitors) = (isName ? asked : nil, takesMonitors)
    }

    /// Compares the source that the server currently uses with the expected one, and stores the current one. `source`
    /// is empty if the server does not report its source.
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

    /// The name suffix of PulseAudio's monitor sources, which record the sound that a sink plays.
    private static let monitor = ".monitor"
}
