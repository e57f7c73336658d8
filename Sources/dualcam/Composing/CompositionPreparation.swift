import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// A finished session with everything that has to be known to draw its combined picture.
struct PreparedComposition: Sendable {
    var session: ComposedSession
    var plan: CompositionPlan
    var decisions: [PictureDecision]

    /// The length of the file in seconds.
    var seconds: Double { Double(plan.end -| plan.start) / 1e9 }
    /// The bytes that it takes, as far as that can be told.
    var bytes: Int64 { Int64(saturating: seconds * Double(plan.bitsPerSecond) / 8) }
}

/// A rule by which the main camera changes.
enum CompositionRule: Sendable, Equatable {
    case every(Duration)
    /// To the next one at each mark.
    case marks
    case speakers([SpeakerCamera])
}

/// `--by-speaker CAMERA=MICROPHONE,...`: who is seen where a microphone is the loudest.
struct SpeakerCamera: Sendable, Equatable {
    var camera: String
    var microphone: String
}

/// The way from a session's folder to the plan of its composition. Its functions block.
struct CompositionPreparation {
    private(set) var session: ComposedSession
    private let place: ProcessEnvironment
    private let context: LoadContext

    init(_ folder: String, in place: ProcessEnvironment) throws(CommandFailure) {
        do throws(CompositionFailure) { session = try ComposedSession(reading: folder) } catch {
            throw CommandFailure(error)
        }
        self.place = place
        let (tables, images) = (ColourTableCache(place.kept), OverlayImageCache(place))
        context = LoadContext(
            environment: place.environment, home: place.environment["HOME", default: ""],
            encoders: EncoderCatalog.words, folder: session.pipelineFolder ?? session.folder,
            workingFolder: place.workingDirectory, colourTable: { tables.known($0) },
            overlayImage: { images.known($0) })
    }

