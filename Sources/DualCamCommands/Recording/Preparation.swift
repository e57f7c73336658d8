import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession
import DualCamSupervision

/// Everything that is known before the first device is opened for recording.
struct PreparedRecording: Sendable {
    var loaded: LoadedPipeline
    var request: PipelineRequest
    var inputs: PlannedInputs
    var graph: GraphPlan
    /// Remarks for the ledger and the user when recording begins.
    var remarks: [String] = []
    /// The settings of the pipeline file that have no effect, a line each.
    var notices: [String] = []
    /// The reasons why this machine's calibration, or its experience with recordings, is not used.
    var calibrationNotes: [String] = []
    /// The files that commands may name wherever the pipeline file lies.
    let ownFiles = OwnFiles()

    /// The controls of the cameras that are V4L2 devices.
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

    /// Judges its cost, and takes up what is to be said of that, of its file, and of what it would lack without a word. Blocks.
    mutating func remark(
        on loaded: LoadedPipeline, of request: PipelineRequest, under verb: RecordingVerb, in place: ProcessEnvironment
    ) throws(CommandFailure) {
        remarks = try budgetRemarks()
        notices = try Preparation.notices(on: loaded, of: request, under: verb, in: place).map(\.remark)
        notices += StartCheck(loaded, in: place).silentLacks(under: verb).map(\.issue.remark)
    }

    /// Throws what `Planner` refuses.
    func summary() throws(CommandFailure) -> PlanSummary {
        do throws(PlanIssues) { return try Planner.summary(inputs) } catch { throw CommandFailure(error, in: loaded) }
    }
}

/// The way from a file's name to a plan.
enum Preparation {
    /// The time that GStreamer may take to start before the user is told why.
    private static let patience = Duration.seconds(1)

    /// Throws a failure with `ExitCode.pipelineFile` that lists every problem of the file.
    static func load(_ request: PipelineRequest, in place: ProcessEnvironment) throws(CommandFailure) -> LoadedPipeline
    {
        let found = try PipelineSearch(place).read(request.file)
        return try translated { () throws(PipelineIssues) in try load(request, found, in: place) }
    }

    /// The problems of a file over which directed settings are laid; none for a file that is not there any more.
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

    /// As `load(_:in:)`, of a text that has been read.
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

    /// Checks clips that commands named before, as if they were named now.
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

