import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

@Suite struct ReservedFileTests {
    /// To find the reason of an error, the file system is tried by writing beyond the file's end. The file must stay as
    /// it is.
    @Test func askingForTheReasonChangesNoFile() throws {
        let folder = try #require(TemporaryFolder())
        let path = folder.path + "/back.mov"
        let reserved = try ReservedFile(path)
        folder.write("frames", to: "back.mov")
        #expect(reserved.refusal() == nil)
        #expect(folder.text("back.mov") == "frames")
    }
}
