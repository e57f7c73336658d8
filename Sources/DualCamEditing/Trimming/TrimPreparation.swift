import CommandLine
import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// A request to make new files from a part of a session's recording.
struct TrimRequest: Sendable {
    var from: TimePoint?
    var to: TimePoint?
    var cuts: [CutStretch] = []
    /// The minimum length of a silence that is cut out; `nil` to keep all silences.
    var silence: Duration?
    /// The names of the outputs from which new files are made; `nil` for all outputs.
    var outputs: [String]?
    var joins = false
}

/// The value of the option `--cut`: an interval to cut out, in the form `FROM..TO`.
struct CutStretch: OptionValue, Equatable {
    var from: TimePoint
    var to: TimePoint

    init(argument text: String) throws(Refusal) {
        guard let dots = text.firstRange(of: "..") else {
            throw Refusal("'\(text)' has no '..'", hint: "Write where it begins and ends, as in 1:20..1:35.5.")
        }
        from = try TimePoint(parsing: String(text[..<dots.lowerBound]))
        to = try TimePoint(parsing: String(text[dots.upperBound...]))
    }
}

/// A new file to be made from a session's recorded files: its name, its plan and the parts that it keeps.
struct TrimmedFile: Sendable {
    /// The name of the new file without its extension.
    var name: String
    var plan: TrimPlan
    var spans: KeptSpans
    /// True if no part of the file's sound is cut out.
    var keepsSound: Bool
    /// The sound that replaces the file's own sound; `nil` to keep the file's own.
    var sound: SoundDub?
    /// The estimated size of the new file in bytes.
    var bytes: Int64
}

extension TrimRequest {
    /// Returns the parts of the recording that remain after the options `--from`, `--to` and `--cut` are applied.
    /// Throws if nothing remains.
    func spans(of session: TrimmedSession) throws(CommandFailure) -> KeptSpans {
        var spans = KeptSpans(session.whole, rate: session.rate)
        let moments = session.moments
        if let part = try moments.part(from: from, to: to) { spans.keep(part) }
        for cut in cuts {
            let (begin, end) = (try moments.time(of: cut.from, "cut"), try moments.time(of: cut.to, "cut"))
            guard begin < end else {
                throw CommandFailure(
                    .usage, naming: "\(option: "cut"): its end is not after its beginning",
                    next: "Swap them.")
            }
            spans.cut(begin..<end)
        }
        try Self.checkRest(of: spans)
        return spans
    }

    fileprivate static func checkRest(of spans: KeptSpans) throws(CommandFailure) {
        guard spans.length == 0 else { return }
        throw CommandFailure(.usage, "nothing is left of the recording", next: "Cut less.")
    }
}

/// Reads a session's folder, and plans the new files to make from the session. All functions block.
struct TrimPreparation {
    let session: TrimmedSession
    private let place: ProcessEnvironment
    let pipeline: Pipeline
    private let machine: MachineFacts

    init(
        _ folder: String, trusting trust: SessionTrust, in place: ProcessEnvironment
    ) throws(CommandFailure) {
        session = try translated { () throws(SessionReadFailure) in try TrimmedSession(reading: folder) }
        self.place = place
        let context = place.context(
            trust.rule(needsPicture: false), of: nil, in: session.pipelineFolder ?? session.folder)
        pipeline = try context.pipeline(session.pipeline, of: session.folder, overrides: session.settings)
        machine = MachineProbe.facts()
    }

    /// Returns the parts of the recording that remain after the requested cuts and silences are removed. Throws if
    /// nothing remains.
    func spans(_ request: TrimRequest) throws(CommandFailure) -> KeptSpans {
        var spans = try request.spans(of: session)
        if let silence = request.silence { for stretch in try silences(silence) { spans.cut(stretch) } }
        try TrimRequest.checkRest(of: spans)
        return spans
    }

    // MARK: Files
    /// Returns the plans of the new files of the requested outputs, which keep the parts `spans` of the recording.
    /// Throws if the session has no files of a requested output.
    func files(_ request: TrimRequest, _ spans: KeptSpans) throws(CommandFailure) -> [TrimmedFile] {
        let wanted = request.outputs ?? []
        for name in wanted where session.files[OutputName(name)] == nil {
            let known = session.files.keys.map(\.rawValue).sorted().joined(separator: ", ")
            throw CommandFailure(.usage, "the session has no files of '\(name)'", next: "It has those of \(known).")
        }
        var made: [TrimmedFile] = []
        for (output, files) in session.files.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where wanted.isEmpty || wanted.contains(output.rawValue) {
            let plan = try translated { () throws(GraphFailure) in try self.plan(output, files) }
            made += request.joins ? [whole(plan, spans)] : segments(plan, spans)
        }
        return made.filter { $0.spans.length > 0 }
    }

