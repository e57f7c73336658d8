import DualCamConfig
import DualCamSession
import Glibc

/// Deletes older sessions in a process of its own: whatever lies in their folders, the recording does not read it.
struct PruningProcess: SessionStore {
    /// The path by which the program starts itself; `nil` where the system does not tell.
    var launcher: String?
    var environment: [String: String]
    /// The sessions that may be deleted.
    var deletable = Deletable.finished
    /// The longest time that the process may take in all; a disk that hangs holds up nothing else.
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

    /// Deletes one finished session.
    func delete(_ session: String, in directory: String) throws(FolderFailure) {
        let lines = try lines(PruningOrder(directory: directory, besides: "", only: session))
        if let failure = lines.lazy.compactMap(\.failure).first { throw failure }
    }

    private func lines(_ order: PruningOrder) throws(FolderFailure) -> [PruningLine] {
        let directory = order.directory
        let ended: (code: Int32, output: [UInt8])
        do throws(ChildProcess.Refusal) {
            ended = try ChildProcess.output(
                of: launcher, [PruneCommand.name, order.text], environment: environment, inheriting: .plain,
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

/// The order for the pruning process: delete sessions older than an age, the oldest beyond a size, or, with neither of
/// them, the oldest session.
struct PruningOrder: Codable, Equatable, Sendable {
    var directory: String
    /// The session under way.
    var besides: String
    /// In seconds.
    var age: Int64?
    /// The maximum size of all sessions together, in bytes.
    var size: Int64?
    /// Unix nanoseconds from which the age counts.
    var now: Int64 = 0
    /// The folder of the one session that is to go, whatever its age.
    var only: String?
    /// `true`: nothing is deleted but what is backed up.
    var isBackedUp: Bool?

    /// The sessions that may be deleted.
    var deletable: Deletable { isBackedUp == true ? .backedUp : .finished }

    fileprivate var text: String { String(decoding: ownJSON, as: UTF8.self) }

    /// Deletes; a line for each session.
    func carryOut(by store: DiskSessionStore) -> [PruningLine] {
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

/// A line that the pruning process prints: a session that was deleted, or why one could not be.
struct PruningLine: Codable, Equatable {
    var deleted: DeletedSession?
    var failure: FolderFailure?

    /// The line as `PruningProcess` reads it: with the keys that the types have, and not with those of what people read.
    var text: TerminalText { TerminalText(json: String(decoding: ownJSON, as: UTF8.self)) }
}
