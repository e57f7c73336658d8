package import DualCamConfig
internal import DualCamDevices
import DualCamGraph
package import DualCamPlan
package import DualCamProcess
import DualCamRecordings
import DualCamSession

/// A planned recording that is ready to start. No device has been opened for recording yet.
package struct PreparedRecording: Sendable {
    /// The pipeline file with which the recording was planned, before devices are replaced by simulated ones.
    package var loaded: LoadedPipeline
    var request: PipelineRequest
    /// The facts from which the recording was planned: the pipeline, the found devices, the machine and the costs.
    package var inputs: PlannedInputs
    package var graph: GraphPlan
    /// Warnings that the recording may overload the machine, for the ledger and the user when recording begins.
    var remarks: [String] = []
    /// Notices about settings of the pipeline file that have no effect, and about certificates, folders and programs
    /// that the recording does not need at once and that are missing or unusable; one notice per element.
    var notices: [String] = []
    /// Notes that say why the plan does not use this machine's calibration or the costs measured in earlier recordings.
    var calibrationNotes: [String] = []
    /// The files to which the pipeline file itself refers. Control commands may use them too, even outside the allowed
    /// folders.
    let ownFiles = OwnFiles()

    /// The V4L2 controls of each camera that is a V4L2 device, keyed by the camera's input name.
    var controls: [InputName: [ControlFacts]] {
        inputs.cameras.reduce(into: [:]) { controls, camera in
            guard case .device(let device, _, _) = camera.source else { return }
            controls[InputName(camera.name)] = device.controls
        }
    }

    func noteCalibration(in place: ProcessEnvironment) {
        for note in calibrationNotes { place.note("note: " + note, .warning) }
        Preparation.noteLettering(of: loaded.pipeline, in: place)
    }

    /// Fills `remarks` and `notices`. Throws a failure if the recording cannot fit this machine and `budget.enforce` is
    /// on. Blocks.
    mutating func remark(
        on loaded: LoadedPipeline, of request: PipelineRequest, under verb: RecordingVerb, in place: ProcessEnvironment
    ) throws(CommandFailure) {
        remarks = try budgetRemarks()
        notices = try Preparation.notices(on: loaded, of: request, under: verb, in: place).map(\.remark)
        notices += StartCheck(loaded, in: place).silentLacks(under: verb).map(\.issue.remark)
    }

    /// Returns a summary of the recording's plan. If the recording cannot be planned, throws a failure that lists all
    /// issues.
    package func summary() throws(CommandFailure) -> PlanSummary {
        do throws(PlanIssues) { return try Planner.summary(inputs) } catch { throw CommandFailure(error, in: loaded) }
    }
}

