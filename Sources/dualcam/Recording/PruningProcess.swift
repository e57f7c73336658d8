import DualCamConfig
import DualCamSession
import FoundationEssentials
import Glibc

/// Deletes older sessions in a process of its own: whatever lies in their folders, the recording does not read it.
struct PruningProcess: SessionStore {
    /// The path by which the program starts itself; `nil` where the system does not tell.
    var launcher: String?
    var environment: [String: String]
    /// The longest time that the process may take in all; a disk that hangs holds up nothing else.
    var limit = Duration.seconds(300)

    init(in place: ProcessEnvironment) { (launcher, environment) = (place.launcher, place.environment) }

    func deleteOldest(in directory: String, besides running: String) throws(FolderFailure) -> DeletedSession? {
        let lines = try lines(of: ["--oldest"], directory, running)
        if let deleted = lines.lazy.compactMap(\.deleted).first { return deleted }
        if let failure = lines.lazy.compactMap(\.failure).first { throw failure }
        return nil
    }

    func retain(_ rule: Retention, in directory: String, besides running: String, now: Int64) -> Retained {
        var retained = Retained()
        let option: String
        switch rule {
        case .off: return retained
        case .age(let age): option = "--age=\(age.components.seconds)"
        case .size(let size): option = "--size=\(size.bytes)"
        }
        do throws(FolderFailure) {
            let lines = try lines(of: [option, "--now=\(now)"], directory, running)
            retained.deleted = lines.compactMap(\.deleted)
            retained.refused = lines.compactMap(\.failure)
        } catch {
            retained.refused = [error]
        }
        return retained
    }

    private func lines(
        of options: [String], _ directory: String, _ running: String
    ) throws(FolderFailure) -> [PruningLine] {
        let ended: (code: Int32, output: [UInt8])
        do throws(ChildProcess.Refusal) {
            ended = try ChildProcess.output(
                of: launcher, [PruneCommand.name] + options + ["--besides=" + running, "--", directory],
                environment: environment, within: limit)
        } catch {
            throw FolderFailure(.prune, path: directory, errorNumber: error.errorNumber)
        }
        guard ended.code == 0 else {
            throw FolderFailure(.prune, path: directory, errorNumber: ended.code == -SIGKILL ? ETIMEDOUT : ECHILD)
        }
        let decoder = JSONDecoder()
        do {
            return try ended.output.split(separator: UInt8(ascii: "\n")).map {
                try decoder.decode(PruningLine.self, from: Data($0))
            }
        } catch {
            throw FolderFailure(.prune, path: directory, errorNumber: EBADMSG)
        }
    }
}

/// A line that the pruning process prints: a session that was deleted, or why one could not be.
struct PruningLine: Codable, Equatable {
    var deleted: DeletedSession?
    var failure: FolderFailure?
}
