import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Generates the lines that inform users about events of a recording.
enum EventWords {
    /// The text of a line about an event, without the prefix `dualcam: `, and its severity.
    typealias Line = (text: String, severity: Severity)

    /// The maximum number of paths that a line lists.
    private static let mostPaths = 5

    /// Returns the line that informs users about an event; `nil` for an event that is not reported to users.
    /// - Parameter calendar: Returns the local time for a Unix time in nanoseconds.
    static func line(
        of event: SessionEvent, calendar: (Int64) -> WallTime = { WallTime.local($0) }
    ) -> Line? {
        switch event.kind {
        case .warning(.setting, _, let message): ("note: \(message)", .warning)
        case .warning(_, _, let message): ("warning: \(message)", .warning)
        case .signalFaulty(_, _, _, let message): ("warning: \(message)", .warning)
        case .outputStill(_, _, let end, let message):
            end == nil ? ("warning: \(message)", .warning) : (message, .information)
        case .failed(let failure): (text(failure), .error)
        case .inputLost(let input, _, _):
            (
                "\(name(input)): \(input.isMicrophone ? "no sound" : "no signal") since "
                    + "\(clock(calendar(event.unixNanoseconds))); searching for it", .warning
            )
        // If heat causes shedding, the lines about heat already report it.
        case .shed(let shed, let figures): shed.reason == .heat ? nil : (ShedWords.text(shed, figures), .warning)
        case .heat(let heat, let cause):
            (HeatWords.text(heat, cause), heat.level >= .serious ? .warning : .information)
        case .forecast(let forecast, let isEased):
            (HeatWords.text(forecast, isEased), forecast == nil ? .information : .warning)
        default: information(event).map { ($0, .information) }
        }
    }

    /// Returns the line for an event that is not a problem; `nil` for an event that is not reported to users.
    private static func information(_ event: SessionEvent) -> String? {
        switch event.kind {
        case .started(let folder, _): "recording into \(folder)"
        case .stopping(let reason): explanation(of: reason)
        case .inputReturned(let input, _, let away, _): "\(name(input)) is back after \(Wording.span(away))"
        case .signalRestored(let fault, let input, let from, let to):
            "\(fault.text(of: input)) no longer, after \(Wording.rounded(to - from))"
        case .outputRestored(let file, _): "\(file.output) is recorded again: \(file.path)"
        case .sessionDeleted(let session, _):
            "deleted the older session \(session.path) (\(Wording.bytes(session.bytes)))"
                + left(alone: session.left)
        case .restored(let shed, _): shed.reason == .heat ? nil : ShedWords.text(restored: shed)
        case .power(let state, let battery): HeatWords.text(state, battery)
        case .directed(let name, let arguments):
            ([name.rawValue] + arguments.map { "\($0.key) \($0.value.text ?? $0.value.line)" }).joined(separator: " ")
        case .control(let address): address.line
        case .reloaded(let applied, let later):
            "the pipeline file has changed: "
                + [(applied, "applied"), (later, "for the next take")].filter { !$0.0.isEmpty }
                .map { "\($0.0.joined(separator: ", ")) \($0.1)" }.joined(separator: "; ")
        case .cadence(let cadence): text(cadence)
        case .keyFrames(let keyFrames): text(keyFrames)
        case .paused: "paused"
        case .resumed: "recording again"
        case .marked(let text, _): "marked" + (text.isEmpty ? "" : " '\(text)'")
        default: nil
        }
    }

    /// Returns the end of a sentence about files that were not deleted together with a session. An example is `; left
    /// alone, as these are not files of the session: /r/old/notes.txt, and 3 more`.
    private static func left(alone paths: [String]) -> String {
        let (named, rest) = (paths.prefix(mostPaths), paths.count - mostPaths)
        return paths.isEmpty
            ? ""
            : "; left alone, as these are not files of the session: " + named.joined(separator: ", ")
                + (rest > 0 ? ", and \(rest) more" : "")
    }

    private static func explanation(of reason: StopReason) -> String? {
        switch reason {
        case .interrupt, .terminate: "finishing the files; a second signal hastens it"
        case .duration, .request, .failure, .folderLost, .reload: nil
        case .battery: "the battery has reached battery.stop: finishing the files"
        // The failure that was reported before already says whether space, a quota or inodes are used up.
        case .diskFull: "finishing the files"
        case .heat: "too hot: finishing the files"
        case .handOver: "finishing the files; the recording continues in new ones"
        }
    }

    static func text(_ failure: SessionFailure) -> String {
        "error: " + Sentence.ended(failure.message) + (failure.advice.isEmpty ? "" : " " + failure.advice)
    }

    /// Returns text about a camera whose measured frame rate differs from the requested rate; `nil` for any other
    /// camera.
    private static func text(_ cadence: SessionHistory.Cadence) -> String? {
        guard let asked = cadence.asked, cadence.isOther else { return nil }
        let (found, wanted) = (SessionHistory.Cadence.text(cadence.rate), SessionHistory.Cadence.text(asked))
        return "\(name(cadence.input)) delivers \(found) pictures a second instead of the requested \(wanted)"
            + (cadence.isConverted
                ? ", and is converted to that" : cadence.rate < asked ? "; most cameras do that in the dark" : "")
    }

    /// Returns text about the distance between the key frames that a camera itself produces, and about the effect on
    /// segments and pauses.
    private static func text(_ keyFrames: SessionHistory.KeyFrames) -> String {
        let distance = Duration.nanoseconds(keyFrames.distance)
        let text = "\(name(keyFrames.input)) makes a key frame every \(Wording.seconds(distance / .seconds(1)))"
        let others = "up to that much later than those of other outputs"
        guard let segment = keyFrames.segment else { return text + ": after a pause its file resumes \(others)" }
        return distance > segment
            ? text + ", and a file begins at one: its files are longer than the "
                + "\(Wording.seconds(segment / .seconds(1))) of recording.segment, and after a pause they resume \(others)"
            : text + ": each of its files after the first begins, and resumes after a pause, \(others)"
    }

    private static func name(_ input: InputName) -> String {
        input.isMicrophone ? input.title : "camera \(input)"
    }

    private static func clock(_ time: WallTime) -> String { String(time.text.suffix(8)) }
}
