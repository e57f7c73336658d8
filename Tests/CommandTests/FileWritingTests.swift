import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// Settings, calibrations and copies of pipeline files are on the disk before they get their final names.
@Suite struct FileWritingTests {
    private let folder: TemporaryFolder
    private let system = SystemWithFaults()

    init() throws { folder = try #require(TemporaryFolder()) }

    private var path: String { folder.path + "/a/b.json" }

    @Test func contentThenNameThenFolder() {
        let problem = SystemAccess.$current.withValue(system) { FileWriting.write("{}", to: path) }
        #expect(problem == nil && folder.text("a/b.json") == "{}" && folder.contents == ["a", "a/b.json"])
        #expect(
            system.order.withLock { $0 } == [
                "sync \(path).new", "rename \(path).new \(path)", "sync \(path)", "sync \(folder.path)/a",
            ])
    }

    @Test func whatIsNotOnTheDiskReplacesNothing() {
        folder.write("old", to: "a/b.json")
        system.syncRefusal.withLock { $0 = EIO }
        let problem = SystemAccess.$current.withValue(system) { FileWriting.write("{}", to: path) }
        #expect(problem == "Input/output error")
        #expect(folder.text("a/b.json") == "old" && folder.contents == ["a", "a/b.json"])
    }

    /// A link to another folder is deleted, and the other folder stays. Previously, its files were deleted.
    @Test func aLinkInADeletedFolderIsNotFollowed() {
        folder.write("kept", to: "other/film.mov")
        folder.write("", to: "scratch/below/file")
        symlink(folder.path + "/other", folder.path + "/scratch/link")
        FileWriting.removeFolder(folder.path + "/scratch", DiskView())
        #expect(folder.contents == ["other", "other/film.mov"])
    }
}
