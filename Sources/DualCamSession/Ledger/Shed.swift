package import DualCamConfig
package import DualCamPlan

/// The reason for shedding. The raw values appear in events, in the status and in the ledger.
package enum ShedReason: String, JSONRepresentable, Sendable, Hashable, CaseIterable {
    /// The process used more than `budget.limit` of the processor time available to it.
    case load
    /// An encoder fell behind.
    case queue
    case heat
}

/// One step of `budget.shed` in force, with the remaining share.
package struct Shed: Sendable, Hashable {
    package var step: ShedStep
    /// The remaining share of the frames or, for `combined-preset`, of the bitrate; `nil` for none. For `preset`,
    /// `nil`: no encoder keeps its planned preset.
    package var share: RateShare?
    package var reason: ShedReason

    package init(_ step: ShedStep, share: RateShare?, reason: ShedReason) {
        (self.step, self.share, self.reason) = (step, share, reason)
    }

    /// The members for events and the ledger. Keys: `step`, `share` (`1`, `2/3`, `1/2` or `0`), `reason`.
    var members: [JSONValue.Member] { .of(["step": step, "share": shareText, "reason": reason]) }

    var shareText: String { share?.rawValue ?? "0" }
}

/// The measurements at the moment when a step was taken or restored.
package struct LoadFigures: Sendable, Hashable {
    /// The share of the available processor time that this process uses, 0 ... 1 and more; `nil` if unknown.
    package var load: Double?
    /// The fullest queue before an encoder, 0 ... 1.
    package var queue: Double = 0

    /// The members for events and the ledger. Keys: `load`, `queue`.
    var members: [JSONValue.Member] { .of(["load": JSONValue.ratio(load), "queue": JSONValue.ratio(queue)]) }
}

extension JSONValue {
    /// Returns a number to three decimal places; `null` if it is missing or not small.
    package static func ratio(_ number: Double?) -> JSONValue {
        guard let number, number.magnitude < 1e9 else { return .null }
        return .thousandths(Int64((number * 1000).rounded()))
    }
}

extension Throttle {
    /// Returns the steps of shedding that make up the throttle.
    func sheds(for reason: ShedReason) -> [Shed] {
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
