import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

extension StillsCommand {
    /// A still to save: the path of its file, and the range on the timeline, in nanoseconds, from its frame to the next
    /// one.
    private typealias Still = (path: String, times: Range<Int64>)

    /// Draws the requested frames of a session's combined picture, and saves each as a picture file. Blocks.
    func draw(_ preparation: CompositionPreparation, _ making: RenderContext) throws(CommandFailure) {
        var preparation = preparation
        preparation.form = ExportForm(ExportPicture(), .copied, on: MachineProbe.facts())
        let container = try preparation.container()
        let sources = HeldSources(watching: preparation.session.files, goesOn: making.goesOn)
        let whole = try sources.watching { () throws(CommandFailure) in try preparation.prepare(container) }
        let stills = try stills(of: preparation.session, whole.plan, in: making.output ?? making.place.workingDirectory)
        let reservations = try stills.map { still throws(CommandFailure) in try making.reserve(still.path) }
        defer { for reservation in reservations { reservation.release() } }
        let files = try stills.map { still throws(CommandFailure) in try OutputOption.folder.create(still.path) }
        let parts = try sources.watching { () throws(CommandFailure) in
            try stills.map { still throws(CommandFailure) in try preparation.prepare(container, part: still.times) }
        }
        let read = parts.reduce(into: Set<String>()) { $0.formUnion($1.plan.drawn.elements.readPaths) }
        try sources.hold(only: read)
        try making.check(preparation.session.files, reading: sources, ended: Self.ended)
        for (part, file) in zip(parts, files) {
            let composer = SessionComposer(part.plan, part.decisions, part.session.clock)
            let still = try sources.guarding { () throws(CommandFailure) in
                try translated { () throws(GraphFailure) in
                    try composer.still(as: format ?? .jpeg) { _ in making.goesOn() && sources.change == nil }
                }
            }
            guard let still else { throw Self.ended }
            try OutputOption.folder.write(still.bytes, file)
            let time = part.plan.start -| whole.plan.start
            making.tell(
                ["event": "still", "file": .string(file.path), "at": .seconds(nanoseconds: time)], "\(file.path)\n")
        }
    }

    private static let ended = CommandFailure(
        .unavailable, "the command was stopped", next: "The stills that are listed are written.")

    private func stills(
        of session: ComposedSession, _ plan: CompositionPlan, in folder: String
    ) throws(CommandFailure) -> [Still] {
        let length = Duration.nanoseconds(plan.rate.frameNanoseconds)
        let frames = CompositionPieces(plan.start..<max(plan.start, plan.end), rate: plan.rate, piece: length)
        var stills: [Still] = []
        for point in times {
            let time = try session.moments.time(of: point, "at")
            // The end of the recording is later than its last frame.
            let number = min(frames.number(at: time), frames.count - 1)
            let start = frames.start(of: number)
            let words = Self.words(start -| frames.start(of: 0))
            let path = "\(folder)/\(session.fileName)_\(words).\((format ?? .jpeg).suffix)"
            guard !stills.contains(where: { $0.path == path }) else { continue }
            stills.append((path, start..<max(start, frames.start(of: number + 1))))
        }
        return stills
    }

    /// Formats a time in nanoseconds as minutes, seconds and milliseconds for a file name, such as `12-40.033`.
    private static func words(_ time: Int64) -> String {
        let milliseconds = (time + 500_000) / 1_000_000
        let digits = { (number: Int64, count: Int) in
            String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
        }
        let seconds = milliseconds / 1000
        return "\(digits(seconds / 60, 2))-\(digits(seconds % 60, 2)).\(digits(milliseconds % 1000, 3))"
    }
}