    /// Returns the paths of the recorded files that are read to make the new files.
    static func readPaths(of files: [TrimmedFile]) -> Set<String> {
        Set(
            files.flatMap { file in
                file.plan.files.filter { source in
                    file.spans.spans.contains { $0.lowerBound < source.end && $0.upperBound > source.start }
                }.map(\.path)
            })
    }

    private func whole(_ plan: TrimPlan, _ spans: KeptSpans) -> TrimmedFile {
        file(plan, spans, plan.output.rawValue, plan.files.reduce(0) { $0 +| bytes(of: $1.path) }, in: session.whole)
    }

    /// Returns the new files of an output, one for each recorded file. They begin and end at segment boundaries, which
    /// are the same for all outputs.
    private func segments(_ plan: TrimPlan, _ spans: KeptSpans) -> [TrimmedFile] {
        let begins = plan.files.map { file in session.segments.last { $0 <= file.start } ?? session.whole.lowerBound }
        return plan.files.indices.map { index in
            let end = index + 1 < begins.count ? begins[index + 1] : session.whole.upperBound
            let name = plan.files.count > 1 ? "\(plan.output.rawValue)_\(index.padded)" : plan.output.rawValue
            let stretch = begins[index]..<max(begins[index], end)
            return file(plan, spans.within(stretch), name, bytes(of: plan.files[index].path), in: stretch)
        }
    }

    private func file(
        _ plan: TrimPlan, _ spans: KeptSpans, _ name: String, _ bytes: Int64, in stretch: Range<Int64>
    ) -> TrimmedFile {
        let share = Double(spans.length) / Double(max(1, stretch.upperBound - stretch.lowerBound))
        let frame = Int64(1e9 / session.rate.framesPerSecond)
        return TrimmedFile(
            name: name, plan: plan, spans: spans,
            keepsSound: spans.spans.count == 1 && spans.length > stretch.upperBound - stretch.lowerBound - frame,
            bytes: Int64(saturating: Double(bytes) * min(1, share)))
    }

    private func bytes(of path: String) -> Int64 { session.bytes(of: path) }

    private func plan(_ output: OutputName, _ files: [ComposedSession.File]) throws(GraphFailure) -> TrimPlan {
        let first = files[0].path
        let preview = try FilePreview(first, named: first)
        guard let video = preview.facts.video else { throw GraphFailure(.fault, message: "'\(first)' has no picture") }
        let rate = video.rate ?? session.rate
        let trimmed = pipeline.trimmed(
            output, file: first, size: FrameSize(width: video.width, height: video.height), rate: rate)
        let inputs = PlannedInputs(
            pipeline: trimmed, cameras: try MachineProbe.resolve(trimmed).cameras, microphones: [:], machine: machine)
        let picture = try Self.picture(inputs)
        let placed = try files.map { file throws(GraphFailure) in
            let first = try FileProbe.firstFrame(of: file.path)
            return TrimPlan.File(path: file.path, first: first, start: file.start, end: file.end)
        }
        return TrimPlan(
            output: output, files: placed, picture: picture, frame: Int64((1e9 / rate.framesPerSecond).rounded()),
            tracks: try tracks(preview.facts.audio, first), container: pipeline.recording.container, tags: tags(output))
    }

    private static func picture(_ inputs: PlannedInputs) throws(GraphFailure) -> TrimPlan.Picture {
        do throws(PlanIssues) { return try TrimPlan.picture(inputs) } catch { throw GraphFailure(error) }
    }

    private func tracks(_ codec: String?, _ path: String) throws(GraphFailure) -> [TrimPlan.Track] {
        guard let codec, let word = AudioCodec(rawValue: codec) else { return [] }
        return try FileProbe.soundForms(of: path).enumerated().map { number, form in
            TrimPlan.track(
                number, word, rate: form.rate, channels: form.channels,
                microphones: session.tracks.indices.contains(number) ? session.tracks[number] : [])
        }
    }

    private func tags(_ output: OutputName) -> [Property] {
        // matroskamux would escape a space in the title.
        let gap = pipeline.recording.container == .mkv ? "/" : " "
        return [
            Property("title", .string("\(pipeline.name)\(gap)\(output)")),
            Property("application-name", .string("dualcam")),
        ]
    }

