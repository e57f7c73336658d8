import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Folders on a file system without locks, such as NFS without lockd (`ENOLCK`) or some FUSE file systems (`ENOSYS`,
/// `EOPNOTSUPP`).
@Suite("Session: who holds a folder where there are no locks")
struct FolderGuardTests {
    private func marked(_ names: String...) throws -> TemporaryFolder {
        let folder = try #require(TemporaryFolder())
        folder.write("pid 1 on desk since 2026-11-21T14:05:03.250Z\n", to: "UNFINISHED")
        for name in names { folder.write("", to: name) }
        return folder
    }

    private func withoutLocks<Result>(_ number: Int32, _ body: () throws -> Result) rethrows -> Result {
        let system = SystemWithFaults()
        system.lockRefusal.withLock { $0 = number }
        return try SystemAccess.$current.withValue(system, operation: body)
    }

    private static func holders(_ folder: TemporaryFolder) -> [String] {
        folder.contents.filter { $0.hasPrefix(".dualcam-holder") }
    }

    @Test(arguments: [ENOLCK, EOPNOTSUPP, ENOSYS])
    func `several may record, nobody may finish meanwhile, and files say who`(number: Int32) throws {
        let folder = try marked()
        try withoutLocks(number) {
            let first = try FolderLock.shared(folder.path)
            let second = try FolderLock.shared(folder.path)
            #expect(first.refusal == number)
            #expect(Self.holders(folder).count == 2)
            let holder = try #require(try FolderLock.holder(of: folder.path))
            #expect(holder.hasPrefix("pid \(getpid()) on "))
            #expect(throws: FolderFailure.held(folder.path, by: holder)) { try FolderLock.exclusive(folder.path) }
            withExtendedLifetime((first, second)) {}
        }
        #expect(Self.holders(folder) == [])
    }

    /// The previous holder of the lock has finished the folder, so there is nothing left to lock.
    @Test func `a folder that is finished while the lock is waited for is not held`() throws {
        let folder = try marked()
        let system = SystemWithFaults()
        system.beforeLock.withLock { $0 = { folder.remove("UNFINISHED") } }
        SystemAccess.$current.withValue(system) {
            #expect(throws: FolderFailure.notMarked(folder.path)) { try FolderLock.exclusive(folder.path) }
        }
    }

    @Test func `whoever finishes keeps others out, and leaves nothing`() throws {
        let folder = try marked()
        try withoutLocks(ENOLCK) {
            do {
                let whole = try FolderLock.exclusive(folder.path)
                #expect(throws: FolderFailure.self) { try FolderLock.shared(folder.path) }
                withExtendedLifetime(whole) {}
            }
            #expect(try FolderLock.holder(of: folder.path) == nil)
        }
        #expect(Self.holders(folder) == [])
    }

    /// The file of a process that was killed, or whose process ID is used again, does not count; that of another
    /// machine may.
    @Test(arguments: [(true, true), (false, false)])
    func `what was left by a process that is gone counts for nothing`(isOwnBoot: Bool, isFree: Bool) throws {
        let boot = try #require(ClockReading.bootNow()).filter(\.isHexDigit).prefix(16)
        let left = ".dualcam-holder-shared-\(getpid())-1-\(isOwnBoot ? String(boot) : "0123456789abcdef")-1"
        let folder = try marked(left)
        try withoutLocks(ENOLCK) {
            guard isFree else {
                #expect(throws: FolderFailure.self) { try FolderLock.exclusive(folder.path) }
                return
            }
            let own = try FolderLock.exclusive(folder.path)
            withExtendedLifetime(own) {}
        }
    }

    @Test(arguments: [
        ".dualcam-holder", ".dualcam-holder-shared-x-1-b-1", ".dualcam-holder-both-1-1-b-1", "UNFINISHED",
        ".dualcam-holder-shared-1-1--1", ".dualcam-other-shared-1-1-b-1",
    ])
    func `other names say nothing`(name: String) {
        #expect(FolderGuard.Holder(name: name) == nil)
    }

    @Test func `a name says who it is`() {
        let holder = FolderGuard.Holder(isExclusive: true, pid: 7, began: 99, boot: "abc")
        #expect(FolderGuard.Holder(name: holder.name(number: 3)) == holder)
    }

    /// The file is deleted with the marker, even if the process that made it still runs.
    @Test func `a finished folder holds no such file`() throws {
        let folder = try #require(TemporaryFolder())
        try withoutLocks(ENOLCK) {
            let settings = SessionSettings(outputs: [back])
            let session = try SessionFolder.create(in: folder.path + "/r", names: .sample(settings))
            let lock = try FolderLock.shared(session.path)
            try session.finish()
            #expect(folder.contents.filter { $0.contains("holder") } == [])
            withExtendedLifetime(lock) {}
        }
    }

    /// An error that has nothing to do with locks is reported.
    @Test func `another error is told`() throws {
        let folder = try marked()
        _ = withoutLocks(EBADF) { #expect(throws: FolderFailure.self) { try FolderLock.shared(folder.path) } }
    }
}
