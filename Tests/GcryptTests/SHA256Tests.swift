import Gcrypt
import Testing

/// The examples of FIPS 180-2, appendix B.
@Suite struct SHA256Tests {
    @Test(arguments: [
        (["abc"], 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (["a", "", "bc"], 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ([], 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            ["aaaaaaaaaa", "aaaaaaaaaa"], 50_000,
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]) func isThatOfTheStandard(pieces: [String], times: Int, digest: String) {
        let pieces = Array(repeating: pieces, count: times).flatMap(\.self)
        guard let sum = Digest(.sha256) else {
            Issue.record("libgcrypt made no digest")
            return
        }
        for piece in pieces { Array(piece.utf8).withUnsafeBytes { sum.add($0) } }
        #expect(sum.text() == digest)
        #expect(Digest.sha256(of: pieces.flatMap { Array($0.utf8) }) == digest)
    }
}
