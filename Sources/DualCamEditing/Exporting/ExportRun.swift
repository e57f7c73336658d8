import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Exports a session with a template, and reports the progress.
struct ExportRun {
    private(set) var request: ExportRequest
    let making: RenderContext

    private var place: ProcessEnvironment { making.place }

    /// Writes the exported file, and the chapters file if requested. Blocks.
    mutating func export(_ preparation: CompositionPreparation) throws(CommandFailure) {
        let container = try request.container()
        try request.checkSubtitles(place.files)
        let folder = preparation.session.folder
        let reservation = try making.reserve(
            making.output ?? "\(folder)/\(request.template.name).\(container.rawValue)"
        ) { [request] path in
            // The chapters file is written next to the exported file, so its path must be free too.
            NewFile.isTaken(path) || (request.command.chapters && NewFile.isTaken(Self.chapters(of: path)))
        }
        defer { reservation.release() }
        let path = reservation.path
        let job = try ExportJob(preparation, request, container, goesOn: making.goesOn)
        let session = preparation.session
        let marked = try request.chapterText(
            session.marks, job.span ?? session.moments.whole, beginning: session.name)
        let chapters = try marked.map { text throws(CommandFailure) in
            (file: try OutputOption.file.create(Self.chapters(of: path)), text: text)
        }
        let file = try OutputOption.file.create(path)
        try OutputOption.file.checkRoom(for: job.room, of: "'\(path)'", at: file)
        try making.check(preparation.session.files, reading: job.held, ended: .ended("export"))
        let report = ExportReport(template: request.template, path: path, job: job, making: making)
        report.begin()
        let curve = try curve(job, report)
        let (made, elapsed) = try making.follow("exporting", seconds: job.seconds, reading: job.held) {
            goesOn throws(CommandFailure) in
            try job.write(file, curve, goesOn)
        }
        guard let made else { throw .ended("export", next: job.advice) }
        try OutputOption.file.keep(file)
        job.forget()
        place.noteMade(path, .export, of: folder)
        if let chapters {
            try OutputOption.file.write(chapters.text, chapters.file)
            place.noteMade(chapters.file.path, .chapters, of: folder)
        }
        report.end(made, elapsed: elapsed, chapters: chapters?.file.path)
    }

    /// Measures the loudness of the sound, and returns the gain that changes it to the template's loudness. Returns
    /// `nil` if the sound stays unchanged.
    private func curve(_ job: ExportJob, _ report: ExportReport) throws(CommandFailure) -> GainCurve? {
        guard let target = request.template.loudness, let sound = job.sources.sound else { return nil }
        let plan = SoundExportPlan(measuring: sound, from: job.sources.start, to: job.sources.end)
        var policy = LoudnessPolicy(target, isLossy: job.isLossy)
        var curve: GainCurve?
        while true {
            // Each iteration measures again. Programs receive no progress of these measurements.
            let (reading, _) = try making.follow(
                "measuring the loudness", seconds: job.seconds, isEvent: false, reading: job.held
            ) { goesOn throws(CommandFailure) in
                try translated { () throws(GraphFailure) in
                    try SoundExporter(plan, curve: curve).measure { goesOn($0) }
                }
            }
            guard let reading else { throw CommandFailure.ended("export") }
            switch policy.observe(reading) {
            case .measure(let next): curve = next
            case .done(let outcome):
                report.tell(outcome, target)
                return outcome.curve
            }
        }
    }

    /// Returns the path of the chapters file that is written next to an exported file.
    private static func chapters(of path: String) -> String {
        (path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path) + ".chapters.txt"
    }
}
