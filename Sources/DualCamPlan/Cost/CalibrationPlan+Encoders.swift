import DualCamConfig

extension CalibrationPlan {
    /// Cores per megapixel a second by the built-in table from which on a preset is estimated: it would take seconds to measure
    /// what nobody records with.
    private static let tooDear = 0.15

    /// Returns true when a preset's cost is taken from that of the slowest that is measured.
    static func isEstimated(_ encoder: EncoderImplementation, _ preset: String?) -> Bool {
        guard let preset, !references(encoder).contains(preset) else { return false }
        return (encoder.cost[preset] ?? encoder.cost[""] ?? 0) >= tooDear
    }

    /// Every preset with a camera's picture; two of them also in another size, at another bitrate, and with test patterns.
    mutating func add(_ encoder: EncoderImplementation) {
        for preset in Self.presets(encoder) where !Self.isEstimated(encoder, preset) {
            add(encoder, preset, .camera, Self.small)
            if Self.references(encoder).contains(preset) {
                add(encoder, preset, .camera, Self.large)
                add(encoder, preset, .camera, Self.small, bitrate: 3)
            }
            guard Self.seeing(encoder).contains(preset) else { continue }
            for pattern in Self.patterns {
                add(encoder, preset, .pattern(pattern), Self.small)
                if Self.isCheap(encoder), preset == Self.references(encoder)[0] {
                    add(encoder, preset, .pattern(pattern), Self.large)
                }
            }
        }
    }

    /// The presets at which it is tried with every pattern: those of its ladder, or two of a slow encoder's.
    static func seeing(_ encoder: EncoderImplementation) -> [String?] {
        if encoder.codec == .prores { return presets(encoder) }
        return isCheap(encoder) && !encoder.ladder.isEmpty ? encoder.ladder : references(encoder)
    }

    /// Fast enough for many trials.
    private static func isCheap(_ encoder: EncoderImplementation) -> Bool { encoder.cost.values.min() ?? 0 <= 0.02 }

    /// Returns its words, fast to slow; one without a name where it has none.
    static func presets(_ encoder: EncoderImplementation) -> [String?] {
        encoder.presets.isEmpty ? [nil] : encoder.presets.map { $0 }
    }

    /// The two presets that stand for the others: the fastest one and one of the middle.
    static func references(_ encoder: EncoderImplementation) -> [String?] {
        let all = presets(encoder)
        let words = [encoder.ladder.first ?? all[0], encoder.ladder.dropFirst(2).first ?? all[0]]
        return words[0] == words[1] ? [words[0]] : words
    }

    static func name(
        _ encoder: EncoderImplementation, _ preset: String?, _ source: CalibrationTrial.Source, _ size: FrameSize,
        bitrate factor: Int = 1
    ) -> String {
        let kind = if case .pattern(let pattern) = source { pattern.rawValue } else { PictureContent.camera }
        let work = WorkName.encode(encoder.word, preset: preset, content: kind)[0]
        return name(work, size) + (factor == 1 ? "" : " x\(factor)")
    }

    private mutating func add(
        _ encoder: EncoderImplementation, _ preset: String?, _ source: CalibrationTrial.Source, _ size: FrameSize,
        bitrate factor: Int = 1
    ) {
        guard let element = encoder.element(on: machine) else { return }
        let job = Self.job(encoder, element, preset, size, bitrate: factor)
        let branch = BranchID.calibration
        var elements: [ElementPlan] = []
        if !encoder.formats.contains("I420") {
            let converter = Intake.takes("I420", into: encoder.formats[0]) ? Intake.element : "videoconvert"
            elements.append(ElementPlan(converter, name: "convert", branch: branch))
            elements.append(.caps("input", branch, .raw(encoder.formats[0], size, Self.rate)))
        }
        elements.append(ElementPlan(element, name: "encoder", branch: branch, encoder.properties(job)))
        if let parser = encoder.codec.parser { elements.append(ElementPlan(parser, name: "parser", branch: branch)) }
        trials.append(
            CalibrationTrial(
                name: Self.name(encoder, preset, source, size, bitrate: factor), sources: [source], size: size,
                elements: elements, amount: WorkAmount(size, FrameRate(1), bitrate: job.bitrate / 30),
                seconds: 0.05,
                warmUp: Self.warmUp(encoder, source, size),
                leastFrames: encoder.isIntra || size == Self.large ? 10 : 24,
                limit: !Self.isCheap(encoder) ? 0.25 : size == Self.large || source != .camera ? 0.5 : 0.3))
    }

    /// Frames until an encoder takes what it takes for the rest of a recording: of a picture that stands still it makes a better
    /// one for a second or two, and then next to nothing.
    private static func warmUp(
        _ encoder: EncoderImplementation, _ source: CalibrationTrial.Source, _ size: FrameSize
    ) -> Int {
        if encoder.isIntra { return 3 }
        if source != .camera, isCheap(encoder) { return 50 }
        return size == large ? 8 : 16
    }

    /// Makes the job of an encoder as the planner sets it, at the bitrate that it chooses by itself (or more).
    static func job(
        _ encoder: EncoderImplementation, _ element: String, _ preset: String?, _ size: FrameSize, bitrate factor: Int
    ) -> EncoderJob {
        let bitrate = EncoderArithmetic.bitrate(encoder.codec, size, rate, preset: preset, factor: Double(factor))
        return EncoderJob(
            element: element, size: size, rate: rate, bitrate: bitrate, bitrateIsGiven: factor != 1, keyframes: 60,
            preset: preset, profile: nil, threads: 1)
    }
}

extension EncoderImplementation {
    /// Every frame stands alone: none is dearer for what was before it.
    fileprivate var isIntra: Bool { codec == .prores || codec == .mjpeg }
}