    /// Checks a pipeline without its devices, and throws everything that is wrong at once; a lack of this machine alone is no fault of the
    /// file.
    ///
    /// - Returns: the reasons why this machine would refuse it all the same, as it is now.
    @discardableResult
    static func check(
        _ loaded: LoadedPipeline, _ extent: Extent, quiet: Bool = false, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> [String] {
        try await startGStreamer(quiet: quiet, in: place)
        let found = await BlockingCalls.perform {
            StartCheck(loaded, in: place).result(extent)
        }
        if let failure = CommandFailure(found.findings) { throw failure }
        if !quiet { for remark in found.remarks { place.note("note: " + remark, .warning) } }
        noteLettering(of: loaded.pipeline, in: place)
        return found.notes
    }

    /// Adds what is remembered of the pipeline file, as `run` does, and tells of it.
    static func recall(_ request: PipelineRequest, quiet: Bool, in place: ProcessEnvironment)
        throws(CommandFailure) -> PipelineRequest
    {
        // What comes through a pipe is read once, and nothing is remembered of it.
        guard request.file != PipelineSearch.pipe else { return request }
        let found = try PipelineSearch(place).read(request.file)
        let recall = SettingsStore(place).recall(try load(request, in: place), request, at: found.path, in: place)
        if !quiet { for note in recall.notes { place.note("note: " + note, .warning) } }
        var request = request
        request.directed = recall.settings
        return request
    }

    /// Says which letters of overlays will not be seen.
    static func noteLettering(of pipeline: Pipeline, in place: ProcessEnvironment) {
        for remark in LetteringProbe.remarks(on: pipeline) { place.note("note: " + remark, .warning) }
    }

    /// Loads, finds the devices and plans.
    static func prepare(
        _ request: PipelineRequest, quiet: Bool, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> PreparedRecording {
        let loaded = try load(request, in: place)
        try await startGStreamer(quiet: quiet, in: place)
        let prepared = try await BlockingCalls.perform { () throws(CommandFailure) in
            try plan(request, loaded, store: CalibrationStore(place), in: place)
        }
        if !quiet { prepared.noteCalibration(in: place) }
        return prepared
    }

    /// Sets GStreamer up; a cold plugin registry takes some seconds, which is said unless `quiet`.
    static func startGStreamer(quiet: Bool, in place: ProcessEnvironment) async throws(CommandFailure) {
        let notice = Task {
            try await Task.sleep(for: patience)
            if !quiet { place.note("reading the GStreamer plugins, once") }
        }
        defer { notice.cancel() }
        try await BlockingCalls.perform { () throws(CommandFailure) in
            try translated { () throws(GraphFailure) in try MachineProbe.prepare() }
        }
    }

    /// Returns what the pipeline file and the command line say that changes nothing, and whether recordings lie elsewhere now. What
    /// was set while it ran is left aside: it may be set otherwise at any time.
    ///
    /// - Parameter verb: the command that records, which may ignore keys that the other honours.
    static func notices(
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

    /// Tells of a disk, or a process, that takes no large files.
    private static func fileLimit(of loaded: LoadedPipeline) -> PipelineIssue? {
        let directory = loaded.pipeline.recording.directory
        guard let remark = StorageProbe.limits(directory).limitRemark(of: directory) else { return nil }
        return loaded.written.issue(at: "recording.directory", remark.message, hint: remark.hint)
    }

    /// Tells of a relative `recording.directory` that begins in the pipeline file's folder where it began in the current one before,
    /// and there is such a folder.
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
            hint: "write '\(former)' to go on in that folder")
    }

    /// Finds the devices and plans. Blocks. What stands in the way is thrown at once, as `check` would tell it.
    /// A worker that `follows` a lost one goes on without a group that is gone.
    static func plan(
        _ request: PipelineRequest, _ loaded: LoadedPipeline, store: CalibrationStore, follows: Bool = false,
        in place: ProcessEnvironment
    ) throws(CommandFailure) -> PreparedRecording {
        do throws(CommandFailure) { return try planned(request, loaded, store: store, follows: follows) } catch {
            let machine = MachineProbe.facts(trying: loaded.pipeline.combined?.mixer)
            let findings = StartCheck(loaded, simulates: request.simulate, in: place).refusals(on: machine)
            guard findings.count > 1, let all = CommandFailure(findings), all.text.contains(error.text) else {
                throw error
            }
            throw all
        }
    }

    private static func planned(
        _ request: PipelineRequest, _ loaded: LoadedPipeline, store: CalibrationStore, follows: Bool
    ) throws(CommandFailure) -> PreparedRecording {
        let pipeline = request.simulate ? loaded.pipeline.simulated() : loaded.pipeline
        let machine = MachineProbe.facts(trying: pipeline.combined?.mixer)
        let faults = issues(pipeline, on: machine, needsGroup: !follows)
        if !faults.isEmpty { throw CommandFailure(PlanIssues(faults), in: loaded) }
        let found = try translated { () throws(GraphFailure) in try inputs(of: pipeline, on: machine, store) }
        do throws(PlanIssues) {
            return PreparedRecording(
                loaded: loaded, request: request, inputs: found.inputs, graph: try Planner.plan(found.inputs),
                calibrationNotes: found.notes)
        } catch {
            throw CommandFailure(error, in: loaded)
        }
    }
}

extension GraphFailure: TranslatedFailure {
    var ofCommand: CommandFailure {
        var failure = CommandFailure(ExitCode(code), message, next: advice)
        failure.code = SessionFailure(self).code
        return failure
    }
}

extension CommandFailure {
    /// Issues with a key point at its line; the file is at fault unless every issue is one of the machine's.
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
