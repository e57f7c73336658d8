package import DualCamConfig

/// The planner's decisions that must be made before the graph's elements can be planned.
package struct PlanDecisions: Sendable {
    package var inputs: PlannedInputs
    /// The cameras that are recorded or shown, in the order of the pipeline file.
    package var cameras: [CameraDecision]
    var encoders: [EncoderDecision]
    /// The raw video format that all decoders, the mixer and all encoders use.
    package var format: String
    /// The colour encoding of the combined picture.
    package var colour: Colour
    var notes: [String] = []
    /// Full sentences about the plan that are shown to users when the recording is planned and again when it starts.
    var notices: [String] = []

    var pipeline: Pipeline { inputs.pipeline }
    /// The section `combined` of the pipeline; `nil` if the combined picture is not recorded.
    var combined: Combined? { pipeline.outputs.contains(.combined) ? pipeline.combined : nil }

    package func encoder(for output: OutputName) -> EncoderDecision? { encoders.first { $0.output == output } }

    package init(_ inputs: PlannedInputs) throws(PlanIssues) {
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

    /// Returns the number of cores that the whole recording keeps busy with the given encoders.
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
        // If the device lists a rate that counts as equal to the requested one (30000/1001 for 30), the listed rate
        // is used.
        if case .device = source, delivery.rate.isEqual(to: camera.rate) { camera.rate = delivery.rate }
        let output = OutputName(camera.name)
        let isRecorded = pipeline.outputs.contains(output)
        return CameraDecision(
            camera: camera, source: source, delivery: delivery,
            size: camera.turnedSize, isRecorded: isRecorded,
            isPassedThrough: isRecorded && pipeline.passesThrough(output))
    }

    /// The cameras whose pictures the mixer receives: first the visible ones in drawing order, then the hidden ones.
    package var fedCameras: [CameraDecision] {
        let fed = cameras.filter(\.isFed)
        let seen = fed.filter(\.isComposed).sorted { ($0.placement?.index ?? 0) < ($1.placement?.index ?? 0) }
        return seen + fed.filter { !$0.isComposed }
    }

    /// Returns the cameras that are recorded or drawn, each with its position in the combined picture.
    ///
    /// The mixer receives all cameras, so that the picture can be switched to each of them. A hidden camera that is
    /// recorded without re-encoding is excluded, because it would have to be decoded only for the mixer.
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

    /// The raw video format of the plan. It is NV12 if every camera delivers it and every encoder accepts it, so that
    /// no conversion is needed; otherwise it is I420.
    private var commonFormat: String {
        if let given = inputs.format { return given }
        let decoded = cameras.filter { $0.isDecoded && !$0.isAbsent }
        let delivered = !decoded.isEmpty && decoded.allSatisfy { $0.delivery.raw == "NV12" }
        let taken = encoders.allSatisfy { $0.implementation?.formats.contains("NV12") ?? true }
        return delivered && taken ? "NV12" : "I420"
    }

    /// Sets the colour encoding of test patterns to that of the real cameras, if these share one with limited range;
    /// otherwise to bt709. Sets the colour encoding of the combined picture to that of its cameras.
    private mutating func adoptColours() {
        let real = cameras.compactMap(\.delivery.colour)
        // videotestsrc always draws black as 16 and white as 235, regardless of its caps.
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

    /// Plans to convert a camera's colours once, before its tee, if both its own file and the combined picture need the
    /// same converted colours.
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