/// Functions that load a pipeline file, check it against this machine, and plan its recording.
package enum Preparation {

    /// Loads a pipeline file. Throws a failure with `ExitCode.pipelineFile` that lists every problem of the file.
    package static func load(_ request: PipelineRequest, in place: ProcessEnvironment) throws(CommandFailure)
        -> LoadedPipeline
    {
        let found = try PipelineSearch(place).read(request.file)
        return try translated { () throws(PipelineIssues) in try load(request, found, in: place) }
    }

    /// Returns the problems that a pipeline file has together with settings that were changed while recording
    /// (`directed`). The result is empty if the file can no longer be read.
    static func problems(
        of request: PipelineRequest, directed: [Setting], in place: ProcessEnvironment
    ) -> [PipelineIssue] {
        guard let found = try? PipelineSearch(place).read(request.file) else { return [] }
        var trial = request
        trial.directed = directed
        do throws(PipelineIssues) {
            _ = try load(trial, found, in: place)
            return []
        } catch {
            return error.issues
        }
    }

    /// Loads a pipeline from the content of a file that has already been read. Throws a failure that lists all problems
    /// of the pipeline.
    static func load(
        _ request: PipelineRequest, _ found: PipelineSearch.Found, in place: ProcessEnvironment
    ) throws(PipelineIssues) -> LoadedPipeline {
        let (tables, images) = (ColourTableCache(place.kept), OverlayImageCache(place))
        let load = { (directed: [Setting], read: @escaping ColourTableReading) throws(PipelineIssues) in
            try PipelineLoader.load(
                found.bytes, named: found.path, overrides: request.overrides, directed: directed.map(\.override),
                context: place.loadContext(of: found.path, read, images.known))
        }
        let loaded = try load([]) { tables.known($0) }
        if request.directed.isEmpty { return loaded }
        let files = place.commandFiles(of: loaded.pipeline, found.path)
        let directed = try load(request.directed) { tables.known($0, by: files) }
        try refuseClips(of: request.directed, files, place.loadContext(of: found.path))
        return directed
    }

    /// Checks the clips that earlier control commands have selected. The same rules apply as for new commands. Throws
    /// the problem of the first clip that is not allowed.
    private static func refuseClips(
        of directed: [Setting], _ files: CommandFiles, _ context: LoadContext
    ) throws(PipelineIssues) {
        for setting in directed {
            guard case .clip(let word) = setting.clip else { continue }
            do throws(Refusal) { try files.check(try context.filePath(word)) } catch {
                let issue = PipelineIssue(
                    file: setting.override, keyPath: setting.key, message: error.message, hint: error.hint)
                throw PipelineIssues([issue])
            }
        }
    }

    /// Checks a pipeline without opening its devices. Throws a failure that lists all problems of the file.
    ///
    /// - Returns: Sentences that say why this machine would not start the recording now, although the pipeline file is
    ///   correct.
    @discardableResult
    package static func check(
        _ loaded: LoadedPipeline, _ extent: Extent, quiet: Bool = false, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> [String] {
        try await place.startGStreamer(quiet: quiet)
        let found = await BlockingCalls.perform {
            StartCheck(loaded, in: place).result(extent)
        }
        if let failure = CommandFailure(found.findings) { throw failure }
        if !quiet { for remark in found.remarks { place.note("note: " + remark, .warning) } }
        noteLettering(of: loaded.pipeline, in: place)
        return found.notes
    }

    /// Returns the request with the settings that were remembered for its pipeline file added, as `run` uses them.
    /// Prints notes about them unless `quiet` is set.
    package static func recall(_ request: PipelineRequest, quiet: Bool, in place: ProcessEnvironment)
        throws(CommandFailure) -> PipelineRequest
    {
        // Standard input can be read only once, and no settings are remembered for it.
        guard request.file != PipelineSearch.pipe else { return request }
        let found = try PipelineSearch(place).read(request.file)
        let recall = SettingsStore(place).recall(try load(request, in: place), request, at: found.path, in: place)
        if !quiet { for note in recall.notes { place.note("note: " + note, .warning) } }
        var request = request
        request.directed = recall.settings
        return request
    }

    /// Prints notes about characters in the pipeline's overlays that no installed font contains.
    static func noteLettering(of pipeline: Pipeline, in place: ProcessEnvironment) {
        for remark in LetteringProbe.remarks(on: pipeline) { place.note("note: " + remark, .warning) }
    }

    /// Loads the pipeline file, finds the devices, and plans the recording.
    package static func prepare(
        _ request: PipelineRequest, quiet: Bool, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> PreparedRecording {
        let loaded = try load(request, in: place)
        try await place.startGStreamer(quiet: quiet)
        let prepared = try await BlockingCalls.perform { () throws(CommandFailure) in
            try plan(request, loaded, store: CalibrationStore(place), in: place)
        }
        if !quiet { prepared.noteCalibration(in: place) }
        return prepared
    }

    /// Returns notices about settings of the pipeline file and the command line that have no effect, and about folders
    /// and file size limits. Ignores settings changed while recording, because they may change again at any time.
    ///
    /// - Parameter verb: The command that records. `run` and `serve` ignore different keys.
    package static func notices(
        on loaded: LoadedPipeline, of request: PipelineRequest, under verb: RecordingVerb, in place: ProcessEnvironment
    ) throws(CommandFailure) -> [PipelineIssue] {
        var plain = request
        plain.directed = []
        let loaded = try request.directed.isEmpty ? loaded : load(plain, in: place)
        let idle = loaded.pipeline.idleSettings(under: verb).map {
            loaded.written.issue(at: $0.keyPath, $0.message, hint: $0.hint)
        }
        let folders = [movedDirectory(of: loaded, in: place), fileLimit(of: loaded), groupNotice(on: loaded)]
        return idle + unheard(loaded) + machineNotices(loaded, in: place) + folders.compactMap(\.self)
    }

    /// Returns a notice if the disk of `recording.directory`, or a limit of this process, does not allow large files.
    private static func fileLimit(of loaded: LoadedPipeline) -> PipelineIssue? {
        let directory = loaded.pipeline.recording.directory
        guard let remark = StorageProbe.limits(directory).limitRemark(of: directory) else { return nil }
        return loaded.written.issue(at: "recording.directory", remark.message, hint: remark.hint)
    }

    /// Returns a notice if a relative `recording.directory` exists in the current folder but not in the pipeline file's
    /// folder. In earlier versions, relative paths started in the current folder. They now start in the pipeline file's
    /// folder.
    private static func movedDirectory(of loaded: LoadedPipeline, in place: ProcessEnvironment) -> PipelineIssue? {
        let (key, folder) = ("recording.directory", place.folder(of: loaded.written.name))
        let directory = loaded.pipeline.recording.directory
        guard let written = loaded.written.value(of: key), !written.hasPrefix("/"), !written.hasPrefix("~"),
            directory.hasPrefix(folder + "/"), folder != place.workingDirectory
        else { return nil }
        let former = place.workingDirectory + directory.dropFirst(folder.count)
        guard place.files.kind(of: former) == .directory, place.files.kind(of: directory) == .missing else {
            return nil
        }
        return loaded.written.issue(
            at: key, "a relative path begins in this file's folder: recordings go to '\(directory)'",
            hint: "write '\(former)' to keep using that folder")
    }

    /// Finds the devices and plans the recording. If that fails, throws a failure that lists all problems, as `check`
    /// does. Blocks.
    ///
    /// - Parameters:
    ///   - follows: True for a worker that replaces a lost worker. It records even if `recording.group` no longer
    ///     exists.
    ///   - goesOn: True for a worker that continues a recording. It records even if inputs are missing.
    static func plan(
        _ request: PipelineRequest, _ loaded: LoadedPipeline, store: CalibrationStore, follows: Bool = false,
        goesOn: Bool = false, in place: ProcessEnvironment
    ) throws(CommandFailure) -> PreparedRecording {
        do throws(CommandFailure) {
            return try planned(request, loaded, store: store, follows: follows, goesOn: goesOn)
        } catch {
            let machine = MachineProbe.facts(trying: loaded.pipeline.combined?.mixer)
            let findings = StartCheck(loaded, simulates: request.simulate, in: place).refusals(on: machine)
            guard findings.count > 1, let all = CommandFailure(findings), all.text.contains(error.text) else {
                throw error
            }
            throw all
        }
    }

    private static func planned(
        _ request: PipelineRequest, _ loaded: LoadedPipeline, store: CalibrationStore, follows: Bool, goesOn: Bool
    ) throws(CommandFailure) -> PreparedRecording {
        let pipeline = request.simulate ? loaded.pipeline.simulated() : loaded.pipeline
        let machine = MachineProbe.facts(trying: pipeline.combined?.mixer)
        let faults = issues(pipeline, on: machine, needsGroup: !follows)
        if !faults.isEmpty { throw CommandFailure(PlanIssues(faults), in: loaded) }
        let found = try translated { () throws(GraphFailure) in
            try inputs(of: pipeline, on: machine, store, goesOn: goesOn)
        }
        do throws(PlanIssues) {
            return PreparedRecording(
                loaded: loaded, request: request, inputs: found.inputs, graph: try Planner.plan(found.inputs),
                calibrationNotes: found.notes)
        } catch {
            throw CommandFailure(error, in: loaded)
        }
    }
}

extension CommandFailure {
    /// Creates a failure that lists all issues of a plan; issues with a key show their line in the pipeline file. The
    /// exit code is `pipelineFile` if any issue is the file's fault, otherwise that of the first issue.
    init(_ issues: PlanIssues, in loaded: LoadedPipeline) {
        let codes = issues.issues.map { $0.code.map { ExitCode($0) } ?? .pipelineFile }
        let lines = zip(issues.issues, codes).map { issue, code in
            issue.keyPath.isEmpty
                ? CommandFailure(code, issue.message, next: Sentence.text(issue.hint)).text
                : loaded.written.issue(at: issue.keyPath, issue.message, hint: issue.hint.isEmpty ? nil : issue.hint)
                    .rendered
        }
        let isFilesFault = codes.contains(.pipelineFile)
        self.init(isFilesFault ? .pipelineFile : codes.first ?? .fault, verbatim: lines.joined(separator: "\n"))
        problems = issues.issues.map { issue in
            let hint = issue.hint.isEmpty ? nil : issue.hint
            return issue.keyPath.isEmpty
                ? PipelineIssue(file: loaded.written.name, message: issue.message, hint: hint)
                : loaded.written.issue(at: issue.keyPath, issue.message, hint: hint)
        }
    }
}
