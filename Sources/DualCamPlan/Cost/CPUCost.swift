import DualCamConfig

/// The processor time that a recording needs, as the number of cores that it keeps busy.
package struct CPUCost: Sendable, Equatable {
    /// The total number of cores that the recording keeps busy: the sum of the four kinds, and also of `parts` and
    /// `base`.
    package var cores: Double
    /// The number of cores that the cameras' sources, decoders and conversions keep busy.
    package var decoding: Double
    package var composing: Double
    /// The number of cores that encoding pictures keeps busy.
    package var encoding: Double
    /// The number of cores that sound, files, and the program's constant overhead keep busy.
    package var other: Double
    /// The recording's costs by branch, in the graph's order: sound, cameras, the combined picture, files.
    package var parts: [RecordingCost.Branch]
    /// The number of busy cores that do not belong to a branch.
    package var base: Double
    /// The total number of busy cores as computed from the cost table, without any measurement of whole recordings.
    package var byTable: Double
    /// The measured earlier recordings of the same work that provided these numbers; `nil` if the numbers come from the
    /// cost table.
    package var seen: Experience.Entry?
}

extension CPUCost {
    init(_ decisions: PlanDecisions) {
        var sum = CostSum(costs: decisions.inputs.costs, machineCores: decisions.inputs.machine.cores)
        sum.addSound(decisions)
        for camera in decisions.cameras { sum.add(camera, decisions) }
        sum.addCombined(decisions)
        for encoder in decisions.encoders { sum.addFile(encoder, decisions) }
        self = sum.total
    }
}

/// Adds up the processor cost of a recording from single pieces of work.
struct CostSum {
    enum Kind { case decoding, composing, encoding, other }

    let costs: CostTable
    let machineCores: Int
    private var entries: [(branch: BranchID, kind: Kind, cores: Double)] = []

    init(costs: CostTable, machineCores: Int) { (self.costs, self.machineCores) = (costs, machineCores) }

    mutating func add(_ kind: Kind, _ branch: BranchID, _ cores: Double) {
        guard cores > 0 else { return }
        if let index = entries.firstIndex(where: { $0.branch == branch && $0.kind == kind }) {
            entries[index].cores += cores
        } else {
            entries.append((branch, kind, cores))
        }
    }

    mutating func add(_ kind: Kind, _ branch: BranchID, _ work: String, _ amount: WorkAmount) {
        add(kind, branch, costs.cores(work, amount))
    }

    var total: CPUCost {
        let base = costs.cores(WorkName.base, WorkAmount())
        let slower = costs.slowing(entries.map(\.cores).reduce(base, +), of: machineCores)
        let all = { (kind: Kind) in entries.filter { $0.kind == kind }.map(\.cores).reduce(0, +) * slower }
        let parts = entries.grouped(by: \.branch).map { branch, entries in
            RecordingCost.Branch(name: branch, cores: entries.reduce(0) { $0 + $1.cores * slower })
        }
        let cores = parts.map(\.cores).reduce(0, +) + base
        return CPUCost(
            cores: cores, decoding: all(.decoding), composing: all(.composing),
            encoding: all(.encoding), other: all(.other) + base, parts: parts, base: base,
            byTable: cores)
    }

    /// Returns the number of frames a second that pass all queues of a recording.
    static func passes(_ decisions: PlanDecisions) -> Double {
        var decisions = decisions
        decisions.inputs.costs.parallel = []
        decisions.inputs.costs.work[WorkName.pass] = CostTable.Work(perFrame: 1)
        let dear = CPUCost(decisions).cores
        decisions.inputs.costs.work[WorkName.pass] = CostTable.Work()
        return dear - CPUCost(decisions).cores
    }

