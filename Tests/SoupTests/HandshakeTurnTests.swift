@testable import Soup
import Testing

/// The order of TLS clients if few handshakes are possible at a time.
@Suite struct HandshakeTurnTests {
    private static let (one, other) = (Peer(address: [10, 0, 0, 1]), Peer(address: [10, 0, 0, 2]))

    /// (the waiting clients, by number; those of `one` are odd; handshakes of `one` and of `other`; the next client)
    @Test(
        arguments: [
            ([], 0, 0, nil), ([1, 3, 5], 8, 0, 5), ([1, 2, 3, 5], 7, 1, 2), ([2, 4, 5], 7, 1, 4), ([2, 4, 5], 1, 7, 5),
            ([2, 3], 4, 4, 3), ([3, 4], 4, 4, 4),
        ] as [([Int], Int, Int, Int?)])
    func peersTakeTurns(waiting: [Int], ofOne: Int, ofOther: Int, next: Int?) {
        let clients = waiting.map { (number: $0, peer: $0 % 2 == 1 ? Self.one : Self.other) }
        #expect(WebServer.next(of: clients, made: [Self.one: ofOne, Self.other: ofOther]) == next)
    }

    /// (the milliseconds that each handshake has taken; those of `one` are odd; the numbers of those that are given up)
    @Test(
        arguments: [
            ([:], []), ([1: 199, 2: 199], []), ([1: 201, 2: 201], [1, 2]), ([1: 9000], [1]),
            ([1: 51, 3: 49, 2: 9000], [1]), ([1: 51, 3: 51, 2: 51, 4: 51], [1, 2, 3, 4]),
            ([1: 0, 3: 0, 2: 9000], []), ([2: 60, 4: 60, 1: 400], [2, 4]),
        ] as [([Int: Int], [Int])])
    func nobodysOnlyHandshakeMakesRoomWhereAPeerMakesSeveral(made: [Int: Int], late: [Int]) {
        let handshakes = made.map { number, time in
            (number: number, peer: number % 2 == 1 ? Self.one : Self.other, time: Duration.milliseconds(time))
        }
        #expect(WebServer.late(of: handshakes).sorted() == late)
    }
}
