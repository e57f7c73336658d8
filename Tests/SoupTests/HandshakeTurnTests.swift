@testable import Soup
import Testing

/// Which of the TLS clients that wait is next, where handshakes are few.
@Suite struct HandshakeTurnTests {
    private static let (one, other) = (Peer(address: [10, 0, 0, 1]), Peer(address: [10, 0, 0, 2]))

    /// (the clients that wait, by number; those of `one` are odd; handshakes of `one` and of `other`; the next)
    @Test(
        arguments: [
            ([], 0, 0, nil), ([1, 3, 5], 8, 0, 5), ([1, 2, 3, 5], 7, 1, 2), ([2, 4, 5], 7, 1, 4), ([2, 4, 5], 1, 7, 5),
            ([2, 3], 4, 4, 3), ([3, 4], 4, 4, 4),
        ] as [([Int], Int, Int, Int?)])
    func peersTakeTurns(waiting: [Int], ofOne: Int, ofOther: Int, next: Int?) {
        let clients = waiting.map { (number: $0, peer: $0 % 2 == 1 ? Self.one : Self.other) }
        #expect(WebServer.next(of: clients, made: [Self.one: ofOne, Self.other: ofOther]) == next)
    }
}
