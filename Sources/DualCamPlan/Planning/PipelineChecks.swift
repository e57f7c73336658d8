import DualCamConfig

/// Checks the settings of a pipeline without opening any device.
struct PipelineChecks {
    let pipeline: Pipeline
    let machine: MachineFacts

    func issues() -> [PlanIssue] {
        pipeline.cameras.flatMap(cameraIssues) + outputIssues + mixerIssues + composingIssues + preRollIssues
            + soundIssues
    }

    private func cameraIssues(_ camera: Camera) -> [PlanIssue] {
        let path = "cameras.\(camera.name)"
        var found: [PlanIssue] = []
        if case .network(let address) = camera.device {
            found.add(
                "\(path).device", "network cameras (\(address)) cannot be recorded in this version",
                hint: "write `auto`, a device, `test` or `file:CLIP`")
        }
        if let source = ElementSource(camera.device), !machine.elements.contains(source.factory) {
            found.add(
                "\(path).device", "GStreamer's element `\(source.factory)` is not installed",
                hint: "install it (`apt install \(source.debianPackage)`), or name another device",
                code: .elementMissing)
        }
        if !camera.controls.isEmpty, let reason = camera.device.lackOfControls {
            found.add(
                "\(path).controls", "\(reason), which has no controls",
                hint: "leave `controls` out, or write the device of a camera")
        }
        return found
    }

    private var outputIssues: [PlanIssue] {
        // A picture that is rendered later may be encoded on a different machine, but mistakes in the file are
        // reported now.
        let outputs = pipeline.outputs + (pipeline.isComposedLater ? [.combined] : [])
        return outputs.reduce(into: []) { found, output in
            let resolution = EncoderResolution(output: output, pipeline: pipeline, machine: machine)
            let isLater = output == .combined && pipeline.isComposedLater
            let issues = (resolution.issues() + passthroughIssues(output, resolution)).filter {
                !isLater || $0.code != .elementMissing
            }
            // A mistake in `encoders.default` is reported only once, even if it affects several outputs.
            found += issues.filter { issue in !found.contains { $0.keyPath == issue.keyPath } }
        }
    }

    /// The issues with a combined picture that will be rendered from the cameras' files after the recording.
    private var composingIssues: [PlanIssue] {
        guard let combined = pipeline.combined, combined.when != .live else { return [] }
        let recorded = Set(pipeline.outputs.map(\.rawValue))
        let lacking = pipeline.cameras.map(\.name).filter { !recorded.contains($0) }
        var found: [PlanIssue] = []
        if !lacking.isEmpty {
            found.add(
                "combined.when",
                "a combined file is drawn of the cameras' own, and recording.outputs leaves out \(lacking.enumeration)",
                hint: "add it there, or write `when: live`")
        }
        if combined.when == .both, !recorded.contains(OutputName.combined.rawValue) {
            found.add(
                "combined.when", "the combined picture is not recorded: recording.outputs leaves it out",
                hint: "add it there, or write `when: later`")
        }
        return found
    }

    /// The issues with settings that are incompatible with pre-roll.
    private var preRollIssues: [PlanIssue] {
        guard let past = pipeline.recording.preRoll else { return [] }
        var found: [PlanIssue] = []
        if pipeline.recording.delay != nil {
            found.add(
                "recording.delay", "a take that begins before its button (recording.pre-roll) cannot begin after it",
                hint: "leave one of them out")
        }
        if let segment = pipeline.recording.segment, segment < past + .seconds(10) {
            found.add(
                "recording.pre-roll",
                "\(past.notation) are too much for files of \(segment.notation) (recording.segment)",
                hint: "write 10s less than that at most, or a longer segment")
        }
        if pipeline.combined?.when == .both {
            found.add(
                "combined.when",
                "what was directed before a take began is not written down, so that the combined file of the pre-roll could not "
                    + "be drawn again as it was", hint: "write `live` or `later`, or leave recording.pre-roll out")
        }
        return found
    }

    private func passthroughIssues(_ output: OutputName, _ resolution: EncoderResolution) -> [PlanIssue] {
        guard resolution.settings.use == "passthrough" else { return [] }
        let path = resolution.path("use")
        if output == .combined {
            return [
                PlanIssue(
                    path, "the combined picture has no encoded stream to pass through", hint: "write `use: auto` for it"
                )
            ]
        }
        guard let camera = pipeline.cameras.first(where: { $0.name == output.rawValue }) else { return [] }
        if let drawn = drawnIssue(camera) { return [drawn] }
        guard camera.device.isTest else { return [] }
        let names = testPatterns(passedThroughBy: path)
        let subject =
            names.count == 1
            ? "camera \(camera.name) is a test pattern and has"
            : "cameras \(names.enumeration) are test patterns and have"
        return [
            PlanIssue(
                path, "\(subject) no encoded stream to pass through",
                hint: "write another encoder, or a device that delivers H.264 or MJPG")
        ]
    }

    /// Returns the names of the test-pattern cameras that the setting at `path` would record without re-encoding. This
    /// is impossible, because a test pattern is generated without encoding.
    private func testPatterns(passedThroughBy path: String) -> [String] {
        pipeline.cameras.filter { camera in
            let output = OutputName(camera.name)
            let resolution = EncoderResolution(output: output, pipeline: pipeline, machine: machine)
            return camera.device.isTest && pipeline.outputs.contains(output)
                && resolution.settings.use == "passthrough" && resolution.path("use") == path
        }.map(\.name)
    }

    /// Returns the issue with a camera that is recorded without re-encoding although its settings change the picture;
    /// `nil` if there is none. Changing the picture would require decoding the stream.
    private func drawnIssue(_ camera: Camera) -> PlanIssue? {
        let asked = [
            ("rotate", "cannot be rotated", "rotate: none", camera.rotate != .none),
            ("zoom-applies-to", "cannot be zoomed", "zoom-applies-to: combined", camera.zoomAppliesTo == .both),
            ("look-applies-to", "can be given no look", "look-applies-to: combined", camera.lookAppliesTo == .both),
        ]
        return asked.first(where: \.3).map { key, what, instead, _ in
            PlanIssue(
                "cameras.\(camera.name).\(key)", "an encoded stream that is passed through \(what)",
                hint: "write `\(instead)`, or another encoder than `passthrough`")
        }
    }
}

extension CameraDevice {
    fileprivate var isTest: Bool { if case .test = self { true } else { false } }
}
