import DualCamConfig
import DualCamGraph
import Synchronization

/// The .cube files of one recording, each as it was when it was read last: what becomes of the file on the disk afterwards does the
/// running picture no harm.
final class ColourTableShelf: Sendable {
    private let tables: Mutex<[String: ColourTable]>
    private let files: KeptFiles

    init(_ files: KeptFiles = KeptFiles(), _ tables: [ColourTable] = []) {
        self.files = files
        self.tables = Mutex(Dictionary(tables.map { ($0.path, $0) }, uniquingKeysWith: { $1 }))
    }

    /// Reads the file now, whatever was read before.
    func read(_ path: String) -> Result<ColourTable, ColourTableFailure> {
        load(path) { (limit) throws(Refusal) in try files.newest(path, limit: limit) }
    }

    /// As it was read last; reads it when it never was.
    func known(_ path: String) -> Result<ColourTable, ColourTableFailure> {
        if let table = tables.withLock({ $0[path] }) { return .success(table) }
        return load(path) { (limit) throws(Refusal) in try files.bytes(path, limit: limit) }
    }

    private func load(
        _ path: String, _ content: (Int) throws(Refusal) -> [UInt8]
    ) -> Result<ColourTable, ColourTableFailure> {
        let bytes: [UInt8]
        do throws(Refusal) { bytes = try content(ColourTable.largestFile) } catch {
            return .failure(.unreadable(error))
        }
        do throws(PipelineIssue) {
            var table = try ColourTable(cube: bytes, named: path)
            table.digest = FileDigest.sha256(of: bytes)
            tables.withLock { [table] in $0[path] = table }
            return .success(table)
        } catch {
            return .failure(.wrong(error))
        }
    }
}
