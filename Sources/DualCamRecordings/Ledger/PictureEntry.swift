import DualCamConfig
package import DualCamPlan

/// A change of the combined picture, as the ledger records it.
///
/// The combined picture at any time follows from three sources: the pipeline file in `session.json`, the settings under
/// `picture` in the part's entry `recording`, and the settings of all earlier changes.
package struct PictureEntry: Sendable, Equatable {
    /// The changed keys of the pipeline file with their new values, such as `combined.layout=grid`.
    package var settings: [String]
    /// The manner of the change from the previous picture to the new one, such as a transition or a motion.
    package var change: PictureChange

    package init(settings: [String], change: PictureChange) {
        (self.settings, self.change) = (settings, change)
    }

    /// The fields of the ledger entry: `settings` and `change`.
    package var members: [JSONValue.Member] { .of(["settings": settings, "change": change.ledger]) }
}

extension PictureEntry {
    /// Reads a change of the picture from a ledger entry; `nil` if the entry has another kind or is malformed.
    package init?(_ entry: LedgerEntry) {
        guard entry.kind == .picture, let settings = entry["settings"]?.list else { return nil }
        guard let change = PictureChange(ledger: entry["change"] ?? .null) else { return nil }
        self.init(settings: settings.compactMap(\.text), change: change)
    }
}

extension PictureChange {
    /// The manner of this change, such as a transition, as JSON for the ledger, with durations to the nanosecond;
    /// `null` for an immediate change.
    var ledger: JSONValue {
        switch self {
        case .atOnce: .null
        case .motion(let length, let easing): .of(["over": length, "easing": easing.rawValue])
        case .ramp(let rate, let easing): .of(["rate": JSONValue.number(rate), "easing": easing.rawValue])
        case .transition(let transition):
            .of([
                "transition": transition.kind.rawValue, "over": transition.duration,
                "direction": transition.direction.rawValue, "easing": transition.easing.rawValue,
            ])
        }
    }

    /// Reads a picture change from the JSON that `ledger` returns; `nil` for any other JSON value.
    init?(ledger value: JSONValue) {
        if value == .null {
            self = .atOnce
            return
        }
        guard let easing = value["easing"]?.text.flatMap(Easing.init(rawValue:)) else { return nil }
        if let rate = value["rate"]?.number {
            guard rate > 0 else { return nil }
            self = .ramp(rate: rate, easing)
            return
        }
        guard let length = value["over"]?.nanoseconds, length >= 0 else { return nil }
        guard let word = value["transition"]?.text else {
            self = .motion(.nanoseconds(length), easing)
            return
        }
        guard let kind = Transition.Kind(rawValue: word),
            let direction = value["direction"]?.text.flatMap(Transition.Direction.init(rawValue:))
        else { return nil }
        self = .transition(Transition(kind, duration: .nanoseconds(length), direction: direction, easing: easing))
    }
}

extension PictureChange {
    /// The manner of this change as JSON members, as a command that requests the change has them; empty for an
    /// immediate change.
    package var members: [JSONValue.Member] {
        switch self {
        case .atOnce: return []
        case .motion(let duration, let easing):
            return .of(["over": duration.notation, "easing": easing.rawValue])
        case .ramp(let rate, let easing): return .of(["rate": JSONValue.ratio(rate), "easing": easing.rawValue])
        case .transition(let transition):
            guard transition.kind != .cut else { return [] }
            return .known([
                "over": transition.duration.notation, "easing": transition.easing.rawValue,
                "transition": transition.kind.rawValue,
                "direction": transition.kind.hasDirection ? transition.direction.rawValue : nil,
            ])
        }
    }
}

extension Transition.Kind {
    /// True if the transition moves in a direction that can be chosen.
    package var hasDirection: Bool { [.slide, .wipe, .flip].contains(self) }
}
