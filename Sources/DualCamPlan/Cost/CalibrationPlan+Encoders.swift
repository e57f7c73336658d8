import DualCamConfig

extension CalibrationPlan {
    /// Every preset with a camera's picture; two of them also in another size, at another bitrate, and with test patterns.
    mutating func add(_ encoder: EncoderImplementation) {
        for preset in Self.presets(encoder) {
            add(encoder, preset, .camera, Self.small)
            guard Self.references(encoder).contains(preset) else { continue }
            add(encoder, preset, .camera, Self.large)
            add(encoder, preset, .camera, Self.small, bitrate: 3)
            for pattern in Self.patterns { add(encoder, preset, .pattern(pattern), Self.small) }
        }
    }

    /// Its words, fast to slow; one without a name where it has none.
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
        let branch = BranchName("calibration")
        var elements: [ElementPlan] = []
        var without = [Self.source(source, size)]
        if !encoder.formats.contains("I420") {
            elements.append(ElementPlan("videoconvert", name: "convert", branch: branch))
            elements.append(.caps("input", branch, .raw(encoder.formats[0], size, Self.rate)))
            without.append(Self.name(WorkName.convert, size))
        }
        elements.append(ElementPlan(element, name: "encoder", branch: branch, encoder.properties(job)))
        if let parser = encoder.codec.parser { elements.append(ElementPlan(parser, name: "parser", branch: branch)) }
        trials.append(
            CalibrationTrial(
                name: Self.name(encoder, preset, source, size, bitrate: factor), sources: [source], size: size,
                elements: elements, amount: WorkAmount(size, FrameRate(1), bitrate: job.bitrate / 30),
                without: without, seconds: 0.15))
    }

    /// As the planner sets it, at the bitrate that it chooses by itself (or more).
    static func job(
        _ encoder: EncoderImplementation, _ element: String, _ preset: String?, _ size: FrameSize, bitrate factor: Int
    ) -> EncoderJob {
        let bitrate = EncoderArithmetic.bitrate(encoder.codec, size, rate, preset: preset, factor: Double(factor))
        return EncoderJob(
            element: element, size: size, rate: rate, bitrate: bitrate, bitrateIsGiven: factor != 1, keyframes: 60,
            preset: preset, profile: nil, threads: 1)
    }
}
