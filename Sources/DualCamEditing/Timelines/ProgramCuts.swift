import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Determines from the ledger which output an edited programme shows at each frame: the main camera, or the combined
/// picture.
struct ProgramCuts: Sendable {
    /// The state of the combined picture that determines the main camera.
    private struct Picture {
        var layout: LayoutName?
        var main: String?

        /// The camera that fills the combined picture; `nil` if no single camera does.
        var camera: String? {
            switch layout?.lead {
            case .named: layout?.neededCamera
            case .none?: nil
            case .chosen, nil: main
            }
        }

        /// Updates the layout and the main camera from a ledger entry.
        mutating func apply(_ entry: LedgerEntry) {
            let values = entry["picture"] ?? .object(entry.fields)
            if let word = values["layout"]?.text { layout = LayoutName(builtIn: word) ?? .custom(word) }
            if let camera = values["main"]?.text { main = camera }
            guard entry["command"]?.text == "main", let camera = entry["camera"]?.text else { return }
            switch (layout, camera) {
            case (.frontPrimary, "back"): layout = .backPrimary
            case (.backPrimary, "front"): layout = .frontPrimary
            default: main = camera
            }
        }
    }

    /// The frames at which the shown output changes, each with the new output. The output is the combined picture if no
    /// single camera fills the picture.
    private var turns: [(from: Int, output: OutputName)] = []

    init(_ record: SessionRecord, _ grid: FrameGrid, _ tracks: [EditTimeline.Track]) {
        let outputs = tracks.compactMap(\.output)
        let other = outputs.contains(.combined) ? .combined : outputs.first ?? .combined
        var (picture, part) = (Picture(), -1)
        for entry in record.ledger.entries {
            switch entry.kind {
            case .recording, .adopted: part += 1
            case .directed: break
            default: continue
            }
            picture.apply(entry)
            guard part >= 0, let time = entry.runningTime, let from = grid.frame(of: time, in: part) else { continue }
            let shown = picture.camera.flatMap { camera in outputs.first { $0 == OutputName(camera) } } ?? other
            guard turns.last?.output != shown else { continue }
            turns.removeAll { $0.from >= from }
            turns.append((from, shown))
        }
        if turns.isEmpty { turns = [(0, other)] }
    }

    /// Returns the clips of the edited programme, one after another, until the frame `end`.
    func clips(of tracks: [EditTimeline.Track], until end: Int) -> [EditTimeline.Clip] {
        zip(turns, turns.dropFirst().map(\.from) + [end]).flatMap { turn, next -> [EditTimeline.Clip] in
            let track = tracks.first { $0.output == turn.output }
            return track?.clips.compactMap { $0.part(on: turn.from..<max(turn.from, next)) } ?? []
        }
    }
}
