import DualCamConfig
package import DualCamPlan

extension RecordingSession: SessionController {
    package func state() async -> ControlState {
        await withCheckedContinuation { continuation in
            guard isOpen else { return continuation.resume(returning: lastState) }
            stateReaders.append(continuation)
            inputContinuation.yield(.stateAsked)
        }
    }

    package func perform(_ command: ControlCommand) async throws(ControlRefusal) -> ControlAnswer {
        // Other commands are carried out meanwhile.
        if isOpen, let file = command.file { try await order.readFile?(file).get() }
        let result: Result<ControlAnswer, ControlRefusal> = await withCheckedContinuation { continuation in
            guard isOpen else { return continuation.resume(returning: .failure(.isOver())) }
            let number = CommandNumber(value: nextCommand)
            nextCommand += 1
            commands[number] = continuation
            inputContinuation.yield(.command(number, command))
        }
        return try result.get()
    }

    package func snapshot(
        of output: OutputNameWord, as format: Snapshot.Format
    ) async throws(ControlRefusal) -> Snapshot {
        guard isOpen else { throw .isOver() }
        let known = order.settings.pictures
        guard known.contains(OutputName(output)) else {
            let names = Wording.enumeration(known.map(\.rawValue))
            throw ControlRefusal(
                .badValue, "There is no picture called '\(output.prefix(60))'.", advice: "There are \(names).")
        }
        do throws(GraphFailure) { return try await graph.snapshot(of: OutputName(output), as: format) } catch {
            throw ControlRefusal(error)
        }
    }

    package func news() -> AsyncStream<ControlNews> { broadcaster.read() }

    func answer(_ number: CommandNumber, _ result: Result<ControlAnswer, ControlRefusal>) {
        commands.removeValue(forKey: number)?.resume(returning: result)
    }

    func tell(_ state: ControlState) {
        lastState = state
        for reader in stateReaders { reader.resume(returning: state) }
        stateReaders = []
    }

    /// Nothing is answered by the state machine any more.
    func closeDesk(_ state: ControlState) {
        isOpen = false
        for reader in commands.values { reader.resume(returning: .failure(.isOver())) }
        commands = [:]
        tell(state)
        broadcaster.close()
    }
}
