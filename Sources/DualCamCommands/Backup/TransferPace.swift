import DualCamConfig
import DualCamControl
import DualCamGraph

/// Decides how fast something may be sent to another place while others want the machine: half as fast with each step down to a small
/// floor, and twice as fast with each step back. Pure, so that a table can test it.
struct TransferPace: Sendable, Equatable {
    static let floor = Bitrate(bitsPerSecond: 500_000)
    /// The share from which on others are given way to, and below half of which they are left alone.
    static let most = 0.5
    /// The time for which it has to be so before the first step, and between two. The kernel's shares are means of ten seconds.
    static let patience = Duration.seconds(2)
    static let pause = Duration.seconds(5)
    /// The time for which the machine has to be left alone before a step back.
    static let calm = Duration.seconds(15)
    /// Where nobody knows yet how fast it is.
    private static let usual = 32_000_000

    /// The requested bandwidth; `nil`: as much as possible.
    private let wanted: Bitrate?
    /// The bandwidth that may be used now.
    private(set) var limit: Bitrate?
    /// The resource that other programs need; `nil`: the transfer runs at the requested speed.
    private(set) var reason: SessionWork.Strain?
    private var strainedSince: Duration?
    private var calmSince: Duration?
    private var changed: Duration?
    /// Bits a second before the first step.
    private var full = 0

    init(_ wanted: Bitrate?) { (self.wanted, limit) = (wanted, wanted) }

    /// Returns true when another limit, or another reason for it, holds from now on.
    ///
    /// - Parameter speed: how fast it is, in bits a second; `nil`: not known.
    @discardableResult
    mutating func observe(_ strain: MachineStrain, speed: Int?, at now: Duration) -> Bool {
        let shares = [(SessionWork.Strain.processor, strain.processor ?? 0), (.disk, strain.disk ?? 0)]
        if let worst = shares.first(where: { $0.1 >= Self.most }) {
            (strainedSince, calmSince) = (strainedSince ?? now, nil)
            return slower(because: worst.0, speed, now)
        }
        strainedSince = nil
        calmSince = shares.allSatisfy { $0.1 < Self.most / 2 } ? calmSince ?? now : nil
        return faster(now)
    }

    private mutating func slower(because strain: SessionWork.Strain, _ speed: Int?, _ now: Duration) -> Bool {
        guard let strainedSince, now - strainedSince >= Self.patience, mayChange(now) else { return false }
        if reason == nil { full = wanted?.bitsPerSecond ?? max(speed ?? Self.usual, Self.floor.bitsPerSecond) }
        let before = limit
        let half = max(Bitrate(bitsPerSecond: (limit?.bitsPerSecond ?? full) / 2), Self.floor)
        // What is asked for may be less than the floor.
        limit = min(half, before ?? half)
        guard limit != before else { return false }
        (reason, changed) = (strain, now)
        return true
    }

    private mutating func faster(_ now: Duration) -> Bool {
        guard let reason, let limit, let calmSince, now - calmSince >= Self.calm, mayChange(now) else { return false }
        let twice = limit.bitsPerSecond * 2
        let isWhole = twice >= full
        (self.limit, changed) = (isWhole ? wanted : Bitrate(bitsPerSecond: twice), now)
        self.reason = isWhole ? nil : reason
        return true
    }

    private func mayChange(_ now: Duration) -> Bool { changed.map { now - $0 >= Self.pause } ?? true }
}
