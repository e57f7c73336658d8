import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// Writes a session in another form, and tells how far it is.
struct ExportRun: Sendable {
    private let request: ExportRequest
    private let json: Bool
    private let place: ProcessEnvironment
    /// Bytes that others need on the disk.
    private static let reserve: Int64 = 200_000_000

    init(_ request: ExportRequest, json: Bool, place: ProcessEnvironment) {
        (self.request, self.json, self.place) = (request, json, place)
    }

    /// Blocks.
    func export(_ preparation: CompositionPreparation, goesOn: () -> Bool) throws(CommandFailure) -> ExitCode {
        let container = try request.container()
        try request.checkSubtitles(place.files)
        let path = request.output ?? "\(preparation.session.folder)/\(request.template.name).\(container.rawValue)"
        let job = try ExportJob(preparation, request, container)
        let chapters = try request.chapterText(preparation.session, job.span).map { text throws(CommandFailure) in
            (file: try newFile("\(Self.stem(path)).chapters.txt"), text: text)
        }
        let file = try newFile(path)
        if let free = file.freeBytes, free < job.bytes + Self.reserve {
            throw CommandFailure(
                .diskFailed,
                "'\(path)' will take about \(Wording.bytes(job.bytes)), and \(Wording.bytes(free)) are free",
                next: "Make room, or choose another disk with --output FILE.")
        }
        let report = ExportReport(request.template, path, job, json: json, place: place)
        report.begin()
        let curve = try curve(job, report, goesOn)
        var progress = ComposeProgress(place, json: json, word: "exporting", seconds: job.seconds)
        let made: SessionComposer.Progress?
        do throws(GraphFailure) {
            defer { progress.end() }
            made = try job.write(to: file.writingPath, curve: curve) { told in
                progress.show(told)
                return goesOn()
            }
        } catch {
            throw CommandFailure(error)
        }
        guard let made else { throw Self.ended }
        try keep(file)
        if let chapters {
            try write(chapters.text, chapters.file)
        }
        report.end(made, elapsed: progress.elapsed, chapters: chapters?.file.path)
        return .finished
    }

    private static let ended = CommandFailure(.unavailable, "the export was ended", next: "Nothing was written.")

    /// The gain of the sound; `nil`: it stays as it is.
    private func curve(
        _ job: ExportJob, _ report: ExportReport, _ goesOn: () -> Bool
    ) throws(CommandFailure) -> GainCurve? {
        guard let target = request.template.loudness, let sound = job.sources.sound else { return nil }
        let plan = SoundExportPlan(measuring: sound, from: job.sources.start, to: job.sources.end)
        var policy = LoudnessPolicy(target, isLossy: job.isLossy)
        var curve: GainCurve?
        while true {
            let reading: LoudnessReading?
            // Each time is a measurement of its own; programs are told of none.
            var progress = ComposeProgress(
                place, json: false, word: "measuring the loudness", seconds: job.seconds)
            do throws(GraphFailure) {
                defer { progress.end() }
                reading = try SoundExporter(plan, curve: curve).measure { told in
                    if !json { progress.show(told) }
                    return goesOn()
                }
            } catch {
                throw CommandFailure(error)
            }
            guard let reading else { throw Self.ended }
            switch policy.observe(reading) {
            case .measure(let next): curve = next
            case .done(let outcome):
                report.tell(outcome, target)
                return outcome.curve
            }
        }
    }

    // MARK: Files
    private func newFile(_ path: String) throws(CommandFailure) -> ComposedFile {
        do throws(NewFile.Refusal) { return try ComposedFile(path) } catch { throw failure(error, path) }
    }

    private func keep(_ file: ComposedFile) throws(CommandFailure) {
        do throws(NewFile.Refusal) { try file.keep() } catch { throw failure(error, file.path) }
    }

    private func write(_ text: String, _ file: ComposedFile) throws(CommandFailure) {
        if let problem = file.put(Array(text.utf8)) { throw failure(.notWritten(problem), file.path) }
        try keep(file)
    }

    private func failure(_ refusal: NewFile.Refusal, _ path: String) -> CommandFailure {
        refusal.failure(
            of: path,
            CommandFailure(
                .outputNotCreated, "'\(path)' is there already", next: "Choose another file with --output FILE."),
            elsewhere: "Choose another place with --output FILE.")
    }

    /// The path without its ending.
    private static func stem(_ path: String) -> String {
        path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    }
}