    mutating func addSound(_ decisions: PlanDecisions) {
        let (isMixed, codec) = (decisions.inputs.isMixed, decisions.pipeline.encoders.audio.use)
        let rows = decisions.inputs.heard
        for row in rows {
            let samples = Self.samples(row.microphone)
            let kind =
                switch row.facts {
                case .device: "device"
                case .test, .voice: "test"
                case .clip: "clip"
                }
            add(.other, row.source, WorkName.microphone(kind), samples)
            if row.microphone.mode != .natural { add(.other, row.branch, WorkName.cleaned, samples) }
            if !isMixed { add(.other, row.branch, WorkName.encode(codec), samples) }
        }
        guard isMixed else { return }
        // The mixer itself was measured to take less than a thousandth of a core for two stereo microphones.
        add(.other, .audioEncoder(nil), WorkName.encode(codec), Self.samples(SoundMix.form(of: rows)))
    }

    private static func samples(_ form: Microphone) -> WorkAmount {
        WorkAmount(megapixels: Double(form.rate * form.channels) / 1_000_000)
    }

    mutating func add(_ camera: CameraDecision, _ decisions: PlanDecisions) {
        guard !camera.isAbsent else { return }
        let branch = BranchID.source(InputName(camera.name))
        let (delivered, made) = (camera.deliveredAmount, camera.amount)
        switch camera.source {
        case .test(let pattern): add(.decoding, branch, WorkName.pattern(pattern), delivered)
        case .device: add(.decoding, branch, WorkName.captured, delivered)
        case .clip: add(.decoding, branch, WorkName.clip, delivered)
        case .element:
            add(.decoding, branch, WorkName.captured, delivered)
            add(.decoding, branch, WorkName.scale, delivered)
        case .absent: break
        }
        guard camera.isDecoded else { return }
        add(.decoding, branch, camera.delivery.decoding)
        if camera.needsScaling {
            let larger = camera.delivery.size.pixels > camera.size.pixels ? camera.delivery.size : camera.size
            add(.decoding, branch, WorkName.scale, WorkAmount(larger, camera.camera.rate))
        } else if camera.delivery.raw != decisions.format {
            add(.decoding, branch, WorkName.convert, made)
        }
        switch camera.camera.rotate {
        case .none: break
        case .upsideDown, .mirror: add(.decoding, branch, WorkName.rotate, made)
        case .clockwise90, .clockwise270: add(.decoding, branch, WorkName.turn, made)
        }
        if camera.isRecoloured { add(.decoding, branch, WorkName.recoloured(.dualcam), made) }
        if LookPlan(ofOwnPictures: camera.camera, in: (camera.delivery.colour ?? .bt709).space) != nil {
            add(.decoding, branch, WorkName.copied(.dualcam), made)
            add(.decoding, branch, WorkName.looked, made)
        }
        add(.decoding, branch, WorkName.pass, made)
    }

    mutating func addCombined(_ decisions: PlanDecisions) {
        guard let combined = decisions.combined else { return }
        add(.composing, .mixer, WorkName.canvas(combined.mixer), WorkAmount(combined.size, combined.rate))
        addOverlays(combined)
        for camera in decisions.cameras where camera.isFed && !camera.isAbsent {
            let branch = BranchID.mixerInput(InputName(camera.name))
            // A camera's input to the mixer costs no more than a queue.
            let frames = camera.camera.rate.framesPerSecond / 4
            add(.composing, branch, WorkName.pass, WorkAmount(frames: frames))
            // The mixer does not process pictures that it does not draw.
            guard let placement = camera.placement?.placement else { continue }
            let target = FrameSize(width: placement.target.width, height: placement.target.height)
            let drawn = WorkAmount(target, combined.rate)
            add(.composing, branch, placement.work(of: camera.size, combined.mixer), drawn)
            if LookPlan(of: camera.camera, in: combined, decisions.colour.space) != nil {
                add(.composing, branch, WorkName.looked, drawn)
            }
            if camera.delivery.colour != decisions.colour {
                add(.composing, branch, WorkName.recoloured(combined.mixer), camera.amount)
            }
        }
    }

