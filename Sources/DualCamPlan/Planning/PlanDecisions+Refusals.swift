import DualCamConfig

extension PlanDecisions {
    /// Throws all issues that depend on the sources of cameras and microphones; returns normally if there are none.
    func refuseImpossible() throws(PlanIssues) {
        let found = cameras.flatMap(clipIssues) + passthroughIssues + preRollIssues + missingSources + soundIssues
        if !found.isEmpty { throw PlanIssues(found) }
    }

    private var missingSources: [PlanIssue] {
        pipeline.cameras.filter { camera in !inputs.cameras.contains { $0.name == camera.name } }.map {
            PlanIssue("cameras.\($0.name).device", "camera \($0.name) has no device", code: .deviceMissing)
        }
    }

    private func clipIssues(_ camera: CameraDecision) -> [PlanIssue] {
        guard case .clip(let clip) = camera.source, clip.video == nil else { return [] }
        return [
            PlanIssue(
                "cameras.\(camera.name).device", "\(clip.path) has no picture", hint: "name a clip with a video track")
        ]
    }

    private var soundIssues: [PlanIssue] {
        inputs.heard.compactMap { heard in
            guard case .clip(let clip) = heard.facts, clip.audio == nil else { return nil }
            return PlanIssue(
                "\(heard.microphone.keyPath).device", "\(clip.path) has no sound",
                hint: "name a clip with a sound track")
        }
    }

    /// The issues with pre-roll. A take with pre-roll starts at a key frame, so the encoder must be able to produce a
    /// key frame on request.
    private var preRollIssues: [PlanIssue] {
        guard pipeline.recording.preRoll != nil else { return [] }
        return cameras.filter { $0.isPassedThrough && $0.delivery.encoded == .h264 }.map { camera in
            let resolution = EncoderResolution(
                output: OutputName(camera.name), pipeline: pipeline, machine: inputs.machine)
            return PlanIssue(
                resolution.path("use"),
                "camera \(camera.name) makes its key frames when it likes, and a take with recording.pre-roll begins at one",
                hint: "write another encoder, or `format: mjpeg` for the camera")
        }
    }

    /// The issues with outputs that record a camera's stream without re-encoding. If several cameras have the same
    /// problem, there is only one issue.
    private var passthroughIssues: [PlanIssue] {
        let alike = cameras.filter(\.isPassedThrough).grouped { passthroughIssue($0, named: []) }
        return alike.compactMap { passthroughIssue($0.elements[0], named: $0.elements.map(\.name)) }
    }

    /// Returns the reason why a camera's stream cannot be recorded without re-encoding; `nil` if it can be.
    ///
    /// - Parameter names: the names of all cameras to mention in the message.
    private func passthroughIssue(_ camera: CameraDecision, named names: [String]) -> PlanIssue? {
        let resolution = EncoderResolution(output: OutputName(camera.name), pipeline: pipeline, machine: inputs.machine)
        let path = resolution.path("use")
        let isOne = names.count == 1
        let subject = (isOne ? "camera " : "cameras ") + names.enumeration
        guard let encoded = camera.delivery.encoded else {
            return PlanIssue(
                path, "\(subject) deliver\(isOne ? "s" : "") raw pictures; there is nothing to pass through",
                hint: "write another encoder, or `format: mjpeg` or `format: h264` for a camera that has it")
        }
        if encoded == .mjpeg && !pipeline.recording.container.accepts(.mjpeg) {
            return PlanIssue(
                path, "\(pipeline.recording.container.rawValue) files cannot hold the MJPG of \(subject)",
                hint: "write `mov` or `mkv` for recording.container, or another encoder")
        }
        if case .clip(let clip) = camera.source, let problem = clip.video?.passingProblem {
            return PlanIssue(passing: subject, problem, path)
        }
        guard camera.delivery.size == camera.camera.size && camera.delivery.rate == camera.camera.rate else {
            let have = "\(camera.delivery.size) at \(camera.delivery.rate)"
            return PlanIssue(
                path, "the clip of \(subject) is \(have); what is passed through keeps its size and rate",
                hint: "write `size: \(camera.delivery.size)` and `rate: \(camera.delivery.rate)` for it")
        }
        return nil
    }

