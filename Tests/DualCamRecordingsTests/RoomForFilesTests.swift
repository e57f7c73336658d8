import DualCamPlan
import DualCamTestKit
import Foundation
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings

/// "No space left on device" (ENOSPC) has two meanings: no free bytes, or too many files.
@Suite struct RoomForFilesTests {
    /// btrfs and FAT report no number of files at all, so the error means bytes.
    @Test(arguments: [
        (UInt(24), UInt(0), true), (24, 3, false), (0, 0, false),
    ])
    func theReasonSaysWhatThereIsNoRoomFor(all: UInt, free: UInt, lacksFiles: Bool) throws {
        let folder = try #require(TemporaryFolder())
        let disk = SystemWithFaults()
        disk.files.withLock { $0 = (all, free) }
        // Neither the folder to create nor its parent exists yet.
        let failure = SystemAccess.$current.withValue(disk) {
            FolderFailure(.createFolder, path: folder.path + "/takes/one", errorNumber: ENOSPC)
        }
        #expect(failure.reason == (lacksFiles ? FileRoom.reason : "no space is left on the disk"))
        #expect(failure.advice.contains("df -i") == lacksFiles && failure.remoteAdvice.contains("df -i") == lacksFiles)
        #expect(failure.exit == .diskFailed)
        let told = try JSONDecoder().decode(FolderFailure.self, from: JSONEncoder().encode(failure))
        #expect(told == failure, "the pruning process tells it as JSON")
    }

    @Test func otherFailuresAreLeftAlone() throws {
        let disk = SystemWithFaults()
        disk.files.withLock { $0 = (24, 0) }
        let failure = SystemAccess.$current.withValue(disk) { FolderFailure(.write, path: "/tmp", errorNumber: EDQUOT) }
        #expect(failure.reason == "the disk quota is used up")
    }

    /// A disk without a free block lacks bytes, whatever its number of free inodes.
    @Test func withoutABlockBytesAreMeant() {
        #expect(FileRoom(all: 24, free: 0, freeBlocks: 1).isUsedUp)
        #expect(!FileRoom(all: 24, free: 0, freeBlocks: 0).isUsedUp)
    }
}
