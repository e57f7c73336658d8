import DualCamConfig

extension CalibrationPlan {
    /// The trials as they are to be run, one round after the other. Those of a round with several run side by side, at the pace
    /// of a camera: then caches are as cold, and the processor as busy, as while something is recorded.
    ///
    /// - Parameter cores: of the machine; side by side, encoders keep about half of them busy.
    public func rounds(cores: Int) -> [[CalibrationTrial]] {
        let room = 0.55 * Double(max(1, cores))
        var (rounds, used): ([[CalibrationTrial]], [Double]) = ([], [])
        for trial in trials.sorted(by: { $0.pacedCores ?? 0 > $1.pacedCores ?? 0 }) {
            guard let cores = trial.pacedCores else { continue }
            if let index = used.firstIndex(where: { $0 + cores <= room }) {
                rounds[index].append(trial)
                used[index] += cores
            } else {
                rounds.append([trial])
                used.append(cores)
            }
        }
        return trials.filter { $0.pacedCores == nil }.map { [$0] } + rounds
    }
}
