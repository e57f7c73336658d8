import DualCamConfig

/// Turns what trials took into the work of a cost table.
struct CalibrationFit {
    let plan: CalibrationPlan
    /// CPU seconds per frame by the name of the trial.
    let measured: [String: Double]
    private let trials: [String: CalibrationTrial]

    init(_ plan: CalibrationPlan, _ measured: [String: Double]) {
        (self.plan, self.measured) = (plan, measured)
        trials = Dictionary(plan.trials.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Returns the amount and the cost of one frame of a trial.
    func own(_ name: String) -> (amount: WorkAmount, cost: Double)? {
        guard let trial = trials[name], let cost = measured[name] else { return nil }
        return (trial.amount, cost)
    }

    /// Two sizes: a part for each pixel and a part for each frame.
    func work(
        _ name: String, at sizes: [FrameSize] = [CalibrationPlan.small, CalibrationPlan.large]
    ) -> CostTable.Work? {
        let points = sizes.compactMap { own(CalibrationPlan.name(name, $0)) }
        guard let first = points.first, let last = points.last else { return nil }
        return Self.line(first, last)
    }

    typealias Point = (amount: WorkAmount, cost: Double)

    static func line(_ small: Point, _ large: Point) -> CostTable.Work {
        let between = large.amount.megapixels - small.amount.megapixels
        guard between > 0 else { return CostTable.Work(perMegapixel: small.cost / small.amount.megapixels) }
        let slope = max(0, (large.cost - small.cost) / between)
        let rest = small.cost - slope * small.amount.megapixels
        if rest < 0 { return CostTable.Work(perMegapixel: large.cost / large.amount.megapixels) }
        return CostTable.Work(perMegapixel: slope, perFrame: rest)
    }
}

extension CalibrationFit {
    var works: [String: CostTable.Work] {
        var works: [String: CostTable.Work] = [:]
        for pattern in TestPattern.allCases {
            let name = WorkName.pattern(pattern)
            works[name] = work(name)
        }
        for name in [
            WorkName.decode("mjpeg"), WorkName.decode("h264"), WorkName.convert, WorkName.scale, WorkName.rotate,
            WorkName.turn,
        ] {
            works[name] = work(name)
        }
        for mixer in [Mixer.dualcam, .compositor] { works.merge(drawing(mixer)) { $1 } }
        works.merge(colours) { $1 }
        for codec in AudioCodec.allCases {
            for name in [WorkName.encode(codec), WorkName.encodeHeard(codec)] {
                works[name] = own(name).map { CostTable.Work(perMegapixel: $0.cost / $0.amount.megapixels) }
            }
        }
        for encoder in plan.encoders { works.merge(encoding(encoder)) { $1 } }
        return works
    }

    /// The costs of a look and of enlarging: the look's as an excess over drawing the camera as it is, enlarging's in its place.
    private var colours: [String: CostTable.Work] {
        guard let copied = work(WorkName.copied(.dualcam), at: CalibrationPlan.canvases) else { return [:] }
        var works: [String: CostTable.Work] = [:]
        works[WorkName.looked] = work(WorkName.looked).map {
            CostTable.Work(perMegapixel: max(0, $0.perMegapixel - copied.perMegapixel))
        }
        works[WorkName.enlarged(.dualcam)] = work(WorkName.enlarged(.dualcam)).map {
            CostTable.Work(perMegapixel: $0.perMegapixel)
        }
        return works
    }

    /// The canvas is drawn together with the camera that covers it; the inset is what is dearer with one.
    private func drawing(_ mixer: Mixer) -> [String: CostTable.Work] {
        let sizes = CalibrationPlan.canvases
        guard let copied = work(WorkName.copied(mixer), at: sizes), let both = work(WorkName.scaled(mixer), at: sizes)
        else { return [:] }
        let quarter = CostTable.Work(
            perMegapixel: max(0, both.perMegapixel - copied.perMegapixel) * 4,
            perFrame: max(0, both.perFrame - copied.perFrame))
        return [
            WorkName.canvas(mixer): CostTable.Work(perFrame: copied.perFrame),
            WorkName.copied(mixer): CostTable.Work(perMegapixel: copied.perMegapixel),
            WorkName.scaled(mixer): quarter,
        ]
    }
}

extension CalibrationFit {
    private func encoding(_ encoder: EncoderImplementation) -> [String: CostTable.Work] {
        let references = CalibrationPlan.references(encoder).compactMap { preset in
            reference(encoder, preset).map { (preset: preset, form: $0) }
        }
        guard !references.isEmpty else { return [:] }
        let presets = CalibrationPlan.presets(encoder)
        var works: [String: CostTable.Work] = [:]
        for (index, preset) in presets.enumerated() {
            guard let point = point(encoder, preset) else { continue }
            let near = references.last { (presets.firstIndex(of: $0.preset) ?? 0) <= index } ?? references[0]
            let work = near.form.scaled(to: point)
            let name = WorkName.encode(encoder.word, preset: preset, content: PictureContent.camera)[1]
            works[name] = work
            for pattern in CalibrationPlan.patterns {
                let cost = point.cost * factor(encoder, pattern, at: index, presets)
                let form = form(encoder, pattern, preset) ?? work
                works[WorkName.encode(encoder.word, preset: preset, content: pattern.rawValue)[0]] =
                    form.scaled(to: (point.amount, cost))
            }
        }
        return works
    }

    /// Returns the cost of a frame: as measured, or in the built-in proportion to the slowest preset that was measured.
    private func point(_ encoder: EncoderImplementation, _ preset: String?) -> Point? {
        let small = CalibrationPlan.small
        guard CalibrationPlan.isEstimated(encoder, preset) else {
            return own(CalibrationPlan.name(encoder, preset, .camera, small))
        }
        let measured = CalibrationPlan.presets(encoder).last {
            own(CalibrationPlan.name(encoder, $0, .camera, small)) != nil
        }
        guard let slowest = measured, var point = own(CalibrationPlan.name(encoder, slowest, .camera, small)),
            let known = Self.coarse(encoder, slowest), let wanted = Self.coarse(encoder, preset), known > 0
        else { return nil }
        point.cost *= max(1, wanted / known)
        return point
    }

    private static func coarse(_ encoder: EncoderImplementation, _ preset: String?) -> Double? {
        encoder.cost[preset ?? ""] ?? encoder.cost[""]
    }

    /// Per megapixel, frame and megabit, from two sizes and two bitrates.
    private func reference(_ encoder: EncoderImplementation, _ preset: String?) -> CostTable.Work? {
        let (small, large) = (CalibrationPlan.small, CalibrationPlan.large)
        guard let first = own(CalibrationPlan.name(encoder, preset, .camera, small)) else { return nil }
        var perMegabit = 0.0
        if let rich = own(CalibrationPlan.name(encoder, preset, .camera, small, bitrate: 3)) {
            // Some encoders' bits are settled by their preset.
            let more = rich.amount.megabits - first.amount.megabits
            perMegabit = more > 0.001 ? max(0, (rich.cost - first.cost) / more) : 0
        }
        let bare = { (point: Point) in
            (point.amount, max(point.cost * 0.1, point.cost - perMegabit * point.amount.megabits))
        }
        let last = own(CalibrationPlan.name(encoder, preset, .camera, large)) ?? first
        var work = Self.line(bare(first), bare(last))
        work.perMegabit = perMegabit
        return work
    }

    /// Per megapixel and frame of a pattern, from two sizes at this preset or, where it was tried in one alone, at the fastest: a
    /// picture that stands still takes no longer for more bits.
    private func form(
        _ encoder: EncoderImplementation, _ pattern: TestPattern, _ preset: String?
    ) -> CostTable.Work? {
        for preset in [preset, CalibrationPlan.references(encoder)[0]] {
            let points = [CalibrationPlan.small, CalibrationPlan.large].compactMap { size in
                own(CalibrationPlan.name(encoder, preset, .pattern(pattern), size))
            }
            if points.count == 2 { return Self.line(points[0], points[1]) }
        }
        return nil
    }

    /// Tells how much less (or more) a pattern takes than a camera's picture: between two presets where it was measured, in
    /// proportion.
    private func factor(
        _ encoder: EncoderImplementation, _ pattern: TestPattern, at index: Int, _ presets: [String?]
    ) -> Double {
        let small = CalibrationPlan.small
        var known: [(index: Int, factor: Double)] = []
        for (place, preset) in presets.enumerated() where CalibrationPlan.seeing(encoder).contains(preset) {
            guard let mine = own(CalibrationPlan.name(encoder, preset, .pattern(pattern), small)),
                let cameras = own(CalibrationPlan.name(encoder, preset, .camera, small)), cameras.cost > 0
            else { continue }
            known.append((place, mine.cost / cameras.cost))
        }
        guard let below = known.last(where: { $0.index <= index }) ?? known.first,
            let above = known.first(where: { $0.index >= index }) ?? known.last
        else { return 1 }
        guard below.index < above.index else { return below.factor }
        let way = Double(index - below.index) / Double(above.index - below.index)
        return below.factor + way * (above.factor - below.factor)
    }
}

extension CostTable.Work {
    func times(_ factor: Double) -> CostTable.Work {
        CostTable.Work(
            perMegapixel: perMegapixel * factor, perFrame: perFrame * factor, perMegabit: perMegabit * factor,
            perSecond: perSecond * factor)
    }

    /// The same form, as dear as `point`: bits cost what they cost, the rest is more or less.
    func scaled(to point: CalibrationFit.Point) -> CostTable.Work {
        let bits = perMegabit * point.amount.megabits
        let rest = cores(point.amount) - bits
        guard rest > 0 else { return self }
        let factor = max(0.1, (point.cost - bits) / rest)
        return CostTable.Work(
            perMegapixel: perMegapixel * factor, perFrame: perFrame * factor, perMegabit: perMegabit)
    }
}

extension CalibrationPlan {
    /// The table of what the trials took.
    ///
    /// - Parameter measured: CPU seconds per frame by the name of the trial; those that failed are left out.
    package func table(_ measured: [String: Double]) -> CostTable {
        CostTable(work: CalibrationFit(self, measured).works, margin: 0.25, isMeasured: true)
    }
}
