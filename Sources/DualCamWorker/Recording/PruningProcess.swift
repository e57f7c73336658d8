package import DualCamConfig
package import DualCamProcess
package import DualCamRecordings
import Glibc
import Kernel

/// A session store that deletes old sessions in a separate process, so that damaged session folders cannot affect the
/// recording.
struct PruningProcess: SessionStore {
    /// The path by which dualcam starts itself in a new process; `nil` if the system does not report the path.
    var launcher: String?
    var environment: [String: String]
    /// The condition that a session must meet to be deleted: finished, or finished and backed up.
    var deletable = Deletable.finished
    /// The time limit for the whole pruning process, so that a hanging disk does not block the caller.
    var limit = Duration.seconds(300)

    init(in place: ProcessEnvironment, _ deletable: Deletable = .finished) {
        (launcher, environment, self.deletable) = (place.launcher, place.environment, deletable)
    }

    func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession? {
        let lines = try lines(order(directory, besides: running))
        if let deleted = lines.lazy.compactMap(\.deleted).first { return deleted }
        if let failure = lines.lazy.compactMap(\.failure).first { throw failure }
        return nil
    }

    func retain(_ rule: Retention, in directory: String, besides running: String, now: Int64) -> Retained {
        var order = order(directory, besides: running)
        order.now = now
        switch rule {
        case .off: return Retained()
        case .age(let age): order.age = age.components.seconds
        case .size(let size): order.size = size.bytes
        }
        var retained = Retained()
        do throws(FolderFailure) {
            let lines = try lines(order)
            (retained.deleted, retained.refused) = (lines.compactMap(\.deleted), lines.compactMap(\.failure))
        } catch {
            retained.refused = [error]
        }
        return retained
    }

    private func order(_ directory: String, besides running: String) -> PruningOrder {
        var order = PruningOrder(directory: directory, besides: running)
        order.isBackedUp = deletable == .backedUp ? true : nil
        return order
    }

    /// Deletes one finished session, given by the name of its folder in `directory`.
    func delete(_ session: String, in directory: String) throws(FolderFailure) {
        let lines = try lines(PruningOrder(directory: directory, besides: "", only: session))
        if let failure = lines.lazy.compactMap(\.failure).first { throw failure }
    }

    private func lines(_ order: PruningOrder) throws(FolderFailure) -> [PruningLine] {
        let directory = order.directory
        let ended: (code: Int32, output: [UInt8])
        do throws(ChildProcess.Refusal) {
            ended = try ChildProcess.output(
                of: launcher, InternalJob.prune.words + [order.text], environment: environment,
                inheriting: .plain,
                within: limit)
        } catch {
            throw FolderFailure(.prune, path: directory, errorNumber: error.errorNumber)
        }
        guard ended.code == 0 else {
            throw FolderFailure(.prune, path: directory, errorNumber: ended.code == -SIGKILL ? ETIMEDOUT : ECHILD)
        }
        let lines = ended.output.split(separator: UInt8(ascii: "\n")).map { PruningLine(ownJSON: $0) }
        guard !lines.contains(nil) else { throw FolderFailure(.prune, path: directory, errorNumber: EBADMSG) }
        return lines.compactMap(\.self)
    }
}

/// Instructions for the pruning process, which deletes old sessions. With `only`, it deletes that session. With `age`,
/// it deletes all sessions older than that. With only `size`, it deletes the oldest sessions until the rest is not
/// larger. Without any of them, it deletes the oldest session.
package struct PruningOrder: Codable, Equatable, Sendable {
    var directory: String
    /// The folder name of the current session, which must not be deleted.
    var besides: String
    /// The age in seconds beyond which sessions are deleted; `nil` if their age does not matter.
    var age: Int64?
    /// The maximum total size of all sessions in bytes; the oldest sessions are deleted until it is met. `nil` if their
    /// size does not matter.
    var size: Int64?
    /// The current time in Unix nanoseconds, from which the sessions' ages are calculated.
    var now: Int64 = 0
    /// The folder name of the only session to delete, regardless of its age; `nil` if age and size decide.
    var only: String?
    /// True if only sessions whose files are all backed up may be deleted; `nil` means false.
    var isBackedUp: Bool?

    /// The condition that a session must meet to be deleted: finished, or finished and backed up.
    package var deletable: Deletable { isBackedUp == true ? .backedUp : .finished }

    fileprivate var text: String { String(decoding: ownJSON, as: UTF8.self) }

    /// Deletes the sessions that these instructions select. Returns an output line for each session that was deleted or
    /// could not be deleted.
    package func carryOut(by store: DiskSessionStore) -> [PruningLine] {
        if let only {
            do throws(FolderFailure) { return [PruningLine(deleted: try store.delete(directory + "/" + only))] } catch {
                return [PruningLine(failure: error)]
            }
        }
        let rule = age.map { Retention.age(.seconds($0)) } ?? size.map { .size(ByteCount(bytes: $0)) }
        if let rule {
            let retained = store.retain(rule, in: directory, besides: besides, now: now)
            return retained.deleted.map { PruningLine(deleted: $0) } + retained.refused.map { PruningLine(failure: $0) }
        }
        do throws(FolderFailure) {
            let deleted = try store.deleteOldest(in: directory, besides: besides)
            return deleted.map { [PruningLine(deleted: $0)] } ?? []
        } catch {
            return [PruningLine(failure: error)]
        }
    }
}

/// A line of the pruning process's output: a deleted session, or why a session could not be deleted.
package struct PruningLine: Codable, Equatable {
    var deleted: DeletedSession?
    var failure: FolderFailure?

    /// The line as JSON text for `PruningProcess`. Its keys are the property names of the types, not the keys of
    /// reports for users.
    package var text: TerminalText { TerminalText(json: String(decoding: ownJSON, as: UTF8.self)) }
}
