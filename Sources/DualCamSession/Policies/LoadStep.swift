import DualCamConfig
import DualCamPlan

/// One thing that is left out to lower the load; `budget.shed` names them in a coarser way.
struct LoadStep: Sendable, Hashable {
    /// The word in the pipeline file.
    var word: ShedStep
    /// The share that is still done of the frames or, for the preset, of the bitrate; `nil`: nothing.
    var share: RateShare?

    /// The steps that a list of `budget.shed` stands for, in its order. A preview is none of the recording: where the list has other
    /// things only, it goes first.
    static func steps(of list: [ShedStep]) -> [LoadStep] {
        ((list.isEmpty || list.contains(.preview) || planted(.previewLast) ? [] : [.preview]) + list).flatMap {
            word -> [LoadStep] in
            switch word {
            case .combinedRate, .isolatedRate:
                word.rates.filter { $0 != .quarter || !planted(.quarterSkipped) }.map { .init(word: word, share: $0) }
            case .combinedPreset: [.init(word: word, share: .half)]
            case .preset, .preview, .combined: [.init(word: word)]
            }
        }
    }

    /// True when it costs the cameras' own files something.
    var isOfCameras: Bool { word == .isolatedRate }

    /// The throttle with this step taken, too.
    func applied(to throttle: Throttle) -> Throttle {
        var throttle = throttle
        let share = share ?? .full
        switch word {
        case .preset: throttle.fastestPresets = true
        case .preview: throttle.previewsRest = true
        case .combinedRate: throttle.combined = min(throttle.combined, share)
        case .combinedPreset: throttle.combinedBitrate = min(throttle.combinedBitrate, share.fraction)
        case .combined: throttle.combinedRests = true
        case .isolatedRate: throttle.isolated = min(throttle.isolated, share)
        }
        return throttle
    }
}

extension ShedStep {
    /// The shares that a rate falls to, one after the other. Frames are left out evenly, down to a sixth of them, before an encoder
    /// drops them in heaps.
    fileprivate var rates: [RateShare] {
        switch self {
        case .combinedRate, .isolatedRate: [.twoThirds, .half, .third, .quarter, .sixth]
        case .preset, .preview, .combinedPreset, .combined: []
        }
    }

    /// The share of the frames that a throttle leaves of what the step is about; `nil`: it is not about frames.
    func share(in throttle: Throttle) -> RateShare? {
        switch self {
        case .combinedRate: throttle.combined
        case .isolatedRate: throttle.isolated
        case .preset, .preview, .combinedPreset, .combined: nil
        }
    }
}
