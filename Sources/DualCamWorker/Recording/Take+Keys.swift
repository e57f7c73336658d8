import DualCamConfig
import DualCamControl
import DualCamProcess
import DualCamSession

// MARK: Keys of the terminal
extension Take {
    /// Performs the command of a key pressed in the terminal, or prints why that is not possible.
    func press(_ key: TerminalKey, at control: any SessionController) async {
        do throws(ControlRefusal) {
            if key == .snapshot { return try await saveSnapshot(control) }
            guard let name = key.command(in: await control.state().phase) else { return }
            _ = try await control.perform(ControlCommand(name))
        } catch {
            place.noteAboveStatus("the key \(key.name) was ignored: " + Sentence.ended(error.message), .warning)
        }
    }

    /// Saves a still picture into the current folder: the combined picture or, if there is none, the first camera's.
    private func saveSnapshot(_ control: any SessionController) async throws(ControlRefusal) {
        let outputs = prepared.graph.outputs.map(\.name)
        guard let picture = outputs.contains(.combined) ? .combined : outputs.first else { return }
        let still = try await control.snapshot(of: picture.rawValue, as: .jpeg)
        do throws(CommandFailure) {
            let path = try await BlockingCalls.perform { [place] () throws(CommandFailure) in
                try SnapshotFile().save(still, of: picture.rawValue, as: .jpeg, in: place)
            }
            place.noteAboveStatus("snapshot: \(path)")
        } catch {
            if place.errorsAreTerminal { place.errors.write(.eraseLine) }
            _ = place.report(error)
        }
    }
}

extension TerminalKey {
    /// Returns the control command for this key in the current phase of the recording; `nil` if the key has no effect
    /// in this phase.
    func command(in phase: ControlState.Phase) -> ControlCommand.Name? {
        switch self {
        case .pause: MediaKey.playPause.command(in: phase)
        case .mark: .mark
        case .take: MediaKey.stop.command(in: phase) ?? (phase == .standby ? .record : nil)
        case .snapshot, .quit, .help: nil
        }
    }
}
