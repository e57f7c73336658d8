/// A record of the peers that have recently failed to authenticate. A peer that fails too often is rejected for a
/// while, so that guessing an access token would take too long.
struct FailedPeers {
    private static let most = 4096

    /// The maximum rate at which one peer may fail to authenticate.
    let limit: RateLimit
    private var peers: [Peer: RateLimit] = [:]

    init(limit: RateLimit) { self.limit = limit }

    /// Returns true if the peer may try to authenticate. Peers on this machine always may: they share one address, so
    /// one user could lock out the others.
    func admits(_ peer: Peer, at now: ContinuousClock.Instant) -> Bool {
        peer.isLocal || (peers[peer] ?? limit).admits(at: now)
    }

    /// Counts a failed authentication of a peer. Returns false if the peer now exceeds the maximum rate of failures.
    mutating func count(_ peer: Peer, at now: ContinuousClock.Instant) -> Bool {
        guard peers.count < Self.most || peers[peer] != nil else { return true }
        let unused = limit
        return peers[peer, default: unused].admit(at: now)
    }

    mutating func forgetRested(at now: ContinuousClock.Instant) {
        peers = peers.filter { !$0.value.isRested(at: now) }
    }
}
