import DualCamConfig
package import DualCamPlan

/// A change of the combined picture, as the ledger records it.
///
/// The combined picture at any time follows from the pipeline file in `session.json` and two groups of settings. These
/// are the settings under `picture` in the part's entry `recording`, and those of all earlier changes.
package struct PictureEntry: Sendable, Equatable {
    /// The changed keys of the pipeline file with their new values, such as `combined.layout=grid`.
    package var settings: [String]
    /// The transition from the previous picture to the new one.
    package var change: PictureChange

    var members: [JSONValue.Member] { .of(["settings": settings, "change": change.ledger]) }
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
    /// The change as JSON for the ledger, with durations to the nanosecond; `null` for a change without a transition.
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

extension SessionMachine {
    /// The combined picture at the beginning of the recording, for the ledger entry `recording`; empty if there is
    /// none. Entries of the kind `picture` record its changes.
    var firstPicture: [JSONValue.Member] {
        guard let pipeline = direction.pipeline, let combined = pipeline.combined else { return [] }
        let main = combined.cast(of: pipeline.cameras.map(\.name)).first
        let settings = order.description.overrides
        let newer = direction.settings.filter { setting in
            settings.last { $0.hasPrefix(setting.key + "=") } != setting.override
        }
        return .of([
            "picture": JSONValue.of([
                "layout": "\(combined.layout)", "main": main, "settings": settings + newer.map(\.override),
                "folder": order.description.folder,
            ])
        ])
    }

    /// Writes a change of the combined picture to the ledger.
    ///
    /// - Parameter time: The running time of the first frame that shows the change; `nil` if no frame is drawn now.
    mutating func notePicture(_ settings: [Setting], _ picture: PictureDirection, at time: RunningTime?) {
        guard hasBegun else { return }
        let entry = PictureEntry(settings: settings.map(\.override), change: picture.change)
        record(.picture, at: time, entry.members)
    }
}
