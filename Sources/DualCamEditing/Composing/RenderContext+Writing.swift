import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings

extension RenderContext {
    /// Renders a session's combined picture into a new file, and reports the progress. Blocks.
    ///
    /// - Parameters:
    ///   - sources: The session's files, with their states before any file was read.
    ///   - pieces: The length of the chunks in which the picture is rendered. They are kept until the rendered file is
    ///     complete.
    func compose(
        _ preparation: CompositionPreparation, reading sources: HeldSources, in pieces: PieceLength
    ) throws(CommandFailure) {
        let container = try container(preparation)
        let reservation = try reserve(output ?? "\(preparation.session.folder)/combined.\(container.rawValue)")
        defer { reservation.release() }
        let path = reservation.path
        let file = try OutputOption.file.create(path)
        let prepared = try preparation.prepare(container, reading: sources)
        let drawing = ResumableRender(prepared, preparation, pieces, sources)
        try OutputOption.file.checkRoom(for: prepared.bytes +| drawing.bytes, of: "'\(path)'", at: file)
        try check(prepared.session.files, reading: sources, ended: .ended("composition"))
        let (made, elapsed) = try follow("composing", seconds: prepared.seconds, reading: sources) {
            goesOn throws(CommandFailure) in
            try drawing.write(to: file.writingPath, curve: nil, goesOn: goesOn)
        }
        guard let made else { throw .ended("composition", next: drawing.advice) }
        try OutputOption.file.keep(file)
        drawing.forget()
        place.noteMade(path, .compose, of: preparation.session.folder)
        tell(path, made, prepared, elapsed: elapsed)
    }

    private func tell(
        _ path: String, _ made: SessionComposer.Progress, _ prepared: PreparedComposition, elapsed: Double
    ) {
        let speed = (prepared.seconds - Double(made.kept) / 1e9) / max(elapsed, 0.001)
        let length = Wording.clock(.milliseconds(Int64(saturating: prepared.seconds * 1000)))
        let figure = Wording.number(speed, fractionDigits: 1)
        tell(
            [
                "event": "composed", "file": .string(path), "frames": .count(made.frames),
                "seconds": .number(prepared.seconds), "elapsed": .ratio(elapsed), "speed": .ratio(speed),
                "encoder": .string(prepared.plan.encoder),
            ], "\(path): \(made.frames) frames, \(length), by \(prepared.plan.encoder), \(figure) x real time\n")
    }

    /// Returns the container format that belongs to the extension of the new file. Without `--output`, returns the
    /// format of the recording.
    private func container(_ preparation: CompositionPreparation) throws(CommandFailure) -> Container {
        guard let output = output else { return try preparation.container() }
        let ending = output.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
        guard let container = Container(rawValue: ending) else {
            throw CommandFailure(
                .usage, "'\(output)' is not a file of a supported format",
                next: "Let the name end with .mov, .mp4 or .mkv.")
        }
        return container
    }
}
