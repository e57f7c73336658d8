/// The peers that have lately failed to authenticate. If one peer has failed often, its further requests are refused,
/// so that nothing is found out by trying.
struct FailedPeers {
    private static let most = 4096

    /// The failures that a peer may have.
    let limit: RateLimit
    private var peers: [Peer: RateLimit] = [:]

    init(limit: RateLimit) { self.limit = limit }

    /// Users of this machine share one address: none of them locks out the others.
    func admits(_ peer: Peer, at now: ContinuousClock.Instant) -> Bool {
        peer.isLocal || (peers[peer] ?? limit).admits(at: now)
    }

    /// Counts a failure. Returns false when there are too many of the peer's.
    mutating func count(_ peer: Peer, at now: ContinuousClock.Instant) -> Bool {
        guard peers.count < Self.most || peers[peer] != nil else { return true }
        let unused = limit
        return peers[peer, default: unused].admit(at: now)
    }

    mutating func forgetRested(at now: ContinuousClock.Instant) {
        peers = peers.filter { !$0.value.isRested(at: now) }
    }
}
