import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// Writes a session in another form, and tells how far it is.
struct ExportRun: Sendable {
    private let request: ExportRequest
    private let json: Bool
    private let place: ProcessEnvironment

    init(_ request: ExportRequest, json: Bool, place: ProcessEnvironment) {
        (self.request, self.json, self.place) = (request, json, place)
    }

    /// Blocks.
    func export(_ preparation: CompositionPreparation, goesOn: () -> Bool) throws(CommandFailure) -> ExitCode {
        let container = try request.container()
        try request.checkSubtitles(place.files)
        let folder = preparation.session.folder
        let wanted = request.output ?? "\(folder)/\(request.template.name).\(container.rawValue)"
        let path = request.isNumbered ? OutputOption.numbered(wanted, place.files) : wanted
        let job = try ExportJob(preparation, request, container)
        let chapters = try request.chapterText(preparation.session, job.span).map { text throws(CommandFailure) in
            (file: try OutputOption.file.create("\(Self.stem(path)).chapters.txt"), text: text)
        }
        let file = try OutputOption.file.create(path)
        try OutputOption.file.checkRoom(for: job.room, of: "'\(path)'", at: file)
        if !request.isUnchecked {
            try SourceCheck(preparation.session.files, reading: job.readPaths).check(while: goesOn, ended: Self.ended)
        }
        let report = ExportReport(request.template, path, job, json: json, place: place)
        report.begin()
        let curve = try curve(job, report, goesOn)
        var progress = ComposeProgress(place, json: json, word: "exporting", seconds: job.seconds)
        let made: SessionComposer.Progress?
        do {
            defer { progress.end() }
            made = try job.write(to: file, curve: curve) { told in
                progress.show(told)
                return goesOn()
            }
        }
        guard let made else { throw CommandFailure(.unavailable, "the export was ended", next: job.advice) }
        try OutputOption.file.keep(file)
        job.forget()
        place.noteMade(path, .export, of: folder)
        if let chapters {
            try OutputOption.file.write(chapters.text, chapters.file)
            place.noteMade(chapters.file.path, .chapters, of: folder)
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

    /// The path without its ending.
    private static func stem(_ path: String) -> String {
        path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    }
}
