internal import DualCamPlan

// MARK: The files that begin at a boundary
extension RecordingPipeline {
    /// Has outputs go on in new files. One whose file cannot be made goes on in the file that it has, which is not closed.
    func openSegment(_ files: [FileRequest], at: RunningTime) throws(GraphFailure) {
        let boundary = live.window.recorded(at.nanoseconds)
        var (begun, refusals): ([FileRequest], [GraphFailure]) = ([], [])
        for file in files {
            do throws(GraphFailure) {
                try outputs[file.output]?.files.open(file, from: boundary, isRunning: true)
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

    /// Returns one failure for all: the first by which an output goes on in its file, of all such files, else the first. The others are
    /// told by events.
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
