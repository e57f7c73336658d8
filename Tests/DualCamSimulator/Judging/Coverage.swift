import DualCamSupervision

@testable import DualCamSession

/// What of the machines was visited, over any number of runs.
package struct Coverage: Sendable {
    private(set) var visited: [String: Int] = [:]
    var faults: [FaultKind: Int] = [:]

    package init() {}

    package mutating func add(_ other: Coverage) {
        visited.merge(other.visited) { $0 + $1 }
        faults.merge(other.faults) { $0 + $1 }
    }

    mutating func note(_ input: SessionInput, _ phase: Phase) {
        visited["session \(phase): \(Self.word(input))", default: 0] += 1
    }

    mutating func note(_ action: SessionAction) { visited["session does: \(Self.word(action))", default: 0] += 1 }
    mutating func note(_ input: SupervisionInput) { visited["supervisor: \(Self.word(input))", default: 0] += 1 }
    mutating func note(_ action: SupervisionAction) { visited["supervisor does: \(Self.word(action))", default: 0] += 1 }

    /// The name of an enum's case.
    private static func word(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if let label = mirror.children.first?.label, mirror.displayStyle == .enum { return nested(label, mirror) }
        return "\(value)"
    }

    /// Events and deadlines are told apart by what they hold.
    private static func nested(_ label: String, _ mirror: Mirror) -> String {
        guard ["graph", "deadline", "arm", "apply"].contains(label), let value = mirror.children.first?.value else { return label }
        if let pair = Mirror(reflecting: value).children.first?.value, label == "arm" { return "arm \(pair)" }
        return "\(label) \(word(value))"
    }
}

extension Coverage {
    /// What of the inputs and actions was visited; what never was, with the reason.
    package var text: String {
        var lines = ["visited: \(visited.count) of \(Self.places.count) places"]
        for place in Self.places where visited[place] == nil {
            lines.append("  never: \(place)" + (Self.reasons[place].map { " (\($0))" } ?? ""))
        }
        for place in visited.keys.sorted() where !Self.places.contains(place) { lines.append("  new: \(place)") }
        let kinds = FaultKind.allCases.map { "\($0.rawValue) \(faults[$0] ?? 0)" }
        return (lines + ["faults: " + kinds.joined(separator: ", ")]).joined(separator: "\n")
    }

    /// Every place that was visited.
    package var all: [String] { visited.keys.sorted() }
}
