import DualCamSupervisorPolicy

@testable import DualCamSession

/// The inputs, actions and transitions of the state machines that were visited, over any number of runs.
package struct Coverage: Sendable {
    /// The phase of a session in which an input arrived; the steps of the end are separate stages.
    enum Stage: Int, CaseIterable, Comparable {
        case preparing, running, files, closing, inspecting, saving

        static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }

        init?(_ phase: Phase, _ ending: Lifecycle.Ending?) {
            switch phase {
            case .standby, .finished: return nil
            case .preparing: self = .preparing
            case .running: self = .running
            case .finishing:
                self =
                    switch ending {
                    case .files, nil: .files
                    case .closing: .closing
                    case .inspecting: .inspecting
                    case .saving: .saving
                    }
            }
        }
    }

    private var inputs = [Int](repeating: 0, count: Stage.allCases.count * InputKind.allCases.count)
    private var actions: [ActionKind: Int] = [:]
    private var supervision: [SupervisionKind: Int] = [:]
    private var moves: [String: Int] = [:]
    var faults: [FaultKind: Int] = [:]

    package init() {}

    package mutating func add(_ other: Coverage) {
        for index in inputs.indices { inputs[index] += other.inputs[index] }
        actions.merge(other.actions) { $0 + $1 }
        supervision.merge(other.supervision) { $0 + $1 }
        moves.merge(other.moves) { $0 + $1 }
        faults.merge(other.faults) { $0 + $1 }
    }

    mutating func note(_ input: SessionInput, _ phase: Phase, _ ending: Lifecycle.Ending?) {
        guard let stage = Stage(phase, ending) else { return }
        inputs[stage.rawValue * InputKind.allCases.count + InputKind(input).index] += 1
    }

    mutating func move(from: Stage?, to: Stage?) {
        guard from != to else { return }
        moves["\(Self.word(from)) -> \(Self.word(to))", default: 0] += 1
    }

    mutating func note(_ action: SessionAction) { actions[ActionKind(action), default: 0] += 1 }
    mutating func note(_ input: SupervisionInput) { supervision[SupervisionKind(input), default: 0] += 1 }
    mutating func note(_ action: SupervisionAction) { supervision[SupervisionKind(action), default: 0] += 1 }

    private static func word(_ stage: Stage?) -> String { stage.map { "\($0)" } ?? "finished" }
}

extension InputKind {
    /// The position of this kind among all kinds of inputs.
    var index: Int { Self.places[self] ?? 0 }
    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}

extension Coverage {
    /// A report of visited inputs, actions and transitions. It lists those that were never visited, with the reason.
    package var text: String {
        let missing = missingInputs
        let all = inputs.count + ActionKind.allCases.count + SupervisionKind.allCases.count
        let never =
            missing + ActionKind.allCases.filter { actions[$0] == nil }.map { "session does \($0.rawValue)" }
            + SupervisionKind.allCases.filter { supervision[$0] == nil }.map { "supervisor \($0.rawValue)" }
        var lines = ["coverage: \(all - never.count) of \(all) places visited"]
        lines += ["the session's moves:"] + moves.keys.sorted().map { "  \($0): \(moves[$0] ?? 0)" }
        lines += ["never visited:"] + never.map { "  \($0): \(Self.reason(of: $0))" }
        lines += ["faults: " + FaultKind.allCases.map { "\($0.rawValue) \(faults[$0] ?? 0)" }.joined(separator: ", ")]
        return lines.joined(separator: "\n")
    }

    private var missingInputs: [String] {
        Stage.allCases.flatMap { stage in
            InputKind.allCases.filter { inputs[stage.rawValue * InputKind.allCases.count + $0.index] == 0 }
                .map { "\(stage): \($0.word)" }
        }
    }
}
