import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// Draws single frames of a session, each into a file of its own.
struct StillsRun: Sendable {
    /// A frame that is wanted.
    private struct Still {
        var path: String
        /// Its time on the timeline, and that of the next one, in nanoseconds.
        var times: Range<Int64>
    }

    var times: [TimePoint]
    var format: Snapshot.Format
    /// Stands before the names of the new files: their folder's path, or nothing.
    var prefix: String
    /// Files are taken as they are, whatever was recorded.
    var isUnchecked: Bool
    var json: Bool
    var place: ProcessEnvironment

    /// Blocks.
    func draw(_ preparation: CompositionPreparation, goesOn: () -> Bool) throws(CommandFailure) -> ExitCode {
        var preparation = preparation
        preparation.form = ExportForm(ExportPicture(), .copied, on: MachineProbe.facts())
        let container = try preparation.container()
        let whole = try preparation.prepare(container)
        let stills = try stills(of: preparation.session, whole.plan)
        let files = try stills.map { still throws(CommandFailure) in try OutputOption.folder.create(still.path) }
        let parts = try stills.map { still throws(CommandFailure) in
            try preparation.prepare(container, part: still.times)
        }
        if !isUnchecked {
            let read = parts.reduce(into: Set<String>()) { $0.formUnion($1.plan.drawn.elements.readPaths) }
            try SourceCheck(preparation.session.files, reading: read).check(while: goesOn, ended: Self.ended)
        }
        for (part, file) in zip(parts, files) {
            let composer = SessionComposer(part.plan, part.decisions, part.session.clock)
            let still: Snapshot?
            do throws(GraphFailure) { still = try composer.still(as: format) { _ in goesOn() } } catch {
                throw CommandFailure(error)
            }
            guard let still else { throw Self.ended }
            try OutputOption.folder.write(still.bytes, file)
            tell(file.path, part, whole)
        }
        return .finished
    }

    private static let ended = CommandFailure(
        .unavailable, "it was ended", next: "The stills that are told of are written.")

    private func stills(of session: ComposedSession, _ plan: CompositionPlan) throws(CommandFailure) -> [Still] {
        let length = Duration.nanoseconds(plan.rate.frameNanoseconds)
        let frames = CompositionPieces(plan.start..<max(plan.start, plan.end), rate: plan.rate, piece: length)
        var stills: [Still] = []
        for point in times {
            let time: Int64
            do throws(Refusal) { time = try session.moments.time(of: point) } catch {
                throw CommandFailure(.usage, "--at: \(error.message)", next: error.hint ?? "")
            }
            // The end is behind the last frame.
            let number = min(frames.number(at: time), frames.count - 1)
            let start = frames.start(of: number)
            let words = Self.words(start -| frames.start(of: 0))
            let path = place.absolute("\(prefix)\(session.name)_\(words).\(format.suffix)")
            guard !stills.contains(where: { $0.path == path }) else { continue }
            stills.append(Still(path: path, times: start..<max(start, frames.start(of: number + 1))))
        }
        return stills
    }

    /// `12-40.033`: minutes, seconds and their thousandths.
    private static func words(_ time: Int64) -> String {
        let milliseconds = (time + 500_000) / 1_000_000
        let digits = { (number: Int64, count: Int) in
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let seconds = milliseconds / 1000
        return "\(digits(seconds / 60, 2))-\(digits(seconds % 60, 2)).\(digits(milliseconds % 1000, 3))"
    }

    private func tell(_ path: String, _ part: PreparedComposition, _ whole: PreparedComposition) {
        guard json else { return place.output.write("\(path)\n") }
        let line: JSONValue = [
            "event": "still", "file": .string(path), "at": .seconds(nanoseconds: part.plan.start -| whole.plan.start),
        ]
        place.output.write(TerminalText(json: line.line + "\n"))
    }
}
