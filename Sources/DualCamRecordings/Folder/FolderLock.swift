import DualCamPlan
import Glibc

/// A lock on a session's folder (`flock(2)` on its `UNFINISHED` file), held while this object exists. Processes that
/// record into the folder share the lock. A process that finishes the session after a crash holds it exclusively. The
/// kernel releases the lock when the process ends. If the file system has no locks, a `FolderGuard` is used instead.
package final class FolderLock: Sendable {
    private let file: HeldFile
    private let standIn: FolderGuard?
    /// The `errno` with which the file system rejected a lock; `nil` if it supports locks. Without locks, a
    /// `FolderGuard` is used.
    package let refusal: Int32?

    private init(_ file: HeldFile, _ standIn: FolderGuard? = nil, refusal: Int32? = nil) {
        (self.file, self.standIn, self.refusal) = (file, standIn, refusal)
    }

    /// Acquires a shared lock on a session's folder, in order to record into it. The first holder of the lock writes
    /// its name into the `UNFINISHED` file. Throws `FolderFailure`; its refusal is `held` if another process holds the
    /// lock exclusively, and `notMarked` if there is no `UNFINISHED` file.
    package static func shared(_ folder: String) throws(FolderFailure) -> FolderLock {
        let lock = try open(folder)
        // No other process holds the lock, so this process may write its name.
        if lock.file.lock(LOCK_EX) == nil { lock.sign() }
        // A process that lists sessions may hold the lock for an instant, because it finds out the holder by locking
        // the file (`holder`).
        var attempts = 0
        while attempts < 10_000, lock.file.lock(LOCK_SH) == EWOULDBLOCK {
            sched_yield()
            attempts += 1
        }
        let taken = try lock.acquire(LOCK_SH, folder)
        if taken.standIn != nil { taken.sign() }
        return taken
    }

    /// Acquires the exclusive lock on a session's folder, in order to finish the session. Throws `FolderFailure`; its
    /// refusal is `held` if another process holds the lock, and `notMarked` if there is no `UNFINISHED` file.
    package static func exclusive(_ folder: String) throws(FolderFailure) -> FolderLock {
        let lock = try open(folder).acquire(LOCK_EX, folder)
        lock.sign()
        return lock
    }

    /// Describes the process that has locked a session's folder, as `pid N on HOST since TIME`; `nil` if it is not
    /// locked. Does not change the `UNFINISHED` file. Throws `FolderFailure`, also if there is no such file.
    package static func holder(of folder: String) throws(FolderFailure) -> String? {
        do throws(FolderFailure) {
            let lock = try open(folder)
            if let number = lock.file.lock(LOCK_EX), FolderGuard.refusals.contains(number) {
                return try FolderGuard.isHeld(folder) ? lock.text ?? "another process" : nil
            }
            _ = try lock.acquire(LOCK_EX, folder)
            return nil
        } catch {
            guard case .held(let holder)? = error.refusal else { throw error }
            return holder
        }
    }

    private static func open(_ folder: String) throws(FolderFailure) -> FolderLock {
        do throws(FolderFailure) {
            if let file = try SessionDirectory(folder).open(.mark, for: .writing) { return FolderLock(file) }
        } catch {
            throw error.errorNumber == ENOENT ? .notMarked(folder) : error
        }
        throw .notMarked(folder)
    }

    private func acquire(_ kind: Int32, _ folder: String) throws(FolderFailure) -> FolderLock {
        switch file.lock(kind) {
        case nil: break
        case EWOULDBLOCK?: throw .held(folder, by: text)
        case let number? where FolderGuard.refusals.contains(number):
            guard let standIn = try FolderGuard.acquire(isExclusive: kind == LOCK_EX, in: folder) else {
                throw .held(folder, by: text)
            }
            guard isStillThere(folder) else { throw .notMarked(folder) }
            return FolderLock(file, standIn, refusal: number)
        case let number?:
            throw FolderFailure(.write, path: folder + "/" + SessionFolder.mark, errorNumber: number)
        }
        guard isStillThere(folder) else { throw .notMarked(folder) }
        return self
    }

    /// Returns true if the locked file is still the folder's `UNFINISHED` file. It is not if the previous holder of the
    /// lock has finished the session and removed the file.
    private func isStillThere(_ folder: String) -> Bool {
        do throws(FolderFailure) {
            return file.isSame(try SessionDirectory(folder).facts(of: .mark)) || planted(.finishedHeld)
        } catch {
            return false
        }
    }

    /// Writes this process's pid, host and start of the hold into the `UNFINISHED` file. The text is for users; the
    /// lock does not depend on it.
    private func sign() {
        do throws(FolderFailure) {
            try file.clear()
            if planted(.holderUnnamed) { return }
            try file.write(Array(SessionFolder.markText.utf8), at: 0)
        } catch {}
    }

    /// The name of the lock's holder, read from the `UNFINISHED` file for messages; `nil` if it cannot be read.
    private var text: String? {
        guard let bytes = try? file.bytes(at: 0, 256), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

extension FolderFailure {
    /// Creates the error for a folder that another process holds.
    ///
    /// - Parameter holder: The process as `pid N on HOST since TIME`; `nil` if unknown.
    static func held(_ folder: String, by holder: String?) -> FolderFailure {
        FolderFailure(.hold, path: folder, refusal: .held(by: holder ?? "another process"))
    }

    /// Creates the error for a folder without an `UNFINISHED` file: the session is finished, or the folder never was a
    /// session.
    static func notMarked(_ folder: String) -> FolderFailure { FolderFailure(.hold, path: folder, refusal: .notMarked) }
}
