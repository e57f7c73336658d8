import DualCamConfig
import DualCamPlan

/// The outputs: which record, which failed and are tried again, which rest.
struct OutputMonitor: Sendable {
    private var watch: OutputWatch

    init(_ settings: SessionSettings) {
        watch = OutputWatch(
            settings.outputs, hasFallback: settings.recording.fallback != nil, limit: settings.helplessLimit)
    }

    /// Returns whether the output was taken out and has no new file yet.
    func isOut(_ output: OutputName) -> Bool { watch.isOut(output) }

    /// Returns whether the output was ever taken out to make room.
    func wasShed(_ output: OutputName) -> Bool { watch.wasShed(output) }

    /// Returns the folder of an output's next file.
    func folder(of output: OutputName, in context: SessionContext) -> String {
        watch.place(of: output) == .own ? context.folder : Self.fallback(context) ?? context.folder
    }

    /// Returns whether the output writes to the disk of the session's folder.
    func isOnOwnDisk(_ output: OutputName) -> Bool { watch.place(of: output) == .own }

    /// Returns whether a failed output that the graph has made anew is to have a file; one that rests meanwhile is not.
    mutating func opened(_ output: OutputName, at now: Duration) -> Bool {
        guard watch.isOut(output), !watch.isShed(output) else { return false }
        _ = watch.observe(.opened(output), at: now)
        return true
    }

    mutating func observe(_ reading: OutputWatch.Reading, in context: SessionContext) -> [SessionEffect] {
        watch.observe(reading, at: context.now).flatMap { action -> [SessionEffect] in
            switch action {
            case .drop(let output):
                [
                    .leaveFiles(of: output), .act(.apply(.dropOutput(output))),
                    .record(.outputDropped, .of(["output": output])),
                ]
            case .restore(let output, let place): [Self.restore(output, place, context)]
            case .giveUp: [.halt(.failure)]
            }
        }
    }

    private static func restore(
        _ output: OutputName, _ place: OutputWatch.Place, _ context: SessionContext
    ) -> SessionEffect {
        guard place == .fallback, let folder = fallback(context) else { return .act(.apply(.restoreOutput(output))) }
        return .act(.makeFolder(folder, for: output))
    }

    /// The folder of this session in `recording.fallback`.
    private static func fallback(_ context: SessionContext) -> String? {
        context.settings.fallbackFolder(of: context.folder)
    }
}
