import DualCamConfig
import DualCamControl
import DualCamGraph

/// The policy that limits a transfer's bandwidth while other programs need the machine. Each step down halves the
/// bandwidth until a small minimum, and each step up doubles it. It is pure, so that tests can use tables.
struct TransferPace: Sendable, Equatable {
    static let floor = Bitrate(bitsPerSecond: 500_000)
    /// The load (0 to 1) at which the transfer slows down. Below half of it, the transfer recovers.
    static let most = 0.5
    /// The time for which the load must persist before the first step. The kernel's load figures are averages over ten
    /// seconds.
    static let patience = Duration.seconds(2)
    static let pause = Duration.seconds(5)
    /// The time for which the load must stay low before a step up.
    static let calm = Duration.seconds(15)
    /// The assumed speed in bits per second before it was measured.
    private static let usual = 32_000_000

    /// The requested bandwidth; `nil` for no limit.
    private let wanted: Bitrate?
    /// The bandwidth that may be used now.
    private(set) var limit: Bitrate?
    /// The resource that other programs need; `nil` while the transfer runs at the requested speed.
    private(set) var reason: SessionWork.Strain?
    private var strainedSince: Duration?
    private var calmSince: Duration?
    private var changed: Duration?
    /// The speed in bits per second before the first step down.
    private var full = 0

    init(_ wanted: Bitrate?) { (self.wanted, limit) = (wanted, wanted) }

    /// Observes the load; returns true when the limit or its reason has changed.
    ///
    /// - Parameter speed: The present speed in bits per second; `nil` if unknown.
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
        // The requested bandwidth may be less than the minimum.
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
