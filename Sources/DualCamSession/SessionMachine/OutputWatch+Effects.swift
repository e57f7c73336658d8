import DualCamConfig
import DualCamPlan

/// The effects that `OutputWatch` requests from the session machine. Outputs that fail or are stopped on purpose are
/// removed from the recording, and later restored.
extension OutputWatch {
    init(_ settings: SessionSettings) {
        self.init(
            settings.outputs, hasFallback: settings.recording.fallback != nil, limit: SessionSettings.helplessLimit)
    }

    /// Returns the path of the folder for an output's next file: the session's own folder or the fallback folder.
    func folder(of output: OutputName, in context: SessionContext) -> String {
        place(of: output) == .own ? context.folder : Self.fallback(context) ?? context.folder
    }

    /// Returns true if an output that the graph has restored needs a new file. An output that was stopped on purpose in
    /// the meantime needs none.
    mutating func opened(_ output: OutputName, at now: Duration) -> Bool {
        guard isOut(output), !isShed(output) else { return false }
        _ = observe(.opened(output), at: now)
        return true
    }

    mutating func observe(_ reading: Reading, in context: SessionContext) -> [SessionEffect] {
        observe(reading, at: context.now).flatMap { action -> [SessionEffect] in
            switch action {
            case .drop(let output):
                // An output that is stopped on purpose has not failed: the frames in its encoder are still written.
                (isShed(output) ? [] : [.leaveFiles(of: output)]) + [
                    .act(.apply(.dropOutput(output))), .record(.outputDropped, .of(["output": output])),
                ]
            case .restore(let output, let place):
                // If a file was still open when its output got a new encoder, nothing will finish that file.
                (wasShed(output) ? [.leaveFiles(of: output)] : []) + [Self.restore(output, place, context)]
            case .giveUp: [.halt(.failure)]
            }
        }
    }

    private static func restore(_ output: OutputName, _ place: Place, _ context: SessionContext) -> SessionEffect {
        guard place == .fallback, let folder = fallback(context) else { return .act(.apply(.restoreOutput(output))) }
        return .act(.makeFolder(folder, for: output))
    }

    /// Returns the path of this session's folder in `recording.fallback`; `nil` if there is no fallback.
    private static func fallback(_ context: SessionContext) -> String? {
        context.settings.fallbackFolder(of: context.folder)
    }
}
