import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession
import Synchronization

/// Writes a composition into a new file and tells how far it is.
struct CompositionRun: Sendable {
    /// The path of the new file; `nil`: `combined` in the session's folder.
    var output: String?
    var json: Bool
    var place: ProcessEnvironment
    /// Files are taken as they are, whatever was recorded.
    var isUnchecked = false
    /// Where the file is there already, another with a number behind its name is written.
    var isNumbered = false
    /// What is drawn is kept in pieces of this length until the file is whole.
    var pieces = PieceLength.standard

    /// Blocks.
    func compose(
        _ preparation: CompositionPreparation, goesOn: () -> Bool
    ) throws(CommandFailure) -> ExitCode {
        let container = try container(preparation)
        let wanted = output ?? "\(preparation.session.folder)/combined.\(container.rawValue)"
        let path = isNumbered ? OutputOption.numbered(wanted, place.files) : wanted
        let file = try OutputOption.file.create(path)
        let prepared = try preparation.prepare(container)
        let drawing = PictureDrawing(prepared, preparation, pieces)
        try OutputOption.file.checkRoom(for: prepared.bytes +| drawing.bytes, of: "'\(path)'", at: file)
        if !isUnchecked {
            try SourceCheck(prepared.session.files, reading: prepared.plan.elements.readPaths)
                .check(while: goesOn, ended: Self.ended)
        }
        var progress = ComposeProgress(place, json: json, seconds: prepared.seconds)
        let made: SessionComposer.Progress?
        do {
            defer { progress.end() }
            made = try drawing.write(to: file.writingPath, curve: nil) { told in
                progress.show(told)
                return goesOn()
            }
        }
        guard let made else { throw CommandFailure(.unavailable, "the composition was ended", next: drawing.advice) }
        try OutputOption.file.keep(file)
        drawing.forget()
        place.noteMade(path, .compose, of: preparation.session.folder)
        tell(path, made, prepared, elapsed: progress.elapsed)
        return .finished
    }

    private static let ended = CommandFailure(
        .unavailable, "the composition was ended", next: "Nothing was written.")

    private func tell(
        _ path: String, _ made: SessionComposer.Progress, _ prepared: PreparedComposition, elapsed: Double
    ) {
        let speed = (prepared.seconds - Double(made.kept) / 1e9) / max(elapsed, 0.001)
        guard !json else {
            let line: JSONValue = [
                "event": "composed", "file": .string(path), "frames": .count(made.frames),
                "seconds": .number(prepared.seconds), "elapsed": .ratio(elapsed), "speed": .ratio(speed),
                "encoder": .string(prepared.plan.encoder),
            ]
            place.output.write(TerminalText(json: line.line + "\n"))
            return
        }
        let length = Wording.clock(.milliseconds(Int64(saturating: prepared.seconds * 1000)))
        let figure = Wording.number(speed, fractionDigits: 1)
        place.output.write(
            "\(path): \(made.frames) frames, \(length), by \(prepared.plan.encoder), \(figure) x real time\n")
    }

    /// What the new file's name says, else the container of the recording.
    private func container(_ preparation: CompositionPreparation) throws(CommandFailure) -> Container {
        guard let output else { return try preparation.container() }
        let ending = output.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
        guard let container = Container(rawValue: ending) else {
            throw CommandFailure(
                .usage, "'\(output)' does not say what file it is to be",
                next: "Let the name end with .mov, .mp4 or .mkv.")
        }
        return container
    }
}

/// Hears of SIGINT, SIGTERM and SIGHUP.
final class EndRequest: Sendable {
    private let flag = Atomic(false)
    private let watch = Mutex<Task<Void, Never>?>(nil)

    init(_ place: ProcessEnvironment) {
        let signals = place.signals()
        watch.withLock {
            $0 = Task { [weak self] in
                for await _ in signals { self?.flag.store(true, ordering: .relaxed) }
            }
        }
    }

    var hasCome: Bool { flag.load(ordering: .relaxed) }

    func stop() { watch.withLock { $0?.cancel() } }
}
