import CommandLine
import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// A finished session that is ready to be rendered: its files, the plan of the combined picture and the edit decisions.
struct PreparedComposition: Sendable {
    var session: ComposedSession
    var plan: CompositionPlan
    var decisions: [PictureDecision]

    /// The length of the rendered file in seconds.
    var seconds: Double { Double(plan.end -| plan.start) / 1e9 }
    /// The estimated size of the rendered file in bytes.
    var bytes: Int64 { Int64(saturating: seconds * Double(plan.bitsPerSecond) / 8) }
}

/// Reads a session's folder, and plans the rendering of its combined picture. All functions block.
struct CompositionPreparation {
    var session: ComposedSession
    /// The requested differences from the recorded picture, such as another size; `nil` to render the picture as it was
    /// recorded.
    var form: ExportForm?
    let place: ProcessEnvironment
    /// `context`: the settings and permissions with which the session's pipeline file is loaded; `cuts`: those with
    /// which a cut list is loaded.
    private let (context, cuts): (LoadContext, LoadContext)
    /// The cut list that replaces the recorded edit decisions, with its name; `nil` if the recorded decisions are used.
    /// The recorded decision for the start of the recording always stays.
    private var list: (name: String, edits: [EditDecision])?

    /// Prepares the rendering of the session in a folder by reading the session's records.
    ///
    /// - Parameter needsPicture: True to throw an error if the session has no recorded combined picture.
    init(
        _ folder: String, needsPicture: Bool = true, trusting trust: SessionTrust, in place: ProcessEnvironment
    ) throws(CommandFailure) {
        session = try translated { () throws(SessionReadFailure) in
            try ComposedSession(reading: folder, needsPicture: needsPicture)
        }
        self.place = place
        let paths = session.pipelineFolder ?? session.folder
        let files = RecordedPictureFiles(
            folder: session.folder, digests: session.digests, readsAll: trust.isOwn, isRemote: trust.isRemote,
            start: paths)
        context = place.context(trust.rule(needsPicture: true), of: files, in: paths)
        cuts = place.context(trust.ruleOfCuts, of: files, in: paths)
    }

    /// Replaces the recorded edit decisions with those in a cut list. Throws a failure that lists the problems of the
    /// cut list.
    ///
    /// - Parameter path: The path of the cut list.
    mutating func edit(by path: String) throws(CommandFailure) {
        guard let bytes = place.files.bytes(of: path, limit: EditDecision.largestFile + 1) else {
            throw CommandFailure(.usage, "'\(path)' cannot be read", next: "Check its path and permissions.")
        }
        guard bytes.count <= EditDecision.largestFile else {
            throw CommandFailure(.usage, "'\(path)' is too large for a cut list", next: "Check its path.")
        }
        try edit(by: bytes, named: path)
    }

    /// Replaces the recorded edit decisions with those in the text of a cut list. Throws a failure that lists the
    /// problems of the cut list.
    ///
    /// - Parameter name: The name of the cut list for error messages.
    mutating func edit(by list: [UInt8], named name: String) throws(CommandFailure) {
        let edits = try translated { () throws(PipelineIssues) in
            try EditDecision.load(list, named: name, context: cuts)
        }
        session = session.edited(by: edits)
        self.list = (name, edits)
    }

    /// Returns the positions, in the cut list, of the settings that are in force after an edit decision, for error
    /// messages. Returns `nil` for a recorded decision.
    ///
    /// - Parameter number: The index of the edit decision. Index 0 is always a recorded decision.
    private func places(of number: Int) -> SettingPlaces? {
        guard let list, number > 0 else { return nil }
        var places = EditPlaces()
        for edit in list.edits.prefix(number) { places.merge(edit.places) }
        return SettingPlaces(context.sessionName(session.folder), list: list.name, places)
    }

    /// Returns the container format in which the session was recorded.
    func container() throws(CommandFailure) -> Container { try pipeline(session.decisions[0]).recording.container }

