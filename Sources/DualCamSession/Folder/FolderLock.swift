import DualCamPlan
import Glibc

/// Holds a session's folder (`flock(2)` on its `UNFINISHED` file) as long as the value lives: shared by all who record
/// into it, exclusive for the one who finishes what a crash left. The lock goes with the process, however it ends. Where the file
/// system has no locks, a `FolderGuard` stands in for it.
package final class FolderLock: Sendable {
    private let file: HeldFile
    private let standIn: FolderGuard?
    /// The `errno` of a file system that has no locks; `nil`: it has them.
    package let refusal: Int32?

    private init(_ file: HeldFile, _ standIn: FolderGuard? = nil, refusal: Int32? = nil) {
        (self.file, self.standIn, self.refusal) = (file, standIn, refusal)
    }

    /// Takes a share for somebody who records into the folder. The first of them says in the file who it is.
    package static func shared(_ folder: String) throws(FolderFailure) -> FolderLock {
        let lock = try open(folder)
        // Nobody else is there: the text is this process's to write.
        if lock.file.lock(LOCK_EX) == nil { lock.sign() }
        // Whoever lists sessions asks who holds them, by holding them for an instant (`holder`).
        var attempts = 0
        while attempts < 10_000, lock.file.lock(LOCK_SH) == EWOULDBLOCK {
            sched_yield()
            attempts += 1
        }
        let taken = try lock.acquire(LOCK_SH, folder)
        if taken.standIn != nil { taken.sign() }
        return taken
    }

    /// Takes the lock for the one who finishes the folder.
    package static func exclusive(_ folder: String) throws(FolderFailure) -> FolderLock {
        let lock = try open(folder).acquire(LOCK_EX, folder)
        lock.sign()
        return lock
    }

    /// Names who holds the folder now (`pid N on HOST since TIME`); `nil`: nobody. Leaves the text as it is.
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

    /// Returns false when the process that held the lock before has finished the folder and removed the mark.
    private func isStillThere(_ folder: String) -> Bool {
        do throws(FolderFailure) {
            return file.isSame(try SessionDirectory(folder).facts(of: .mark)) || planted(.finishedHeld)
        } catch {
            return false
        }
    }

    /// The text tells people; the lock itself does not depend on it.
    private func sign() {
        do throws(FolderFailure) {
            try file.clear()
            if planted(.holderUnnamed) { return }
            try file.write(Array(SessionFolder.markText.utf8), at: 0)
        } catch {}
    }

    /// The lock's text; `nil` where it cannot be read, as it only tells people who holds the folder.
    private var text: String? {
        guard let bytes = try? file.bytes(at: 0, 256), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

extension FolderFailure {
    /// Somebody else holds the folder: `pid N on HOST since TIME`; `nil` when that is not said.
    static func held(_ folder: String, by holder: String?) -> FolderFailure {
        FolderFailure(.hold, path: folder, refusal: .held(by: holder ?? "another process"))
    }

    /// There is no mark of an unfinished session: it is finished, or none.
    static func notMarked(_ folder: String) -> FolderFailure { FolderFailure(.hold, path: folder, refusal: .notMarked) }
}
