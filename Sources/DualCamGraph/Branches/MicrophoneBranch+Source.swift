internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Monitoring of a microphone's PulseAudio source, which the sound server may replace with another source.
extension MicrophoneBranch {
    /// Checks which PulseAudio source delivers the microphone's sound, when its first buffer arrives and whenever the
    /// server reports a change.
    func followSource(in part: GraphPart) throws(GraphFailure) {
        guard let plan = servedElement(in: part) else { return }
        let element = try live.element(plan.name)
        if served == nil || served?.asked != plan.asked {
            served = ServedSource(asked: plan.asked, takesMonitors: presence == .present)
        }
        let look: @Sendable () -> Void = { [weak self] in
            Task { [weak self] in await self?.look(at: plan.name) }
        }
        element.onChange(of: Self.current, look)
        let pad = try live.pad(PadReference(plan.name))
        let first = OnlyOnce(look)
        pad.addProbe(.buffers) { _ in
            first.perform()
            return .pass
        }
    }

    /// Checks that the sound of a microphone that has just been opened comes from the requested PulseAudio source.
    /// - Throws: `deviceMissing` if the sound comes from a different source than the requested one.
    func requireSource(of part: GraphPart) async throws(GraphFailure) {
        guard let plan = servedElement(in: part), let current = await currentSource(of: plan.name) else { return }
        var source = served?.asked == plan.asked ? served : nil
        let verdict = source?.observe(current) ?? .asAsked
        if case .replaced(let other) = verdict { throw .replaced(name, plan.asked, by: other) }
        served = source ?? served
    }

    /// Throws `deviceMissing` if `part` reads a PipeWire node that does not output any sound.
    func requireNode(of part: GraphPart) async throws(GraphFailure) {
        guard let plan = part.elements.first(where: { $0.factory == NodeTrial.element && $0.branch == .source(name) })
        else { return }
        let isThere = try await blocking("looking for \(name.noun)", within: .seconds(10)) {
            NodeTrial.delivers(plan.text("target-object"))
        }
        guard isThere else { throw .silentNode(name, plan.text("target-object")) }
    }

    private func look(at element: String) async {
        guard let current = await currentSource(of: element), presence == .present, !live.isClosed,
            live.plan.elements.contains(where: { $0.name == element })
        else { return }
        switch served?.observe(current) {
        case .moved(let before, let source)?:
            live.warn(.source(name), "the sound server has moved \(name.noun) from \(before) to \(source)")
        case .replaced(let other)? where registerFailure(): tell(.replaced(name, served?.asked, by: other))
        case .asAsked?, .replaced?, nil: break
        }
    }

    /// Returns the name of the PulseAudio source that feeds the element `name`; `nil` if the server does not respond.
    func currentSource(of name: String) async -> String? {
        guard let element = live[name] else { return nil }
        return try? await blocking("asking the sound server", within: .seconds(2)) {
            try? element.string(Self.current)
        }
    }

    private func servedElement(in part: GraphPart) -> ElementPlan? {
        part.elements.first { $0.factory == "pulsesrc" && $0.branch == .source(name) }
    }

    nonisolated static let current = "current-device"
}

/// A closure that runs only on its first call; later calls do nothing. Callable from any thread.
final class OnlyOnce: Sendable {
    private let isDone = Mutex(false)
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    func perform() {
        let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
        if isFirst { work() }
    }
}

extension ElementPlan {
    /// The PulseAudio source that this `pulsesrc` element requests; `nil` for the server's default source.
    fileprivate var asked: String? { text("device") }

    /// Returns the text value of a planned element's property; `nil` if the plan does not set the property.
    func text(_ name: String) -> String? {
        for property in properties where property.name == name {
            if case .string(let text) = property.value { return text }
        }
        return nil
    }
}

extension GraphFailure {
    fileprivate static func silentNode(_ microphone: InputName, _ node: String?) -> GraphFailure {
        GraphFailure(
            .deviceMissing, branch: .source(microphone), input: microphone,
            message: "PipeWire has no sound of \(node ?? "a default source")",
            advice: "Connect it again; 'dualcam devices --microphones' lists what is there.")
    }

    fileprivate static func replaced(_ microphone: InputName, _ asked: String?, by other: String) -> GraphFailure {
        GraphFailure(
            .deviceMissing, branch: .source(microphone), input: microphone,
            message: asked.map { "\($0) has gone, and the sound server has put \(other) into its place" }
                ?? "the microphone has gone, and the sound server has put \(other) into its place",
            advice: "Connect it again; 'dualcam devices --microphones' lists what is there.")
    }
}
