import DualCamTestKit
import Testing

@testable import DualCamRecordings

struct FolderGrowthTests {
    /// Records do not count. A file that grows again after a long time is noticed at the folder's next change.
    @Test func `growth is that of the recorded files alone, old and new`() throws {
        let session = try SessionOnDisk()
        let growth = FolderGrowth()
        let bytes = { growth.look(in: [session.path, session.path + "/nowhere"]).bytes }
        #expect(growth.look(in: [session.path]).changed == nil)
        session.write("123", to: "a.mov")
        session.write("pid", to: SessionFolder.mark)
        session.write("{}", to: SessionFolder.ledger)
        #expect(bytes() == 3)
        let folder = try SessionDirectory(session.path)
        let name = try #require(FileName("a.mov"))
        #expect(try growth.look(in: [session.path]).changed == folder.facts(of: name)?.modified)
        session.write("1234", to: "a.mov")
        #expect(bytes() == 4)
        for _ in 0...FolderGrowth.patience + 1 { _ = bytes() }
        try folder.append("56789", to: name)
        #expect(bytes() == 4)
        session.write("12", to: "b.mov")
        #expect(bytes() == 11)
        try folder.remove(name)
        #expect(bytes() == 2)
    }
}
