import DualCamConfig
import DualCamControl
import DualCamPlan
import DualCamSession
import DualCamSupervision

// MARK: Keys of the terminal
extension Take {
    /// Does what a key that was pressed in the terminal means now, or says why it cannot be.
    func press(_ key: TerminalKey, at control: any SessionController) async {
        do throws(ControlRefusal) {
            if key == .snapshot { return try await saveSnapshot(control) }
            guard let name = key.command(in: await control.state().phase) else { return }
            _ = try await control.perform(ControlCommand(name))
        } catch {
            place.noteAboveStatus("the key \(key.name) did nothing: " + Sentence.ended(error.message), .warning)
        }
    }

    /// Saves the combined picture or, where there is none, the first camera's, into the current folder.
    private func saveSnapshot(_ control: any SessionController) async throws(ControlRefusal) {
        let outputs = prepared.graph.outputs.map(\.name)
        guard let picture = outputs.contains(.combined) ? .combined : outputs.first else { return }
        let still = try await control.snapshot(of: picture.rawValue, as: .jpeg)
        do throws(CommandFailure) {
            let path = try await BlockingCalls.perform { [place] () throws(CommandFailure) in
                try SnapshotCommand().save(still, of: picture.rawValue, as: .jpeg, in: place)
            }
            place.noteAboveStatus("snapshot: \(path)")
        } catch {
            if place.errorsAreTerminal { place.errors.write(StatusDisplay.erase) }
            _ = place.report(error)
        }
    }
}

extension TerminalKey {
    /// The command that the key means now; `nil`: there is nothing to do, or it means no command.
    func command(in phase: ControlState.Phase) -> ControlCommand.Name? {
        switch self {
        case .pause: MediaKey.playPause.command(in: phase)
        case .mark: .mark
        case .take: MediaKey.stop.command(in: phase) ?? (phase == .standby ? .record : nil)
        case .snapshot, .quit, .help: nil
        }
    }
}
