import DualCamConfig
import DualCamPlan

/// One thing that is left out to lower the load; `budget.shed` names them in a coarser way.
enum LoadStep: Sendable, Hashable {
    case combinedRate(RateShare)
    case combinedPreset
    case combined
    case isolatedRate(RateShare)

    /// The steps that a list of `budget.shed` stands for, in its order. There is no preview yet that could be shed.
    static func steps(of list: [ShedStep]) -> [LoadStep] {
        list.flatMap { step -> [LoadStep] in
            switch step {
            case .preview: []
            case .combinedRate: [.combinedRate(.twoThirds), .combinedRate(.half)]
            case .combinedPreset: [.combinedPreset]
            case .combined: [.combined]
            case .isolatedRate: [.isolatedRate(.twoThirds), .isolatedRate(.half)]
            }
        }
    }

    /// The word in the pipeline file.
    var word: ShedStep {
        switch self {
        case .combinedRate: .combinedRate
        case .combinedPreset: .combinedPreset
        case .combined: .combined
        case .isolatedRate: .isolatedRate
        }
    }

    /// True when it costs the cameras' own files something.
    var isOfCameras: Bool { if case .isolatedRate = self { true } else { false } }

    /// The share that is still done of the frames or, for the preset, of the bitrate; `nil`: nothing.
    var share: RateShare? {
        switch self {
        case .combinedRate(let share), .isolatedRate(let share): share
        case .combinedPreset: .half
        case .combined: nil
        }
    }

    /// The throttle with this step taken, too.
    func taken(in throttle: Throttle) -> Throttle {
        var throttle = throttle
        switch self {
        case .combinedRate(let share): throttle.combined = min(throttle.combined, share)
        case .combinedPreset: throttle.combinedBitrate = min(throttle.combinedBitrate, 0.5)
        case .combined: throttle.combinedRests = true
        case .isolatedRate(let share): throttle.isolated = min(throttle.isolated, share)
        }
        return throttle
    }
}
