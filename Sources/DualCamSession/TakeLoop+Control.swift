import DualCamConfig
package import DualCamPlan

extension TakeLoop: SessionController {
    package func state() async -> ControlState {
        if let latest { return await latest.state() }
        let name = production.order.description.name
        return ControlState(name: name, phase: .preparing, folder: nil, runningTime: nil, status: nil, settings: [])
    }

    /// Commands that come between two takes wait for the next session that stands by.
    package func perform(_ command: ControlCommand) async throws(ControlRefusal) -> ControlAnswer {
        while let session = await present() {
            do throws(ControlRefusal) { return try await session.perform(command) } catch {
                guard error == .isOver() else { throw error }
                if current === session { current = nil }
            }
        }
        throw .isOver()
    }

    package func snapshot(
        of output: OutputNameWord, as format: Snapshot.Format
    ) async throws(ControlRefusal) -> Snapshot {
        guard let session = await present() else { throw .isOver() }
        return try await session.snapshot(of: output, as: format)
    }

    package func news() -> AsyncStream<ControlNews> { broadcaster.read() }

    /// The session that takes commands; `nil`: there will be none any more.
    private func present() async -> RecordingSession? {
        if isOver { return nil }
        if let current { return current }
        return await withCheckedContinuation { waiting.append($0) }
    }

    /// Says what has become of a change of the pipeline file.
    package func tellReload(applied: [String], later: [String]) { tell(.reloaded(applied: applied, later: later)) }

    /// Says why something that was asked for is not done.
    package func tellProblem(_ message: String) { warn(message) }

    /// Goes on with another production: at once where nothing is recorded, else after the take.
    ///
    /// - Parameter rebuilds: its graph is another one: the devices are closed and opened again.
    package func adopt(_ production: Production, rebuilds: Bool) {
        pending = (production, rebuilds || (pending?.rebuilds ?? false))
        latest?.stop(.reload)
    }
}
