import DualCamConfig

/// Everything that is decided before the first element is named.
struct PlanDecisions: Sendable {
    var inputs: PlannedInputs
    /// Cameras that are recorded or seen, in the file's order.
    var cameras: [CameraDecision]
    var encoders: [EncoderDecision]
    /// The one raw format between decoders, compositor and encoders.
    var format: String
    /// The colour of the combined picture.
    var colour: Colour
    var notes: [String] = []
    /// The notes that are reported when the recording starts, too.
    var notices: [String] = []

    var pipeline: Pipeline { inputs.pipeline }
    /// The combined section, where it is recorded.
    var combined: Combined? { pipeline.outputs.contains(.combined) ? pipeline.combined : nil }

    func encoder(for output: OutputName) -> EncoderDecision? { encoders.first { $0.output == output } }

    init(_ inputs: PlannedInputs) throws(PlanIssues) {
        self.inputs = inputs
        (cameras, encoders, format, colour) = ([], [], "I420", .bt709)
        let all = inputs.pipeline.cameras.compactMap { camera in
            inputs.cameras.first { $0.name == camera.name }.map { Self.decide(camera, $0.source, inputs) }
        }
        cameras = place(all)
        try refuseImpossible()
        encoders = try chosenEncoders()
        format = commonFormat
        adoptColours()
        describe(all)
        describeDelays()
    }

    private func chosenEncoders() throws(PlanIssues) -> [EncoderDecision] {
        do throws(PlanIssue) {
            return EncoderChooser(
                ladders: try ladders(), allowed: RecordingCost.coresToPlanFor(inputs), cores: cores
            ).choose()
        } catch {
            throw PlanIssues([error])
        }
    }

    /// Cores that the whole recording keeps busy with these encoders.
    private func cores(with encoders: [EncoderDecision]) -> Double {
        var decisions = self
        decisions.encoders = encoders
        decisions.format = decisions.commonFormat
        decisions.adoptColours()
        return CPUCost(decisions).cores
    }

    private static func decide(_ camera: Camera, _ source: CameraSource, _ inputs: PlannedInputs) -> CameraDecision {
        let pipeline = inputs.pipeline
        let delivery = source.delivery(for: camera, costs: inputs.costs)
        var camera = camera
        // The rate that the device lists for the one that is asked for (30000/1001 for 30) is its own, and stays.
        if case .device = source, delivery.rate.isEqual(to: camera.rate) { camera.rate = delivery.rate }
        let output = OutputName(camera.name)
        let isRecorded = pipeline.outputs.contains(output)
        return CameraDecision(
            camera: camera, source: source, delivery: delivery,
            size: camera.turnedSize, isRecorded: isRecorded,
            isPassedThrough: isRecorded && pipeline.passesThrough(output))
    }

    /// The cameras whose pictures come to the mixer: those that are seen, in drawing order, then the others.
    var fedCameras: [CameraDecision] {
        let fed = cameras.filter(\.isFed)
        let seen = fed.filter(\.isComposed).sorted { ($0.placement?.index ?? 0) < ($1.placement?.index ?? 0) }
        return seen + fed.filter { !$0.isComposed }
    }

    /// Gives the cameras their places in the combined picture and leaves out those that nothing needs: of a combined picture
    /// every camera is a part, so that it can be switched to. Only what is passed through is not decoded for that alone.
    private func place(_ all: [CameraDecision]) -> [CameraDecision] {
        let sizes = LayoutCamera.all(all.map(\.camera)) { name in all.first { $0.name == name }?.size }
        let placements =
            combined.map {
                LayoutGeometry(combined: $0, layouts: pipeline.layouts, cameras: sizes).placements
            } ?? []
        let placed = all.map { camera in
            var camera = camera
            camera.placement = placements.enumerated().first { $0.element.camera == camera.name }.map {
                ($0.offset, $0.element)
            }
            camera.isFed = camera.isComposed || (combined != nil && !camera.isPassedThrough)
            return camera
        }
        return placed.filter { $0.isRecorded || $0.isFed }
    }

    var tasks: [EncoderTask] {
        pipeline.outputs.compactMap { output in
            if output == .combined {
                return combined.map {
                    EncoderTask(output: output, size: $0.size, rate: $0.rate, filmed: cameras.filmed(on: $0.size))
                }
            }
            return cameras.first { $0.name == output.rawValue }.map { camera in
                EncoderTask(
                    output: output, size: camera.isPassedThrough ? camera.delivery.size : camera.size,
                    rate: camera.camera.rate, filmed: camera.source.filmed,
                    passedThrough: camera.isPassedThrough ? camera.delivery.encoded : nil)
            }
        }
    }

    /// NV12 where every camera delivers it and every encoder takes it, so that nothing is converted; else I420.
    private var commonFormat: String {
        if let given = inputs.format { return given }
        let decoded = cameras.filter { $0.isDecoded && !$0.isAbsent }
        let delivered = !decoded.isEmpty && decoded.allSatisfy { $0.delivery.raw == "NV12" }
        let taken = encoders.allSatisfy { $0.implementation?.formats.contains("NV12") ?? true }
        return delivered && taken ? "NV12" : "I420"
    }

    /// Test patterns take the colour of the real cameras; the combined picture that of what it shows or may show.
    private mutating func adoptColours() {
        let real = cameras.compactMap(\.delivery.colour)
        // videotestsrc draws black at 16 and white at 235, whatever it is told.
        let test = Set(real).count == 1 && !real[0].isFullRange ? real[0] : .bt709
        for index in cameras.indices where cameras[index].delivery.colour == nil {
            cameras[index].delivery.colour = test
        }
        recolourOnce()
        let colours = fedCameras.compactMap(\.delivery.colour)
        let common = Colour.common(colours)
        colour = combined?.mixer == .dualcam ? self.colour(common, asEncodedFor: .combined) : common
        if Set(colours).count > 1 {
            notes.append(
                "The cameras differ in colorimetry; the combined picture is \(colour.colorimetry), and the others are converted for it."
            )
        }
    }

    /// A camera whose own file and the combined one both want the same other colours gets them before it is shared.
    private mutating func recolourOnce() {
        let combined = colour(Colour.common(fedCameras.compactMap(\.delivery.colour)), asEncodedFor: .combined)
        for index in cameras.indices where cameras[index].isFed && cameras[index].isRecorded {
            guard !cameras[index].isAbsent, !cameras[index].isPassedThrough, let own = cameras[index].delivery.colour
            else { continue }
            let wanted = colour(own, asEncodedFor: OutputName(cameras[index].name))
            guard !wanted.hasNumbers(of: own), wanted.hasNumbers(of: combined) else { continue }
            cameras[index].delivery.colour = wanted
            cameras[index].isRecoloured = true
        }
    }
}
