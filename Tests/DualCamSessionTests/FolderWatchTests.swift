import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The detection of a folder that another program deletes, moves or replaces.
@Suite struct FolderWatchTests {
    private let folder: TemporaryFolder
    private let path: String
    private let watch: FolderWatch

    init() throws {
        folder = try #require(TemporaryFolder())
        folder.write("", to: "session/file")
        path = folder.path + "/session"
        watch = try #require(FolderWatch(path))
    }

    @Test func aFolderInItsPlaceIsAsItShouldBe() {
        #expect(watch.look() == nil)
        #expect(watch.look(creating: true) == nil)
        #expect(folder.contents == ["session", "session/file"])
    }

    @Test func aFolderThatIsNotThereCannotBeWatched() { #expect(FolderWatch(folder.path + "/none") == nil) }

    @Test func aDeletedFolderIsTold() {
        folder.remove("session")
        #expect(watch.look() == FolderLoss(.deleted))
    }

    @Test func aMovedFolderIsFound() {
        rename(path, folder.path + "/elsewhere")
        #expect(watch.look() == FolderLoss(.moved, found: folder.path + "/elsewhere"))
    }

    /// The folder's own name is unchanged, but its parent was moved.
    @Test func aFolderWhoseParentWasMovedIsFound() throws {
        folder.write("", to: "parent/session/file")
        let inner = try #require(FolderWatch(folder.path + "/parent/session"))
        rename(folder.path + "/parent", folder.path + "/other")
        #expect(inner.look() == FolderLoss(.moved, found: folder.path + "/other/session"))
    }

    @Test func anotherFolderInItsPlaceIsNotTakenForIt() {
        rename(path, folder.path + "/elsewhere")
        folder.write("", to: "session/file")
        #expect(watch.look() == FolderLoss(.moved, found: folder.path + "/elsewhere"))
        folder.remove("elsewhere")
        #expect(watch.look() == FolderLoss(.deleted))
    }

    /// A disk that accepts a file in memory but never writes it has failed.
    @Test func aFileThatDoesNotReachTheDiskIsAFailure() throws {
        let system = SystemWithFaults()
        let loss = try SystemAccess.$current.withValue(system) {
            let watch = try #require(FolderWatch(path))
            system.syncRefusal.withLock { $0 = EIO }
            return watch.look(creating: true)
        }
        #expect(loss == FolderLoss(.failed, errorNumber: EIO))
        #expect(folder.contents == ["session", "session/file"])
    }

    @Test(arguments: [
        (EROFS, FolderLoss.Kind.readOnly), (EPERM, .refused), (EACCES, .refused), (EIO, .failed), (ESTALE, .failed),
    ])
    func whatARefusalMeans(number: Int32, kind: FolderLoss.Kind) {
        #expect(FolderLoss.refusal(number) == FolderLoss(kind, errorNumber: number))
    }

    /// A full disk is handled separately.
    @Test(arguments: [0, ENOSPC, EDQUOT, EEXIST, EMFILE]) func whatIsNoLoss(number: Int32) {
        #expect(FolderLoss.refusal(number) == nil)
    }

    @Test func peopleReadWhatHappenedAndWhatToDo() {
        let losses = [
            FolderLoss(.deleted), FolderLoss(.moved, found: "/w/s"), FolderLoss(.unmounted),
            FolderLoss(.readOnly, errorNumber: EROFS), FolderLoss(.refused, errorNumber: EPERM),
            FolderLoss(.failed, errorNumber: EIO),
        ]
        let lines = losses.map { "\($0.exit.rawValue) \($0.message(of: "/v/s")) \($0.consequence(for: "/v/s"))" }
        #expect(
            lines == [
                "74 The session's folder '/v/s' was deleted while it was recorded. Everything in it is lost.",
                "0 The session's folder '/v/s' was moved to '/w/s' while it was recorded. Its files are whole, and "
                    + "finished there.",
                "74 The disk of the session's folder '/v/s' was unmounted, or another one mounted over it. Its files are "
                    + "closed; mount it again and run 'dualcam recover /v/s'.",
                "74 The file system of the session's folder '/v/s' has become read-only. What was recorded last may be "
                    + "missing; look at the disk and its messages ('dmesg'), then run 'dualcam recover /v/s'.",
                "73 Nothing can be created in the session's folder '/v/s' any more: operation not permitted (an immutable "
                    + "folder, as 'lsattr -d' tells). Its files are closed; make it writable again and run 'dualcam recover "
                    + "/v/s'.",
                "74 The disk of the session's folder '/v/s' fails: Input/output error. What was recorded last may be "
                    + "missing; look at the disk and its messages ('dmesg'), then run 'dualcam recover /v/s'.",
            ])
    }
}
