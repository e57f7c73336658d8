package import DualCamConfig
package import DualCamPlan

/// The reason why something is left out. The raw values stand in events, in the status and in the ledger.
package enum ShedReason: String, JSONRepresentable, Sendable, Hashable, CaseIterable {
    /// The process used more than `budget.limit` of what it could have.
    case load
    /// An encoder fell behind.
    case queue
    case heat
}

/// One step of `budget.shed` that is in force, with the share that is still done.
package struct Shed: Sendable, Hashable {
    package var step: ShedStep
    /// The share of the frames or, with `combined-preset`, of the bitrate; `nil`: nothing is done, with `preset` at the planned one.
    package var share: RateShare?
    package var reason: ShedReason

    package init(_ step: ShedStep, share: RateShare?, reason: ShedReason) {
        (self.step, self.share, self.reason) = (step, share, reason)
    }

    /// Keys: `step`, `share` (`1`, `2/3`, `1/2` or `0`), `reason`.
    var members: [JSONValue.Member] { .of(["step": step, "share": shareText, "reason": reason]) }

    var shareText: String { share?.rawValue ?? "0" }
}

/// The measurements at the moment when something was left out or taken up again.
package struct LoadFigures: Sendable, Hashable {
    /// The share of what this process can have that it uses, 0 ... 1 and beyond; `nil`: not known.
    package var load: Double?
    /// The fullest queue before an encoder, 0 ... 1.
    package var queue: Double = 0

    /// Keys: `load`, `queue`.
    var members: [JSONValue.Member] { .of(["load": JSONValue.ratio(load), "queue": JSONValue.ratio(queue)]) }
}

extension JSONValue {
    /// A small number to three digits, or `null`.
    package static func ratio(_ number: Double?) -> JSONValue {
        guard let number, number.magnitude < 1e9 else { return .null }
        return .thousandths(Int64((number * 1000).rounded()))
    }
}

extension Throttle {
    /// Returns the steps of shedding that the throttle amounts to.
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