    // MARK: Silence
    /// The maximum amplitude that counts as silence, as a fraction of full scale: -40 dB.
    private static let quietest = 0.01
    /// The length, in nanoseconds, that is kept at the start and at the end of each silence when the rest is cut out.
    private static let margin: Int64 = 250_000_000

    /// Returns the intervals, in nanoseconds on the session's timeline, in which the recording is silent for at least
    /// `least`. The sound of the first output with sound is measured. Each interval is shortened by the margin at both
    /// ends.
    private func silences(_ least: Duration) throws(CommandFailure) -> [Range<Int64>] {
        let outputs = session.files.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        let found = try translated { () throws(GraphFailure) -> [Range<Int64>]? in
            guard let files = try firstWithSound(of: outputs) else { return nil }
            var found: [Range<Int64>] = []
            for file in files {
                let shift = file.start - (try FileProbe.firstFrame(of: file.path))
                guard let wave = try FilePreview(file.path, named: file.path).waveform() else { continue }
                found += wave.quiet(below: Self.quietest).map { ($0.lowerBound + shift)..<($0.upperBound + shift) }
            }
            return found
        }
        guard let found else {
            throw CommandFailure(
                .usage, naming: "the session has no sound, so silence cannot be removed",
                next: "Remove \(option: "without-silence").")
        }
        return Self.joined(found).filter { $0.upperBound - $0.lowerBound >= Int64(least / .nanoseconds(1)) }
            .compactMap { stretch in
                let (from, to) = (stretch.lowerBound + Self.margin, stretch.upperBound - Self.margin)
                return from < to ? from..<to : nil
            }
    }

    /// Returns the files of the first output that has sound; `nil` if no output has sound.
    func firstWithSound(of outputs: [[ComposedSession.File]]) throws(GraphFailure) -> [ComposedSession.File]? {
        for files in outputs {
            if let first = files.first, try FilePreview(first.path, named: first.path).facts.audio != nil {
                return files
            }
        }
        return nil
    }

    /// Joins silent intervals that are less than 0.1 s apart, such as those at the end of one file and at the start of
    /// the next.
    static func joined(_ stretches: [Range<Int64>]) -> [Range<Int64>] {
        stretches.reduce(into: []) { joined, next in
            if let last = joined.last, next.lowerBound - last.upperBound < 100_000_000 {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
            } else {
                joined.append(next)
            }
        }
    }
}

extension SessionMoments {
    /// Converts the moment that an option specifies to a position on the timeline in nanoseconds. Throws a failure that
    /// names the option if there is no such moment.
    func time(of point: TimePoint, _ option: String) throws(CommandFailure) -> Int64 {
        do throws(Refusal) { return try time(of: point) } catch { throw CommandFailure(error, of: option) }
    }

    /// Returns the part of the recording from `--from` to `--to`, in nanoseconds on the timeline; `nil` if neither is
    /// given. If one is missing, the part begins at the recording's start or ends at its end. Throws if the end is not
    /// after the start.
    func part(from: TimePoint?, to: TimePoint?) throws(CommandFailure) -> Range<Int64>? {
        if from == nil, to == nil { return nil }
        let begin = try from.map { point throws(CommandFailure) in try time(of: point, "from") } ?? whole.lowerBound
        let end = try to.map { point throws(CommandFailure) in try time(of: point, "to") } ?? whole.upperBound
        guard begin < end else {
            throw CommandFailure(
                .usage, naming: "\(option: "to") is not after \(option: "from")", next: "Swap them.")
        }
        return begin..<end
    }
}

extension FilePreview.Waveform {
    /// Returns the intervals of a recorded file, in nanoseconds, in which every peak of the sound is below a limit.
    func quiet(below limit: Double) -> [Range<Int64>] {
        var (found, begin) = ([Range<Int64>](), nil as Int?)
        for (index, peak) in (peaks + [1]).enumerated() {
            if peak < limit {
                begin = begin ?? index
            } else if let first = begin {
                found.append(Int64(first) * Int64(interval)..<Int64(index) * Int64(interval))
                begin = nil
            }
        }
        return found
    }
}

extension Int {
    /// The number with at least three digits, as text for file names, such as `007`.
    var padded: String {
        String(repeating: "0", count: Swift.max(0, 3 - String(self).count)) + String(self)
    }
}