    /// Plans the rendering of the combined picture into a file.
    ///
    /// - Parameter part: The part of the timeline to render, in nanoseconds; `nil` for the whole timeline.
    func prepare(_ container: Container, part: Range<Int64>? = nil) throws(CommandFailure) -> PreparedComposition {
        var decisions: [PictureDecision] = []
        // Many edit decisions lead to the same picture, and parsing the pipeline file takes most of the run time.
        var known: [[String]: PictureDirection] = [:]
        var file: RepeatedPipeline?
        for (number, decision) in session.decisions.enumerated() {
            let words = decision.settings + [""] + decision.directed
            var picture: PictureDirection
            if let seen = known[words] { picture = seen } else { picture = try self.picture(decision, number, &file) }
            if known.count < Self.mostKnown { known[words] = picture }
            picture.change = decision.change
            decisions.append(PictureDecision(at: decision.at, picture))
        }
        let plan = try plan(try pipeline(session.decisions[0]), container, part: part)
        return PreparedComposition(session: session, plan: plan, decisions: decisions)
    }

    /// The maximum number of different pictures that are cached while edit decisions are read.
    private static let mostKnown = 1000

    private func picture(
        _ decision: ComposedSession.Decision, _ number: Int, _ file: inout RepeatedPipeline?
    ) throws(CommandFailure) -> PictureDirection {
        if file?.overrides != decision.settings {
            file = context.repeatedPipeline(session.pipeline, overrides: decision.settings)
        }
        // If the fast path fails, the pipeline is loaded again by the slow path, whose errors have proper messages.
        let pipeline =
            if let read = file?.pipeline(directed: decision.directed) { formed(read) } else {
                try self.pipeline(decision, places(of: number))
            }
        guard let picture = pipeline.composedPicture else {
            throw SessionReadFailure.untold(session.folder).ofCommand
        }
        return picture
    }

    /// Returns the session's pipeline with the settings that are in force after an edit decision.
    ///
    /// - Parameter places: The positions of the edit decision's settings in a cut list; `nil` if the decision was
    ///   recorded.
    func pipeline(
        _ decision: ComposedSession.Decision, _ places: SettingPlaces? = nil
    ) throws(CommandFailure) -> Pipeline {
        var context = context
        context.settings = places
        let loaded = try context.pipeline(
            session.pipeline, of: session.folder, overrides: decision.settings, directed: decision.directed)
        return formed(loaded)
    }

    private func formed(_ loaded: Pipeline) -> Pipeline {
        let pipeline = session.isOfCombined ? loaded.ofCombinedFile(named: ComposedSession.picture) : loaded
        return form?.pipeline(pipeline) ?? pipeline
    }

    func plan(
        _ pipeline: Pipeline, _ container: Container, part: Range<Int64>? = nil
    ) throws(CommandFailure) -> CompositionPlan {
        try translated { () throws(SessionReadFailure) in try session.checkFiles() }
        let first = pipeline.cameras.reduce(into: [String: String]()) { files, camera in
            files[camera.name] = session.files[OutputName(camera.name)]?.first?.path
        }
        return try translated { () throws(GraphFailure) -> CompositionPlan in
            var sizes: [String: FrameSize] = [:]
            for path in first.values {
                sizes[path] = try FilePreview(path, named: path).facts.video.map {
                    FrameSize(width: $0.width, height: $0.height)
                }
            }
            let composed = pipeline.composed(of: first, size: { sizes[$0] }, in: container)
            var there = composed
            there.cameras.removeAll { first[$0.name] == nil }
            let absent = composed.cameras.filter { first[$0.name] == nil }.map {
                CameraFacts(name: $0.name, source: .absent)
            }
            let inputs = PlannedInputs(
                pipeline: composed, cameras: try MachineProbe.resolve(there).cameras + absent, microphones: [:],
                machine: MachineProbe.facts())
            let whole = try sources(of: composed)
            let sources = part.map { whole.part($0) } ?? whole
            do throws(PlanIssues) { return try CompositionPlan(inputs, sources) } catch { throw GraphFailure(error) }
        }
    }

