extension Coverage {
    /// Returns the reason why an input or action was never visited, or says that there is no explanation. `place` is a
    /// line of the report, such as `files: begin`. The first reason that applies counts.
    static func reason(of place: String) -> String {
        if let known = reasons.first(where: { place == $0.place || place.hasSuffix(": " + $0.place) }) {
            return known.why
        }
        let words = place.split(separator: ":", maxSplits: 1).map(String.init)
        guard words.count == 2, let stage = Stage.allCases.first(where: { "\($0)" == words[0] }) else {
            return "NOT EXPLAINED: it may come, and has not in these seeds"
        }
        return reason(of: words[1].dropFirst().description, in: stage)
            ?? "NOT EXPLAINED: it may come, and has not in these seeds"
    }

    /// The reason why an input cannot arrive in a stage; `nil` if it can.
    private static func reason(of input: String, in stage: Stage) -> String? {
        let isEnding = stage > .running
        switch input {
        case "begin", "startFailed", "graph recording", "deadline start", "deadline countdown", "storageProbed",
            "folderFacts":
            return stage > .preparing ? "comes before the recording has begun" : nil
        case "deadline segment", "deadline switching", "deadline end":
            return stage != .running ? "is disarmed, or not armed yet" : nil
        case "deadline stall", "deadline finish":
            return stage != .files ? "is armed only while files are finished" : nil
        case "deadline close", "graphClosed":
            return stage != .closing ? "is awaited only while the graph is closed" : nil
        case "deadline save", "saved": return stage != .saving ? "is awaited only while the journal is closed" : nil
        case "measured", "inspected": return stage != .inspecting ? "files are measured at the end" : nil
        case "deleted", "deletionFailed", "notDeleted", "folderMade", "chaptered", "applied", "applyFailed", "directed":
            return "answers what was asked while recording: only by chance in a stage that is as short"
        case "graph closed" where stage == .files || stage == .closing:
            return "the simulated graph tells it when the session knows already"
        case "graph dropped" where stage == .closing, "graph rateChanged" where stage == .closing:
            return "the simulated graph tells what is left before it is closed"
        case "graph closed" where !isEnding: return "the simulated graph does not close by itself"
        case _ where input.hasPrefix("graph ") && stage > .closing: return "the graph is closed"
        case _ where input.hasPrefix("graph ") && stage == .preparing: return "the graph does not record yet"
        default: return nil
        }
    }

    private static let reasons: [(place: String, why: String)] = [
        ("standing", "comes once, while nothing is recorded yet"),
        ("sessionMade", "comes once, when a take begins"),
        ("obstacle", "comes only while nothing is recorded"),
        ("stateAsked", "asks, and changes nothing"),
        ("session does tellState", "asks, and changes nothing"),
        ("session does tellLevels", "the simulated graph hears nothing"),
        ("graph levels", "the simulated graph hears nothing"),
        ("graph repeated", "the simulated graph draws no picture"),
        ("graph jumped", "the simulated graph draws no picture"),
        ("graph damaged", "cameras deliver whole pictures, or none"),
        ("graph controlDiffers", "simulated cameras have no controls"),
        ("graph cadence", "cameras keep their rate, and nobody measures it"),
        ("graph keyFrames", "no camera encodes by itself"),
        ("graph absentFromClip", "no camera plays a clip"),
        ("graph warning", "the simulated graph does not warn"),
        ("controls", "no camera has controls"),
        ("supervisor metricsFailed", "no figures are written"),
        ("supervisor quitPressed", "the key is a signal here"),
        ("supervisor die", "only a worker that dies of the signal that it was sent, before it has a folder"),
    ]
}
