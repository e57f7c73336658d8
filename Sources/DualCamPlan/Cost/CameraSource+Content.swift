import DualCamConfig

/// The content of a source's pictures, which affects the work of an encoder. Most test patterns show little movement.
extension CameraSource {
    /// The fraction of the source's picture that is as hard to encode as camera footage, 0 ... 1. For test patterns, it
    /// was measured with x264 superfast at 720p, relative to a clip with detail and noise.
    var filmed: Double {
        guard case .test(let pattern) = self else { return 1 }
        return switch pattern {
        case .snow: 1
        case .smpte: 0.6
        case .checkers: 0.4
        case .scene: 0.2
        default: 0
        }
    }
}

extension [CameraDecision] {
    /// Returns the fraction of the combined picture that shows camera footage, 0 ... 1. Parts of a camera's picture
    /// that are covered by cameras drawn later do not count.
    func filmed(on canvas: FrameSize) -> Double {
        let seen = filter(\.isComposed).sorted { ($0.placement?.index ?? 0) < ($1.placement?.index ?? 0) }
        var (filmed, covered) = (0.0, 0.0)
        for camera in seen {
            guard let target = camera.placement?.placement.target else { continue }
            let share = Swift.min(1, Double(target.width * target.height) / Double(Swift.max(1, canvas.pixels)))
            if covered + share > 1 { filmed *= (1 - share) / covered }
            filmed += camera.source.filmed * share
            covered = Swift.min(1, covered + share)
        }
        return filmed
    }
}

extension CostTable {
    /// Returns the number of cores that an encoder keeps busy.
    ///
    /// - Parameter filmed: the fraction of the picture that shows camera footage, 0 ... 1. The rest is generated or
    ///   empty.
    func encoding(
        _ implementation: EncoderImplementation, preset: String?, _ amount: WorkAmount, filmed: Double
    ) -> Double {
        let names = WorkName.encode(implementation.word, preset: preset)
        let isKnown = names.contains { work[$0] != nil || Self.builtIn.work[$0] != nil }
        let whole = isKnown ? cores(names, amount) : dearest(implementation.word, amount)
        // A codec that encodes every frame independently needs the same work for still content.
        return implementation.codec.isIntra ? whole : whole * (filmed + (1 - filmed) * drawn)
    }

    /// Returns the number of cores that the encoder keeps busy with a preset that was not measured: the highest value
    /// among the encoder's presets in the built-in table.
    private func dearest(_ word: String, _ amount: WorkAmount) -> Double {
        let prefix = "encode \(word) "
        return Self.builtIn.work.filter { $0.key.hasPrefix(prefix) }.map { $0.value.cores(amount) }.max() ?? 0
    }
}
