import DualCamConfig
import DualCamPlan
import DualCamRecordings

extension ComposedSession {
    /// Returns a copy of the session in which `edits` replace the recorded changes of the picture. The picture at the
    /// start of the recording does not change.
    func edited(by edits: [EditDecision]) -> ComposedSession {
        var edited = self
        guard let first = decisions.first else { return self }
        edited.decisions = [first]
        var directed: [String] = []
        for edit in edits {
            directed = directed.merged(with: edit.settings)
            let place = start +| edit.at.nanoseconds
            edited.decisions.append(
                Decision(
                    at: clock.unix(at: place), place: place, settings: first.settings, directed: directed,
                    change: edit.change))
        }
        return edited
    }

    /// The changes of the session's picture as a cut list in YAML, for editing.
    var cutList: String {
        var lines = [
            "# The cut of \(name), as it was directed. Change it, and draw it again:",
            "#   dualcam compose SESSION --edit FILE -o NEW.mov",
            "# at: time in the combined file; set: keys of the pipeline file, as for --set; over, easing, transition and",
            "# direction: how it comes. Short for combined.layout, .main and .inset.camera: layout, main, inset.",
            "cuts:",
        ]
        for (index, decision) in decisions.enumerated() {
            let before = index > 0 ? decisions[index - 1] : nil
            let settings = decision.changes(since: before).filter { EditDecision.accepts($0.key) }
            guard index > 0, !settings.isEmpty else { continue }
            lines.append("  - at: \(Self.seconds(max(0, decision.place -| start)))")
            lines.append("    set: {\(settings.map { "\($0.key): \(Self.quoted($0.value))" }.joined(separator: ", "))}")
            lines += decision.change.words.map { "    \($0.key): \($0.value)" }
        }
        if lines.last == "cuts:" { lines[lines.count - 1] = "cuts: []" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Formats nanoseconds as seconds, rounded to milliseconds, such as `12.4s`.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = (nanoseconds +| 500_000) / 1_000_000
        var fraction = Wording.padded(milliseconds % 1000, to: 3)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(milliseconds / 1000)\(fraction.isEmpty ? "" : "." + fraction)s"
    }

    /// Returns the text in single quotes for YAML, within which only the single quote is special (YAML 1.2, 7.3.2).
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}

extension ComposedSession.Decision {
    /// Returns the settings of this change whose values differ from those of the previous change.
    fileprivate func changes(since before: ComposedSession.Decision?) -> [Setting] {
        let known = Set(before?.effective ?? [])
        return effective.filter { !known.contains($0) }.compactMap(Setting.init(override:))
    }

    private var effective: [String] { settings.merged(with: directed) }
}

extension EditDecision {
    /// The transition with which this edit changes the picture: none, an animation, or a transition effect.
    fileprivate var change: PictureChange {
        let length = over ?? Transition().duration
        switch transition {
        case .cut?: return .atOnce
        case nil: return over.map { .motion($0, easing) } ?? .atOnce
        case .move?: return .motion(length, easing)
        case let kind?:
            return .transition(Transition(kind, duration: length, direction: direction, easing: easing))
        }
    }
}

extension PictureChange {
    /// The keys and values that describe this change in a cut list. A ramp (a zoom at a constant speed) is written as
    /// an animation of one second, because its real length depends on the picture at its start.
    fileprivate var words: [(key: String, value: String)] {
        let words: [(key: String, value: String)] = members.map { member in
            member.key == "rate" ? ("over", "1s") : (member.key, member.value.text ?? "")
        }
        return words.filter { $0.key == "transition" } + words.filter { $0.key != "transition" }
    }
}
