import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

@Suite("Session: who holds a folder")
struct FolderLockTests {
    private func marked() throws -> TemporaryFolder {
        let folder = try #require(TemporaryFolder())
        folder.write("", to: "UNFINISHED")
        return folder
    }

    @Test func `a session that is being recorded is not judged`() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b.mov")])], files: ["b.mov"])
        let lock = try FolderLock.shared(session.path)
        let failure = #expect(throws: SessionReadFailure.self) {
            try Audit.reading(session.path, tools: SessionOnDisk.tools())
        }
        withExtendedLifetime(lock) {}
        #expect(failure?.message.hasPrefix("'\(session.path)' is being recorded by pid \(getpid()) on ") == true)
        #expect(
            failure?.advice == "Audit it when the recording has ended; 'dualcam status' tells how it goes.")
    }

    @Test func `several may record, nobody may finish meanwhile, and the text says who`() throws {
        let folder = try marked()
        let first = try FolderLock.shared(folder.path)
        let second = try FolderLock.shared(folder.path)
        let holder = try #require(try FolderLock.holder(of: folder.path))
        #expect(holder.hasPrefix("pid \(getpid()) on "))
        #expect(holder.contains(" since 20"))
        let failure = #expect(throws: FolderFailure.self) { try FolderLock.exclusive(folder.path) }
        #expect(failure == .held(folder.path, by: holder))
        #expect(failure?.message == "'\(folder.path)' is in use by \(holder).")
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a lock goes with its value`() throws {
        let folder = try marked()
        _ = try FolderLock.shared(folder.path)
        #expect(try FolderLock.holder(of: folder.path) == nil)
        let own = try FolderLock.exclusive(folder.path)
        #expect(throws: FolderFailure.self) { try FolderLock.shared(folder.path) }
        withExtendedLifetime(own) {}
    }

    /// A process that was killed leaves its text in the file; the kernel has released its lock.
    @Test func `another process holds the folder until it dies`() throws {
        let folder = try marked()
        let child = try OtherProcess(locking: folder.path + "/UNFINISHED")
        folder.write("pid 1 on desk since 2026-11-21T14:05:03.250Z\n", to: "UNFINISHED")
        #expect(
            throws: FolderFailure.held(folder.path, by: "pid 1 on desk since 2026-11-21T14:05:03.250Z")
        ) { try FolderLock.exclusive(folder.path) }
        child.kill()
        let lock = try FolderLock.exclusive(folder.path)
        #expect(folder.text("UNFINISHED")?.hasPrefix("pid \(getpid()) on ") == true)
        withExtendedLifetime(lock) {}
    }

    @Test func `a finished folder, and a mark that leads elsewhere, cannot be held`() throws {
        let folder = try #require(TemporaryFolder())
        #expect(throws: FolderFailure.notMarked(folder.path)) { try FolderLock.shared(folder.path) }
        folder.write("mine", to: "other")
        symlink("other", folder.path + "/UNFINISHED")
        #expect(throws: FolderFailure.self) { try FolderLock.shared(folder.path) }
        #expect(folder.text("other") == "mine")
    }
}

/// A process that locks a file with util-linux's `flock` until it is killed.
private final class OtherProcess {
    private let identifier: pid_t

    /// Waits until the child reports that it holds the lock.
    init(locking path: String) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        let words = ["sh", "-c", "exec 9<>\"$1\"; flock -s 9; echo held; exec cat /dev/zero >/dev/null", "sh", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        try #require(posix_spawn(&child, "/bin/sh", &actions, nil, &arguments, environ) == 0)
        identifier = child
        close(ends[1])
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
        close(ends[0])
    }

    func kill() {
        Glibc.kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }
}