    /// Takes the decisions of a cut list in the place of those that were made while it was recorded.
    mutating func edit(by path: String) throws(CommandFailure) {
        guard let bytes = place.files.bytes(of: path, limit: EditList.largestFile + 1) else {
            throw CommandFailure(.usage, "'\(path)' cannot be read", next: "Look at its path.")
        }
        guard bytes.count <= EditList.largestFile else {
            throw CommandFailure(.usage, "'\(path)' is too large for a cut list", next: "Look at its path.")
        }
        do throws(PipelineIssues) {
            session = session.edited(by: try EditList.load(bytes, named: path, context: context))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Changes the main camera by a rule, in the place of what was directed.
    mutating func change(by rule: CompositionRule) throws(CommandFailure) {
        let pipeline = try pipeline(session.decisions[0])
        let changes: [MainChange] =
            switch rule {
            case .every(let interval): MainChange.every(interval, until: .nanoseconds(session.end -| session.start))
            case .marks: session.marks.sorted().map { MainChange(at: .nanoseconds(max(0, $0 -| session.start))) }
            case .speakers(let cameras): try speakerChanges(cameras, pipeline)
            }
        if changes.isEmpty, case .marks = rule {
            throw CommandFailure(
                .usage, "the session has no marks", next: "Mark moments with 'dualcam mark', or choose another rule.")
        }
        guard let edits = pipeline.edits(changes) else {
            throw CommandFailure(
                .usage, "the picture of '\(session.folder)' began with a layout in which no main camera can be chosen",
                next: "Write a cut list, and give it with --edit.")
        }
        session = session.edited(by: edits)
    }

    /// Whoever speaks is seen, by the microphones' own tracks in the files of the first output.
    private func speakerChanges(
        _ cameras: [SpeakerCamera], _ pipeline: Pipeline
    ) throws(CommandFailure) -> [MainChange] {
        var tracks: [Int] = []
        for pair in cameras {
            guard pipeline.cameras.contains(where: { $0.name == pair.camera }) else {
                let known = pipeline.cameras.map(\.name).joined(separator: ", ")
                throw CommandFailure(
                    .usage, "--by-speaker: the session has no camera '\(pair.camera)'", next: "It has \(known).")
            }
            guard let track = session.tracks.firstIndex(of: [pair.microphone]) else {
                let known = session.tracks.filter { $0.count == 1 }.joined().joined(separator: ", ")
                throw CommandFailure(
                    .usage, "--by-speaker: no track holds the microphone '\(pair.microphone)' alone",
                    next: known.isEmpty
                        ? "Record several microphones with names, each on a track of its own." : "There are \(known).")
            }
            tracks.append(track)
        }
        let interval: Int64 = 100_000_000
        do throws(GraphFailure) {
            let levels = try tracks.map { track throws(GraphFailure) in try self.levels(of: track, interval) }
            return SpeakerRule().speakers(levels, interval: .nanoseconds(interval)).map {
                MainChange(at: $0.at, camera: cameras[$0.microphone].camera)
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Of a list that anybody may have written.
    private static let mostLevels = 31 * 24 * 3600 * 10

    /// How loud a track is from the session's beginning on; where there is no file it is silent.
    private func levels(of track: Int, _ interval: Int64) throws(GraphFailure) -> [Double] {
        let count = Int((session.end -| session.start) / interval) + 1
        guard count <= Self.mostLevels else {
            throw GraphFailure(.refused, message: "the recording is too long for --by-speaker: 31 days are the most")
        }
        var levels = [Double](repeating: 0, count: max(0, count))
        let files = session.files[.combined] ?? session.files.min { $0.key.rawValue < $1.key.rawValue }?.value ?? []
        for file in files {
            let peaks = try FilePreview(file.path, named: file.path).peaks(track: track, interval: UInt64(interval))
            let first = Int((file.start -| session.start) / interval)
            for (index, peak) in peaks.enumerated() where levels.indices.contains(first + index) {
                levels[first + index] = max(levels[first + index], peak)
            }
        }
        return levels
    }

    /// The container of the recording.
    func container() throws(CommandFailure) -> Container { try pipeline(session.decisions[0]).recording.container }

    func prepare(_ container: Container) throws(CommandFailure) -> PreparedComposition {
        var decisions: [PictureDecision] = []
        for decision in session.decisions {
            let pipeline = try pipeline(decision)
            guard var picture = pipeline.composedPicture else { throw CommandFailure(.untold(session.folder)) }
            picture.change = decision.change
            decisions.append(PictureDecision(at: decision.at, picture))
        }
        let plan = try plan(try pipeline(session.decisions[0]), container)
        return PreparedComposition(session: session, plan: plan, decisions: decisions)
    }

    private func pipeline(_ decision: ComposedSession.Decision) throws(CommandFailure) -> Pipeline {
        do throws(PipelineIssues) {
            return try PipelineLoader.load(
                Array(session.pipeline.utf8), named: "\(session.folder)/session.json", overrides: decision.settings,
                directed: decision.directed, context: context
            ).pipeline
        } catch {
            throw CommandFailure(error)
        }
    }

    private func plan(_ pipeline: Pipeline, _ container: Container) throws(CommandFailure) -> CompositionPlan {
        do throws(CompositionFailure) { try session.checkFiles() } catch { throw CommandFailure(error) }
        let first = pipeline.cameras.reduce(into: [String: String]()) { files, camera in
            files[camera.name] = session.files[OutputName(camera.name)]?.first?.path
        }
        do throws(GraphFailure) {
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
            let sources = try sources(of: composed)
            do throws(PlanIssues) { return try CompositionPlan(inputs, sources) } catch {
                let texts = error.issues.map { Sentence.ended($0.message) }
                throw GraphFailure(.fault, message: texts.joined(separator: " "), advice: error.issues[0].hint)
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    private func sources(of pipeline: Pipeline) throws(GraphFailure) -> CompositionSources {
        let origins = try origins(pipeline.combined?.rate ?? FrameRate(30))
        var cameras: [String: [CompositionSources.File]] = [:]
        for camera in pipeline.cameras {
            cameras[camera.name] = try placed(session.files[OutputName(camera.name)] ?? [], origins)
        }
        var sources = CompositionSources(
            cameras: cameras, sound: try sound(origins), start: session.start, end: session.end)
        sources.late = session.late
        // A camera's picture is gone where a file of its ends.
        for (camera, files) in cameras {
            for time in [session.start] + files.map(\.end) {
                let local = WallTime.local(session.clock.unix(at: time)).text.suffix(8)
                sources.slateTimes.append(.init(camera: camera, at: time, text: String(local)))
            }
        }
        return sources
    }

    private func placed(
        _ files: [ComposedSession.File], _ origins: [Int64: Int64]
    ) throws(GraphFailure) -> [CompositionSources.File] {
        var placed: [CompositionSources.File] = []
        for file in files {
            let first = try FileStart.firstFrame(of: file.path)
            let start = file.isEstimated ? origins[file.start].map { $0 +| first } ?? file.start : file.start
            placed.append(.init(path: file.path, first: first, start: start, end: file.end +| (start -| file.start)))
        }
        return placed
    }

    /// The times of the timeline at which files that a crash has left begin, by what is assumed: the same piece of sound stands first
    /// in all files of a segment, and the combined one's first frame lies on the mixer's frames.
    private func origins(_ rate: FrameRate) throws(GraphFailure) -> [Int64: Int64] {
        var origins: [Int64: Int64] = [:]
        for file in session.files[.combined] ?? [] where file.isEstimated {
            origins[file.start] = rate.frame(from: file.start) -| (try FileStart.firstFrame(of: file.path))
        }
        return origins
    }

    /// The sound of the combined file, else of the camera that has most of it.
    private func sound(_ origins: [Int64: Int64]) throws(GraphFailure) -> CompositionSources.Sound? {
        let all = session.files.filter { entry in
            entry.value.allSatisfy { place.files.kind(of: $0.path) == .file }
        }
        let length = { (files: [ComposedSession.File]) in files.reduce(0) { $0 +| ($1.end -| $1.start) } }
        let longest = all.sorted { $0.key.rawValue < $1.key.rawValue }.max { length($0.value) < length($1.value) }
        guard let files = all[.combined] ?? longest?.value, let first = files.first else { return nil }
        guard let codec = try FilePreview(first.path, named: first.path).facts.audio else { return nil }
        return CompositionSources.Sound(
            files: try placed(files, origins), demuxer: try FileStart.demuxer(of: first.path), codec: codec,
            tracks: session.tracks)
    }
}

extension CommandFailure {
    init(_ failure: CompositionFailure) {
        switch failure {
        case .read(let failure): self.init(failure)
        case .unfinished, .empty, .untold: self.init(.usage, failure.message, next: failure.advice)
        case .missing: self.init(.diskFailed, failure.message, next: failure.advice)
        }
    }
}