    private mutating func describeEncoders() {
        notices += told { $0.translation($1) }
        notes += notices + told { $0.speedNote($1) }
        for encoder in encoders {
            guard let asked = pipeline.encoders.settings(for: encoder.output).bitrate?.bitsPerSecond,
                encoder.job.bitrateIsGiven, asked < encoder.job.bitrate
            else { continue }
            notes.append(
                "Output \(encoder.output) will have about \(encoder.job.bitrate / 1_000_000) Mbps: \(encoder.word) makes no fewer "
                    + "of this picture.")
        }
    }

    /// Returns the notes that `note` creates for the encoders. Each note occurs once and names all outputs that it
    /// applies to.
    private func told(_ note: (EncoderDecision, EncoderSettings) -> String?) -> [String] {
        encoders.grouped { note($0, pipeline.encoders.settings(for: $0.output)) }.map { text, encoders in
            "Output\(encoders.count > 1 ? "s" : "") \(encoders.map(\.output.rawValue).enumeration): \(text)"
        }
    }

    /// Adds notes to the plan about pictures that are converted, and about properties of sources that are unknown until
    /// recording starts.
    private mutating func describeSources() {
        for camera in cameras {
            switch camera.source {
            case .device where camera.isPassedThrough && camera.delivery.encoded == .h264:
                notes.append(
                    "Camera \(camera.name) is recorded as it comes, and makes its key frames when it likes: each of its files "
                        + "begins at one, and after a pause it resumes at one."
                )
            case .clip(let clip) where camera.needsScaling || camera.needsRateChange:
                notes.append(
                    "Clip \(clip.path) is \(camera.delivery.size) at \(camera.delivery.rate); it is converted to "
                        + "\(camera.camera.size) at \(camera.camera.rate).")
            case .element(let source):
                notes.append(
                    "Camera \(camera.name): pictures of \(source.words) have no numbers; what is lost before they come is not known."
                )
            default: break
            }
        }
    }

    private mutating func describeAbsent() {
        for camera in cameras where camera.isAbsent {
            notes.append("Camera \(camera.name) is not there; until it comes, its place is black.")
        }
        for heard in inputs.heard where inputs.absentMicrophones.contains(heard.microphone.name) {
            let name = heard.microphone.isNamed ? "Microphone \(heard.microphone.name)" : "The microphone"
            notes.append("\(name) is not there; until it comes, silence is recorded.")
        }
    }

    /// Adds notes to the plan about decisions that users may not expect.
    mutating func describe(_ all: [CameraDecision]) {
        for camera in all where !cameras.contains(where: { $0.name == camera.name }) {
            notes.append("Camera \(camera.name) is not opened: no output and no layout needs it.")
        }
        if pipeline.combined != nil && combined == nil {
            notes.append(
                pipeline.isComposedLater
                    ? "The combined picture is drawn later: 'dualcam compose SESSION' makes its file."
                    : "The combined picture is not made: recording.outputs leaves it out.")
        }
        for camera in cameras where camera.isFed && !camera.isComposed && !camera.isRecorded {
            notes.append("Camera \(camera.name) is not seen at first; it is opened so that it can be switched to.")
        }
        for camera in cameras where combined != nil && !camera.isFed {
            notes.append(
                "Camera \(camera.name) is passed through and not seen at first: it is not decoded and cannot be switched to."
            )
        }
        describeAbsent()
        if combined != nil, !inputs.machine.elements.contains(PlanBuilder.textWriter) {
            notes.append(
                "The place of a camera that is lost is black without a word: this machine has no GStreamer element "
                    + "`\(PlanBuilder.textWriter)` (package gstreamer1.0-x).")
        }
        describeSources()
        notes += inputs.clipRemarks + inputs.portRemarks + inputs.modeRemarks
        describeEncoders()
        if let limit = pipeline.recording.longestFile, pipeline.recording.container != .mkv,
            (pipeline.recording.segment ?? .seconds(Int64.max)) > limit,
            pipeline.recording.duration.map({ $0 > limit }) ?? true
        {
            notes.append(
                "A file can be \(limit.components.seconds / 60) minutes long at most: its index has so much room.")
        }
    }
}

extension CameraDecision {
    var needsScaling: Bool { delivery.size != camera.size }
    var needsRateChange: Bool { delivery.rate != camera.rate }
    /// The frame rate of a device whose pictures are converted to a different rate; `nil` if the rate is not converted.
    var convertedRate: FrameRate? { if case .device = source, needsRateChange { delivery.rate } else { nil } }
}
