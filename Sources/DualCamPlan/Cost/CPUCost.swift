import DualCamConfig

/// The estimated CPU usage of a recording, as a number of busy cores (1.5 means one and a half cores).
package struct CPUCost: Sendable, Equatable {
    /// The total number of busy cores. It equals the sum of `decoding`, `composing`, `encoding` and `other`, and also
    /// the sum of `parts` and `base`.
    package var cores: Double
    /// The number of cores that are busy with the cameras' sources, decoders and conversions.
    package var decoding: Double
    package var composing: Double
    /// The number of cores that are busy encoding pictures.
    package var encoding: Double
    /// The number of cores that are busy with sound, files, and the constant overhead of the program.
    package var other: Double
    /// The CPU usage of each branch of the recording, in the graph's order: sound, cameras, the combined picture,
    /// files.
    package var parts: [RecordingCost.Branch]
    /// The number of cores that the supervisor and the worker keep busy even without any branch.
    package var base: Double
    /// The total number of busy cores according to the cost table alone, without measurements of whole recordings.
    package var byTable: Double
    /// The measurement of earlier recordings with the same work, on which all values except `byTable` are based; `nil`
    /// if they are based on the cost table.
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

/// Estimates the CPU usage of a recording by adding up the CPU usage of its individual work items.
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

    /// Returns the number of frames that pass through queues per second, added up over all queues of a recording.
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
        // The mixer itself took less than a thousandth of a core for two stereo microphones when it was measured.
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
            // The mixer does not process pictures that are not drawn.
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

    /// Adds the CPU usage of the combined picture's overlays, which is the same for all mixers. The usage per frame for
    /// text does not depend on the text's size.
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

    /// Adds the CPU usage of redrawing an output's pictures before its encoder. Pictures are redrawn for the camera's
    /// zoom, and to convert colours that the file cannot declare.
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
        // For an encoder that does not accept I420, the measured usage includes the conversion.
        if let formats = encoder.implementation?.formats, !formats.contains(decisions.format), formats.contains("I420")
        {
            add(.encoding, .encoder(encoder.output), WorkName.convert, encoder.amount)
        }
        add(.encoding, .encoder(encoder.output), WorkName.pass, encoder.amount)
        add(.other, .files(encoder.output), WorkName.write(decisions.pipeline.recording.container), encoder.amount)
    }
}

extension Placement {
    /// Returns the cost-table name for drawing a camera's picture at this position.
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
    /// The amount of work for processing the camera's pictures as the source delivers them.
    fileprivate var deliveredAmount: WorkAmount { WorkAmount(delivery.size, delivery.rate) }
    /// The amount of work for processing the camera's pictures as they are recorded and drawn.
    fileprivate var amount: WorkAmount { WorkAmount(size, camera.rate) }
}

extension EncoderDecision {
    fileprivate var amount: WorkAmount { WorkAmount(job.size, job.rate, bitrate: job.bitrate) }
}

extension CostTable {
    /// Returns the factor by which work slows down while `busy` of the machine's cores are busy. Cores share caches,
    /// memory and often execution units.
    ///
    /// The factor grows linearly with the number of busy cores, up to the value measured for all cores at once
    /// (`parallel`).
    func slowing(_ busy: Double, of cores: Int) -> Double {
        guard let last = parallel.last, last > 0, parallel.count > 1, cores > 0 else { return 1 }
        let most = max(1, Double(parallel.count) / last)
        return 1 + (most - 1) * min(1, busy / Double(cores))
    }
}
