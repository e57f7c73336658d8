import DualCamConfig
import DualCamRecordings
import Synchronization

/// The paths of the files to which a pipeline file itself refers. Control commands may use these files too.
final class OwnFiles: Sendable {
    private let paths = Mutex<Set<String>>([])

    /// Adds the paths of the files that a pipeline uses.
    /// - Parameter directed: The settings that control commands changed. Files to which only these settings refer are
    ///   not added.
    func add(_ pipeline: Pipeline, without directed: [Setting]) {
        let clips = pipeline.microphones.compactMap { microphone -> String? in
            guard case .file(let path) = microphone.device,
                !directed.contains(where: { $0.key == microphone.keyPath + ".device" })
            else { return nil }
            return path
        }
        let tables = pipeline.colourTables.filter { table in !directed.contains { $0.value == table.written } }
        paths.withLock { $0.formUnion(tables.map(\.path) + clips) }
    }

    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }
}
