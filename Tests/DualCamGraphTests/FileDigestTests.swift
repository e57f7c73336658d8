import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamGraph

/// The digest that is listed with every file: it covers the whole file, or there is none.
@Suite struct FileDigestTests {
    private let folder: TemporaryFolder
    private let text = String(repeating: "0123456789", count: 250_000)

    init() throws { folder = try #require(TemporaryFolder()) }

    @Test func aFileHasTheDigestOfItsBytes() throws {
        folder.write(text, to: "back.mov")
        #expect(try FileDigest.sha256(folder.path + "/back.mov") == FileDigest.sha256(of: Array(text.utf8)))
    }

    /// A folder can be opened but not read, like a file on a failing disk.
    @Test(arguments: ["", "/gone.mov"]) func whatCannotBeReadHasNone(name: String) {
        let failure = #expect(throws: GraphFailure.self) { try FileDigest.sha256(folder.path + name) }
        #expect(failure?.code == .diskFailed)
    }

    @Test func whatIsNotReadToItsEndHasNone() throws {
        folder.write(text, to: "back.mov")
        #expect(try FileDigest.sha256(folder.path + "/back.mov", goesOn: { false }) == nil)
    }
}
