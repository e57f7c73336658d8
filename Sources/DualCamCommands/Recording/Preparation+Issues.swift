import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

extension Preparation {
    /// Returns all reasons to refuse a start that are known before any device is opened. Blocks.
    ///
    /// - Parameter needsGroup: False to ignore a group (`recording.group`) that cannot be used.
    static func issues(_ pipeline: Pipeline, on machine: MachineFacts, needsGroup: Bool = true) -> [PlanIssue] {
        let group = needsGroup ? groupIssue(pipeline) : nil
        return Planner.issues(pipeline, on: machine) + LetteringProbe.issues(pipeline)
            + [nameIssue(pipeline, host: machine.host), group].compactMap(\.self)
    }

    /// Finds the devices, the clips, and the known costs of this machine. Blocks.
    ///
    /// - Returns: The inputs of the plan, and the reasons why the calibration or the measured costs of recordings are
    ///   not used.
    static func inputs(
        of pipeline: Pipeline, on machine: MachineFacts, _ store: CalibrationStore
    ) throws(GraphFailure) -> (inputs: PlannedInputs, notes: [String]) {
        let found = try MachineProbe.resolve(
            pipeline, absentCameras: pipeline.recording.missingCamera == .continue,
            absentMicrophones: pipeline.recording.missingMicrophone == .continue)
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

    /// Returns a notice if files on this disk cannot be given to the group that the pipeline file names. Blocks.
    static func groupNotice(on loaded: LoadedPipeline) -> PipelineIssue? {
        let recording = loaded.pipeline.recording
        guard let name = recording.group, let group = try? UserGroup(named: name),
            !group.canTake(foldersIn: recording.directory)
        else { return nil }
        return loaded.written.issue(
            at: "recording.group", "nothing in '\(recording.directory)' can be given to the group '\(name)'",
            hint: "have it as the service's own (Group=), or look at how the disk is mounted")
    }

    private static func nameIssue(_ pipeline: Pipeline, host: String) -> PlanIssue? {
        let now = WallTime.local(WallTime.unixNow())
        do throws(NameFailure) { _ = try SessionNames(pipeline, host: host, time: now) } catch {
            guard case .tooLong(let length, let limit, _) = error else {
                return PlanIssue("recording.name", error.description)
            }
            return PlanIssue(
                "recording.name", "makes file names of \(length) bytes, and \(limit) is the most",
                hint: "shorten it, or the names of the pipeline and its cameras")
        }
        return nil
    }
}