    func sources(of pipeline: Pipeline) throws(GraphFailure) -> CompositionSources {
        let origins = try origins(pipeline.combined?.rate ?? FrameRate(30))
        var cameras: [String: [CompositionSources.File]] = [:]
        for camera in pipeline.cameras {
            cameras[camera.name] = try placed(session.files[OutputName(camera.name)] ?? [], origins)
        }
        var sources = CompositionSources(
            cameras: cameras, sound: try sound(origins), start: session.start, end: session.end)
        // A picture that an export changes was never shown live, so the delays of the live picture are not reproduced.
        // Each camera's frame appears at its own time.
        if form == nil { (sources.late, sources.jumps) = (session.late, session.jumps) }
        // The combined picture shows a slate for a camera after one of its files has ended.
        for (camera, files) in cameras {
            for time in [session.start] + files.map(\.end) {
                let local = WallTime.local(session.clock.unix(at: time)).text.suffix(8)
                sources.slateTimes.append(.init(camera: camera, at: time, text: String(local)))
            }
        }
        return form?.sources(sources, rate: pipeline.combined?.rate ?? FrameRate(30)) ?? sources
    }

    private func placed(
        _ files: [ComposedSession.File], _ origins: [Int64: Int64]
    ) throws(GraphFailure) -> [CompositionSources.File] {
        var placed: [CompositionSources.File] = []
        for file in files {
            let first = try FileProbe.firstFrame(of: file.path)
            let start = file.isEstimated ? origins[file.start].map { $0 +| first } ?? file.start : file.start
            placed.append(.init(path: file.path, first: first, start: start, end: file.end +| (start -| file.start)))
        }
        return placed
    }

    /// Returns the exact timeline position of time 0 of each file that a crash cut off, keyed by the file's estimated
    /// start. Both are in nanoseconds. The position aligns the combined file's first frame with the frame times of the
    /// combined picture. It also applies to the cameras' files, because all files of a segment start with the same
    /// sound.
    func origins(_ rate: FrameRate) throws(GraphFailure) -> [Int64: Int64] {
        var origins: [Int64: Int64] = [:]
        for file in session.files[.combined] ?? [] where file.isEstimated {
            origins[file.start] = rate.frame(from: file.start) -| (try FileProbe.firstFrame(of: file.path))
        }
        return origins
    }

    /// Returns the recorded sound to use in the rendered file: the sound of the combined files or, without combined
    /// files, of the output with the longest recording. Returns `nil` if these files have no sound.
    ///
    /// - Parameter origins: The result of `origins(_:)`.
    func sound(_ origins: [Int64: Int64]) throws(GraphFailure) -> CompositionSources.Sound? {
        let all = session.files.filter { entry in
            entry.value.allSatisfy { place.files.kind(of: $0.path) == .file }
        }
        let length = { (files: [ComposedSession.File]) in files.reduce(0) { $0 +| ($1.end -| $1.start) } }
        let longest = all.sorted { $0.key.rawValue < $1.key.rawValue }.max { length($0.value) < length($1.value) }
        guard let files = all[.combined] ?? longest?.value, let first = files.first else { return nil }
        guard let codec = try FilePreview(first.path, named: first.path).facts.audio else { return nil }
        return CompositionSources.Sound(
            files: try placed(files, origins), demuxer: try FileProbe.demuxer(of: first.path), codec: codec,
            tracks: session.tracks)
    }
}

extension GraphFailure {
    /// Creates a failure from the issues that prevent planning a recording or a render.
    init(_ issues: PlanIssues) {
        let texts = issues.issues.map { Sentence.ended($0.message) }
        self.init(.fault, message: texts.joined(separator: " "), advice: issues.issues[0].hint)
    }
}
