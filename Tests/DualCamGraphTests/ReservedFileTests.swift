import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

@Suite struct ReservedFileTests {
    /// The file system is asked by writing behind the file's end: nothing of that stays, and the file goes on where it was.
    @Test func askingForTheReasonChangesNoFile() throws {
        let folder = try #require(TemporaryFolder())
        let path = folder.path + "/back.mov"
        let reserved = try ReservedFile(path)
        folder.write("frames", to: "back.mov")
        #expect(reserved.refusal() == nil)
        #expect(folder.text("back.mov") == "frames")
    }
}
