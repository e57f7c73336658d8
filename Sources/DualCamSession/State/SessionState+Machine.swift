import DualCamConfig
import DualCamPlan

// MARK: What the machine bears
extension SessionState {
    mutating func machine(_ reading: MachineReading) {
        guard phase < .finishing else { return }
        watchHeat(reading)
        guard phase == .running else { return }
        watchLoad(reading)
        applyThrottle()
    }

    /// Tells the graph when load and heat together ask for something else than before, and people what heat asks for.
    mutating func applyThrottle() {
        if heatThrottle != toldHeat {
            tellHeat(from: toldHeat)
            toldHeat = heatThrottle
        }
        let wanted = loadThrottle.combined(with: heatThrottle)
        guard phase == .running, wanted != throttle else { return }
        throttle = wanted
        act(.apply(.throttle(wanted)))
    }

    mutating func rateChanged(_ output: OutputName, _ share: RateShare, _ running: RunningTime) {
        thinned.take(output, share, part: part, at: running)
        record(
            .rateChanged, at: running,
            [
                .init("output", .string(output.rawValue)), .init("share", .string(share.rawValue)),
                .init("at", .time(running)),
            ])
    }
}
