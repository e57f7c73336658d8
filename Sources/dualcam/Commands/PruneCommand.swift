import DualCamConfig
import DualCamSession

/// `dualcam prune DIR`: deletes finished sessions for a recording that keeps to its `storage` settings, in a process of its own,
/// started by the recording and by nobody else. It is in no list.
struct PruneCommand: Command {
    static let name = "prune"

    var directory: String?
    var besides: String?
    var oldest = false
    var age: String?
    var size: String?
    var now: String?

    static let declaration = CommandDeclaration<Self>(
        name, "delete older sessions for 'dualcam run'",
        parameters: [.required("DIR", \.directory, "a folder of sessions")],
        options: [
            .value("besides", "FOLDER", \.besides, "the session under way"),
            .flag("oldest", \.oldest, "delete the oldest finished session"),
            .value("age", "SECONDS", \.age, "delete those that are older"),
            .value("size", "BYTES", \.size, "delete the oldest beyond this size together"),
            .value("now", "NANOSECONDS", \.now, "Unix time from which the age counts"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        guard let directory, let besides, let work = work else {
            throw CommandFailure(
                .usage, "'dualcam prune' is started by 'dualcam run' only",
                next: "Use storage.retain in the pipeline file.")
        }
        let lines = try await BlockingCalls.perform { () throws(CommandFailure) in
            work(DiskSessionStore(), directory, besides)
        }
        for line in lines { place.output.write(try TerminalText(encoding: line)) }
        return .finished
    }

    private var work: (@Sendable (DiskSessionStore, String, String) -> [PruningLine])? {
        if oldest {
            return { store, directory, besides in
                do throws(FolderFailure) {
                    let deleted = try store.deleteOldest(in: directory, besides: besides)
                    return deleted.map { [PruningLine(deleted: $0)] } ?? []
                } catch {
                    return [PruningLine(failure: error)]
                }
            }
        }
        let rule: Retention? =
            age.flatMap { Int64($0) }.map { .age(.seconds($0)) }
            ?? size.flatMap { Int64($0) }.map { .size(ByteCount(bytes: $0)) }
        guard let rule, let now = now.flatMap({ Int64($0) }) else { return nil }
        return { store, directory, besides in
            let retained = store.retain(rule, in: directory, besides: besides, now: now)
            return retained.deleted.map { PruningLine(deleted: $0) } + retained.refused.map { PruningLine(failure: $0) }
        }
    }
}
