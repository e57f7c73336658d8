import DualCamControl
import DualCamEditing
import DualCamProcess
import DualCamRecordings
import DualCamWorker

extension JobRun {
    /// Runs a job that makes new files from a session, by running the command of the same name. Returns the paths of
    /// the new `files`, and the number of `frames` in all of them.
    func make(
        _ kind: RenderOrder.Kind, _ printer: JobReporter, in place: ProcessEnvironment
    ) async throws(CommandFailure) -> JSONValue {
        let order = RenderOrder(kind, of: folder, order.arguments, texts: order.texts)
        try order.checkFiles()
        let command = try order.command()
        let events = try await events(printer, in: place) { place throws(CommandFailure) in
            _ = try await command.run(in: place)
        }
        // Events about a file that does not exist yet have no frame count.
        let made = events.filter { $0["file"]?.text != nil && $0["frames"]?.count != nil }
        let paths = made.flatMap { [$0["file"], $0["chapters"]] }.compactMap { $0?.text }.map { path in
            path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
        }
        let frames = made.reduce(0) { $0 + ($1["frames"]?.count ?? 0) }
        return ["files": .array(paths.map(JSONValue.string)), "frames": .count(frames)]
    }
}
