import DualCamConfig
import DualCamPlan

/// A single step that reduces the load, such as a lower frame rate. Each word of `budget.shed` stands for one or more
/// of these steps.
struct LoadStep: Sendable, Hashable {
    /// The step's word in `budget.shed` of the pipeline file.
    var word: ShedStep
    /// The fraction of frames, or for `combinedPreset` of the bitrate, that remains after this step; `nil` for a step
    /// that reduces neither.
    var share: RateShare?

    /// Returns the steps for the words of `budget.shed`, in their order. If the list does not contain previews, they
    /// are ended first, because they are not part of the recording. An empty list has no steps.
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

    /// True if the step reduces the frame rates of the cameras' own files.
    var isOfCameras: Bool { word == .isolatedRate }

    /// Returns the throttle that results from adding this step to another throttle.
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
    /// The fractions to which this word reduces a frame rate, one after the other; empty if the word does not reduce
    /// rates. Dropping frames evenly, down to a sixth of the rate, is better than an encoder that drops many frames in
    /// a row.
    fileprivate var rates: [RateShare] {
        switch self {
        case .combinedRate, .isolatedRate: [.twoThirds, .half, .third, .quarter, .sixth]
        case .preset, .preview, .combinedPreset, .combined: []
        }
    }

    /// Returns the fraction of frames that a throttle leaves to the outputs that this word of `budget.shed` concerns;
    /// `nil` if the word does not concern frames.
    func share(in throttle: Throttle) -> RateShare? {
        switch self {
        case .combinedRate: throttle.combined
        case .isolatedRate: throttle.isolated
        case .preset, .preview, .combinedPreset, .combined: nil
        }
    }
}