    /// Adds the cost of the combined picture's overlays, whichever mixer draws them. Text costs the same per frame,
    /// whatever its size.
    private mutating func addOverlays(_ combined: Combined) {
        let shown = combined.overlays.filter { $0.isShown && $0.opacity.fraction > 0 }
        for overlay in shown {
            let plan = OverlayPlan(overlay, canvas: combined.size, rate: combined.rate, space: Colour.bt709.space)
            var amount = WorkAmount(frames: combined.rate.framesPerSecond)
            if case .image(let image) = overlay.content {
                amount = WorkAmount(plan.imageSize(image.size), combined.rate)
            }
            add(.composing, .mixer, WorkName.overlaid, amount)
        }
    }

    /// Adds the cost of redrawing an output's pictures before its encoder: for the camera's zoom, and to convert
    /// colours that its file cannot declare.
    private mutating func addView(_ encoder: EncoderDecision, _ decisions: PlanDecisions) {
        guard let implementation = encoder.implementation else { return }
        let camera = decisions.cameras.first { $0.name == encoder.output.rawValue }?.camera
        let branch = BranchID.encoder(encoder.output)
        if let camera, camera.zoomAppliesTo == .both, camera.zoom > 1 {
            add(.composing, branch, WorkName.enlarged(.dualcam), encoder.amount)
        }
        let colour = decisions.colour(of: encoder.output)
        if !implementation.colour(for: colour, encoder.job.size, in: decisions.pipeline.recording.container).hasNumbers(
            of: colour)
        {
            add(.composing, branch, WorkName.recoloured(.dualcam), encoder.amount)
        }
    }

    mutating func addFile(_ encoder: EncoderDecision, _ decisions: PlanDecisions) {
        addView(encoder, decisions)
        add(.encoding, .encoder(encoder.output), encoder.cost)
        // The cost of an encoder that does not accept I420 includes its conversion.
        if let formats = encoder.implementation?.formats, !formats.contains(decisions.format), formats.contains("I420")
        {
            add(.encoding, .encoder(encoder.output), WorkName.convert, encoder.amount)
        }
        add(.encoding, .encoder(encoder.output), WorkName.pass, encoder.amount)
        add(.other, .files(encoder.output), WorkName.write(decisions.pipeline.recording.container), encoder.amount)
    }
}

extension Placement {
    /// Returns the name of the work in the cost table by which a mixer draws this placement.
    fileprivate func work(of size: FrameSize, _ mixer: Mixer) -> String {
        let seen = source.map { FrameSize(width: $0.width, height: $0.height) } ?? size
        if source == nil, seen == FrameSize(width: target.width, height: target.height) {
            return WorkName.copied(mixer)
        }
        return seen.width < target.width ? WorkName.enlarged(mixer) : WorkName.scaled(mixer)
    }
}

extension WorkAmount {
    init(_ size: FrameSize, _ rate: FrameRate, bitrate: Int = 0) {
        self.init(
            megapixels: size.pixelsPerSecond(at: rate) / 1_000_000, frames: rate.framesPerSecond,
            megabits: Double(bitrate) / 1_000_000)
    }
}

extension CameraDecision {
    /// The amount of work for the camera's pictures as its source delivers them.
    fileprivate var deliveredAmount: WorkAmount { WorkAmount(delivery.size, delivery.rate) }
    /// The amount of work for the camera's pictures as they are recorded and composed.
    fileprivate var amount: WorkAmount { WorkAmount(size, camera.rate) }
}

extension EncoderDecision {
    fileprivate var amount: WorkAmount { WorkAmount(job.size, job.rate, bitrate: job.bitrate) }
}

extension CostTable {
    /// Returns the factor by which work takes longer while `busy` of the machine's cores are busy. Cores share caches,
    /// memory and often execution units.
    ///
    /// The factor grows with the number of busy cores, up to the one measured for all cores at once (`parallel`).
    func slowing(_ busy: Double, of cores: Int) -> Double {
        guard let last = parallel.last, last > 0, parallel.count > 1, cores > 0 else { return 1 }
        let most = max(1, Double(parallel.count) / last)
        return 1 + (most - 1) * min(1, busy / Double(cores))
    }
}
