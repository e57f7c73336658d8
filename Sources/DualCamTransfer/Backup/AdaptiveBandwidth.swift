import DualCamConfig
import DualCamDevices

/// Chooses the bandwidth of a transfer according to the machine's load. While other programs need the CPU or the disk,
/// each step halves the bandwidth, down to `floor`. Once they no longer need it, each step doubles the bandwidth. Has
/// no side effects, so that tests can be table-driven.
struct AdaptiveBandwidth: Sendable, Equatable {
    static let floor = Bitrate(bitsPerSecond: 500_000)
    /// The load from other programs, from 0 to 1, at which the transfer slows down. Below half of this load, the
    /// transfer speeds up again.
    static let most = 0.5
    /// The time for which the load must persist before the bandwidth is halved for the first time. The kernel's load
    /// figures are averages over ten seconds.
    static let patience = Duration.seconds(2)
    static let pause = Duration.seconds(5)
    /// The time for which the load must stay low before the bandwidth is doubled.
    static let calm = Duration.seconds(15)
    /// The transfer speed, in bits per second, that is assumed until the actual speed has been measured.
    private static let usual = 32_000_000

    /// The bandwidth that the user requested; `nil` for no limit.
    private let wanted: Bitrate?
    /// The bandwidth that the transfer may use now; `nil` for no limit.
    private(set) var limit: Bitrate?
    /// The resource (CPU or disk) that other programs need; `nil` while the transfer may run at the requested speed.
    private(set) var reason: JobProgress.Strain?
    private var strainedSince: Duration?
    private var calmSince: Duration?
    private var changed: Duration?
    /// The bandwidth, in bits per second, at which the limit is lifted: the requested bandwidth or, without one, the
    /// transfer's speed before the first halving.
    private var full = 0

    init(_ wanted: Bitrate?) { (self.wanted, limit) = (wanted, wanted) }

    /// Adapts the bandwidth to the machine's load. Returns true if the limit or its reason has changed.
    ///
    /// - Parameter speed: The current speed of the transfer in bits per second; `nil` if unknown.
    @discardableResult
    mutating func observe(_ strain: MachineStrain, speed: Int?, at now: Duration) -> Bool {
        let shares = [(JobProgress.Strain.processor, strain.processor ?? 0), (.disk, strain.disk ?? 0)]
        if let worst = shares.first(where: { $0.1 >= Self.most }) {
            (strainedSince, calmSince) = (strainedSince ?? now, nil)
            return slower(because: worst.0, speed, now)
        }
        strainedSince = nil
        calmSince = shares.allSatisfy { $0.1 < Self.most / 2 } ? calmSince ?? now : nil
        return faster(now)
    }

    private mutating func slower(because strain: JobProgress.Strain, _ speed: Int?, _ now: Duration) -> Bool {
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
