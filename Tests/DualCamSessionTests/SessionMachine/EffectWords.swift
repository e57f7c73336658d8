import DualCamConfig
import DualCamPlan
import DualCamTestKit

@testable import DualCamRecordings
@testable import DualCamSession

extension SessionEffect {
    /// The effect as short text.
    var words: String {
        switch self {
        case .act(let action): Self.words(action)
        case .record(let kind, let time, let fields):
            (["record \(kind.rawValue)"]
                + [Self.at(time), fields.isEmpty ? nil : JSONValue.object(fields).line]
                .compactMap { $0 }).joined(separator: " ")
        case .emit(.warning(let code, _, let message), _): "emit warning \(code.rawValue): \(message)"
        case .emit(.countdown(let seconds), _): "emit countdown \(seconds)"
        case .emit(let kind, let time):
            ["emit \(Self.name(kind))", Self.at(time)].compactMap { $0 }.joined(separator: " ")
        case .warn(let code, let branch, let message):
            "warn \(code.rawValue)\(branch.map { " \($0.rawValue)" } ?? ""): \(message)"
        case .fail(let failure): "fail \(failure.code.rawValue)"
        case .halt(let reason): "halt \(reason.rawValue)"
        case .finish(let reason): "finish \(reason.rawValue)"
        case .shedCombined(let shedder): "shed by \(shedder)"
        case .restoreCombined(let shedder): "restore by \(shedder)"
        case .leaveFiles(let output): "leave \(output)"
        }
    }

    private static func words(_ action: SessionAction) -> String {
        switch action {
        case .arm(let deadline, let due): "arm \(deadline) \(JSONValue.length(due).line)"
        case .disarm(let deadline): "disarm \(deadline)"
        case .digest(let path): "digest \(path)"
        case .addChapters(let path, let chapters): "chapters \(path) \(chapters.count)"
        case .deleteOldest: "delete oldest"
        case .retain: "retain"
        case .makeFolder(let path, let output): "make \(path) for \(output)"
        case .apply(.stop(let end)): "stop \(at(end) ?? "now")"
        case .apply(.loseInput(let input)): "lose \(input.rawValue)"
        case .apply(.reopenInput(let input)): "reopen \(input.rawValue)"
        case .apply(.dropOutput(let output)): "drop \(output)"
        case .apply(.restoreOutput(let output)): "restore \(output)"
        case .apply(.throttle(let throttle)):
            "throttle \(throttle.isolated.rawValue) \(throttle.combined.rawValue)"
                + (throttle.combinedRests ? " rests" : "")
        default: "\(action)"
        }
    }

    private static func name(_ kind: SessionEvent.Kind) -> String {
        SessionEvent(kind, unixNanoseconds: 0, runningTime: nil).name
    }

    private static func at(_ time: RunningTime?) -> String? {
        time.map { "at \(JSONValue.length($0 - .seconds(0)).line)" }
    }
}

extension [SessionEffect] {
    var words: [String] { map(\.words) }
}

extension SessionContext {
    /// Returns a context in the first part, at a full second; running time is one second less.
    static func at(
        _ second: Int, _ phase: Phase = .running, _ settings: SessionSettings = SessionSettings(outputs: [back, front])
    ) -> SessionContext {
        SessionContext(
            now: .seconds(second), running: .seconds(Int64(second - 1)), phase: phase, part: 0, folder: "/r/take",
            settings: settings)
    }
}

extension Timeline {
    /// A timeline whose running time is one second less than the session's time.
    static var sample: Timeline {
        var timeline = Timeline(wallStart: Bench.wallStart)
        timeline.synchronise(running: .seconds(1), at: .seconds(2))
        return timeline
    }
}
