package import DualCamConfig
package import DualCamPlan

/// The reason why frame rates or quality were reduced, or an output was stopped. The raw values appear in events, in
/// the status and in the ledger.
package enum ShedReason: String, JSONRepresentable, Sendable, Hashable, CaseIterable {
    /// The process used more than the fraction of the processor time that `budget.limit` allows.
    case load
    /// An encoder fell behind, so that its queue filled.
    case queue
    case heat
}

/// A shedding step in force: one of the reductions that `budget.shed` lists, with the fraction that remains.
package struct Shed: Sendable, Hashable {
    package var step: ShedStep
    /// The fraction of the frames that remains, or for `combined-preset` the fraction of the bitrate; `nil` if nothing
    /// remains. For `preset`, it is always `nil`: all encoders use their fastest preset.
    package var share: RateShare?
    package var reason: ShedReason

    package init(_ step: ShedStep, share: RateShare?, reason: ShedReason) {
        (self.step, self.share, self.reason) = (step, share, reason)
    }

    /// The shedding step as JSON members for events and the ledger. Keys: `step`, `share` (the remaining fraction, from
    /// `1` down to `1/6`; `0` if nothing remains), `reason`.
    var members: [JSONValue.Member] { .of(["step": step, "share": shareText, "reason": reason]) }

    /// The remaining fraction as text for JSON, from `1` down to `1/6`; `0` if nothing remains.
    package var shareText: String { share?.rawValue ?? "0" }
}

/// The measured load and encoder queue level at the moment when a shedding step was applied or reversed.
package struct LoadFigures: Sendable, Hashable {
    /// The fraction of the available processor time that this process used, 0 ... 1 and more; `nil` if unknown.
    package var load: Double?
    /// The level of the fullest encoder queue, 0 (empty) ... 1 (full).
    package var queue: Double = 0

    package init(load: Double? = nil, queue: Double = 0) {
        (self.load, self.queue) = (load, queue)
    }

    /// The measured load and queue level as JSON members for events and the ledger. Keys: `load`, `queue`.
    var members: [JSONValue.Member] { .of(["load": JSONValue.ratio(load), "queue": JSONValue.ratio(queue)]) }
}

extension JSONValue {
    /// Returns a number as JSON with three decimal places; `null` if it is missing, or 1e9 or more in magnitude.
    package static func ratio(_ number: Double?) -> JSONValue {
        guard let number, number.magnitude < 1e9 else { return .null }
        return .thousandths(Int64((number * 1000).rounded()))
    }
}

extension Throttle {
    /// Returns the shedding steps (reductions of frames or quality) that are in force in this throttle state, each with
    /// the given reason.
    package func sheds(for reason: ShedReason) -> [Shed] {
        var sheds: [Shed] = []
        if fastestPresets { sheds.append(Shed(.preset, share: nil, reason: reason)) }
        if previewsRest { sheds.append(Shed(.preview, share: nil, reason: reason)) }
        if combined < .full { sheds.append(Shed(.combinedRate, share: combined, reason: reason)) }
        if combinedBitrate < 1 { sheds.append(Shed(.combinedPreset, share: .half, reason: reason)) }
        if combinedRests { sheds.append(Shed(.combined, share: nil, reason: reason)) }
        if isolated < .full { sheds.append(Shed(.isolatedRate, share: isolated, reason: reason)) }
        return sheds
    }
}
