import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// Links to a session, by the clock of the caller.
@Suite struct SessionLinksTests {
    private let library: SessionLibrary
    private let session: SessionOnDisk

    init() throws {
        session = try SessionOnDisk()
        session.finish(["back.mov"])
        library = SessionLibrary(session.place.path)
    }

    private static let second: Int64 = 1_000_000_000

    @discardableResult private func link(_ digest: String, from: Int64, until: Int64) throws -> SessionLink {
        try library.link(to: "take", digest: digest, from: from * Self.second, until: until * Self.second)
    }

    private func numbers(at now: Int64) throws -> [Int] {
        try library.links(to: "take", at: now * Self.second).map(\.number)
    }

    @Test func aLinkHoldsUntilItsEnd() throws {
        try link("a", from: 1000, until: 1010)
        #expect(try library.session(linkedBy: "a", at: 1010 * Self.second - 1)?.0 == "take")
        #expect(try library.session(linkedBy: "a", at: 1010 * Self.second) == nil)
        #expect(try numbers(at: 1009) == [1] && numbers(at: 1010) == [])
    }

    /// A new link never gets the number of a valid one, because ending one would end the other.
    @Test func aNewLinkHasANumberOfItsOwn() throws {
        for digest in ["a", "b", "c"] { try link(digest, from: 1000, until: digest == "b" ? 1005 : 2000) }
        #expect(try numbers(at: 1001) == [1, 2, 3])
        try library.unlink(1, to: "take", at: 1001 * Self.second)
        #expect(try link("d", from: 1002, until: 2000).number == 4)
        #expect(try link("e", from: 1006, until: 2000).number == 5)
        #expect(try numbers(at: 1006) == [3, 4, 5])
        #expect(try library.session(linkedBy: "a", at: 1006 * Self.second) == nil)
        #expect(try library.session(linkedBy: "c", at: 1006 * Self.second)?.1.number == 3)
    }
}
