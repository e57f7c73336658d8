import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamRecordings

extension Preparation {
    /// Returns all reasons not to start a recording that are known before any device is opened. Blocks.
    ///
    /// - Parameter needsGroup: False to accept a `recording.group` that cannot be used.
    static func issues(_ pipeline: Pipeline, on machine: MachineFacts, needsGroup: Bool = true) -> [PlanIssue] {
        let group = needsGroup ? groupIssue(pipeline) : nil
        return Planner.issues(pipeline, on: machine) + LetteringProbe.issues(pipeline)
            + [nameIssue(pipeline, host: machine.host), group].compactMap(\.self) + controlIssues(pipeline)
    }

    /// Returns an issue for each value of a common control word, such as `focus`, that no camera accepts. The values of
    /// a camera's own controls can be checked only once the camera is present.
    private static func controlIssues(_ pipeline: Pipeline) -> [PlanIssue] {
        let own = pipeline.cameras.flatMap { camera in
            camera.controls.filter { $0.preset == nil }.map { (path: "cameras.\(camera.name).controls", control: $0) }
        }
        let presets = pipeline.controlPresets.flatMap { preset in
            preset.controls.map { (path: "controls.\(preset.name)", control: $0) }
        }
        return (own + presets).compactMap { path, control in
            guard let word = PlainControl(rawValue: control.name), !word.mayTake(control.value) else { return nil }
            return PlanIssue(
                "\(path).\(control.name)", "'\(control.value.notation)' is not a valid value for it",
                hint: "write \(word.values)")
        }
    }

    /// Finds the pipeline's devices and clips, and reads the costs that were measured on this machine. Blocks.
    ///
    /// - Parameter goesOn: True if the recording has already begun in another process. It then continues without inputs
    ///   that are missing now and may return later. Cameras must be there if several are `auto`, because they could
    ///   otherwise take each other's device.
    /// - Returns: The inputs of the plan, and notes that say why the calibration or the costs of earlier recordings are
    ///   not used.
    static func inputs(
        of pipeline: Pipeline, on machine: MachineFacts, _ store: CalibrationStore, goesOn: Bool = false
    ) throws(GraphFailure) -> (inputs: PlannedInputs, notes: [String]) {
        let areDistinct = pipeline.cameras.count { $0.device == .auto } < 2
        let found = try MachineProbe.resolve(
            pipeline, absentCameras: goesOn && areDistinct || pipeline.recording.missingCamera == .continue,
            absentMicrophones: goesOn || pipeline.recording.missingMicrophone == .continue)
        var inputs = PlannedInputs(
            pipeline: pipeline, cameras: found.cameras, microphones: found.microphones, machine: machine)
        inputs.absentMicrophones = found.absentMicrophones
        inputs.usb = MachineProbe.usb(of: found.cameras, sysfs: pipeline.machine.sysfs)
        let costs = store.costs(of: .ofThisMachine(machine))
        inputs.costs = costs.table
        let seen = store.experience(of: .ofThisMachine(machine))
        inputs.experience = seen.experience
        return (inputs, [costs.note, seen.note].compactMap(\.self))
    }

    private static func groupIssue(_ pipeline: Pipeline) -> PlanIssue? {
        guard let name = pipeline.recording.group else { return nil }
        do throws(Refusal) { _ = try UserGroup(named: name) } catch {
            return PlanIssue("recording.group", error.message, hint: error.hint ?? "")
        }
        return nil
    }

    /// Returns a notice if the file system of `recording.directory` does not allow a file's group to be set to
    /// `recording.group`. Blocks.
    static func groupNotice(on loaded: LoadedPipeline) -> PipelineIssue? {
        let recording = loaded.pipeline.recording
        guard let name = recording.group, let group = try? UserGroup(named: name),
            !group.canTake(foldersIn: recording.directory)
        else { return nil }
        return loaded.written.issue(
            at: "recording.group", "files in '\(recording.directory)' cannot be given to the group '\(name)'",
            hint: "make it the service's own group (Group=), or check how the disk is mounted")
    }

    private static func nameIssue(_ pipeline: Pipeline, host: String) -> PlanIssue? {
        let now = WallTime.local(WallTime.unixNow())
        do throws(NameFailure) { _ = try SessionNames(pipeline, host: host, time: now) } catch {
            guard case .tooLong(let length, let limit, _) = error else {
                return PlanIssue("recording.name", error.description)
            }
            return PlanIssue(
                "recording.name", "makes file names of \(length) bytes, but the limit is \(limit)",
                hint: "shorten it, or the names of the pipeline and its cameras")
        }
        return nil
    }
}

extension PlainControl {
    /// Returns false for a value of this control word that no camera accepts. If the word may also be the name of a
    /// camera's own control, accepts more values.
    fileprivate func mayTake(_ value: ControlValue) -> Bool {
        switch (self, value) {
        case (.exposure, .word(let word)): ["auto", "manual", "lock"].contains(word)
        case (.focus, .word(let word)), (.gain, .word(let word)): ["auto", "lock"].contains(word)
        case (.torch, .word), (.stabilisation, .word): false
        case (.exposure, _), (.focus, _), (.gain, _), (.torch, _), (.stabilisation, _): true
        case (.whiteBalance, .word(let word)): ["auto", "lock"].contains(word)
        case (.whiteBalance, .whole): true
        case (.exposureBias, _): Double(value.notation) != nil
        case (.powerLine, _): [.flag(false), .whole(50), .whole(60), .word("auto")].contains(value)
        case (.frameRate, _): [.word("steady"), .word("dynamic")].contains(value)
        case (.whiteBalance, .flag): false
        }
    }
}
