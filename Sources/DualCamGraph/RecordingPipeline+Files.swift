internal import DualCamPlan

// MARK: Files that begin at a boundary
extension RecordingPipeline {
    /// Starts new files of outputs at the running time `at`. If a new file cannot be created, the output continues in
    /// its open file, and the error that is thrown lists the new file in `unmade`.
    func openSegment(_ files: [FileRequest], at: RunningTime) throws(GraphFailure) {
        let boundary = live.window.recorded(at.nanoseconds)
        var (begun, refusals): ([FileRequest], [GraphFailure]) = ([], [])
        for file in files {
            do throws(GraphFailure) {
                let encoder = outputs[file.output]
                try encoder?.files.open(
                    file, from: boundary, isRunning: true, changesEncoder: encoder?.preset.isPrepared == true)
                begun.append(file)
            } catch {
                refusals.append(error)
            }
        }
        let segments = Dictionary(grouping: begun, by: \.output).mapValues { Set($0.map(\.segment)) }
        for encoder in encoders {
            guard let begun = segments[encoder.output] else { continue }
            encoder.files.close(at: boundary, but: begun)
            encoder.beginFile(at: boundary)
        }
        if let answer = answer(refusals) { throw answer }
    }

    /// Returns one error for all files that could not be created although their outputs can continue in the files that
    /// are open. Its `unmade` lists these files. Reports all other errors as events. Returns `nil` if all files were
    /// created.
    private func answer(_ refusals: [GraphFailure]) -> GraphFailure? {
        let unmade = refusals.flatMap(\.unmade)
        guard let place = refusals.firstIndex(where: { $0.unmade.isEmpty == unmade.isEmpty }) else { return nil }
        for (index, refusal) in refusals.enumerated() where index != place && refusal.unmade.isEmpty {
            live.failures.report(refusal)
        }
        var answer = refusals[place]
        answer.unmade = unmade
        return answer
    }
}
