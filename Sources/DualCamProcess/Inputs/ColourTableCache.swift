package import DualCamConfig
import DualCamGraph
import Synchronization

/// The colour tables of a recording's .cube files, as last read. Later changes to a file do not affect the picture that
/// is being recorded.
package final class ColourTableCache: Sendable {
    private let tables = Mutex<[String: ColourTable]>([:])
    private let files: KeptFiles

    /// Creates an empty cache.
    ///
    /// - Parameter files: The copies of files that all workers of one recording share.
    package init(_ files: KeptFiles = KeptFiles()) { self.files = files }

    /// Reads a .cube file for a control command through `commands`, even if it was read before. Error messages do not
    /// quote the file's content.
    package func read(_ path: String, by commands: CommandFiles) -> Result<ColourTable, ColourTableFailure> {
        load(path, isQuoted: false) { (limit) throws(Refusal) in
            try files.newest(path, limit: limit, by: commands.bytes)
        }
    }

    /// Returns the colour table of a file that a control command has selected, as last read. If it has not been read
    /// yet, reads the file through `commands`. Error messages do not quote the file's content.
    package func known(_ path: String, by commands: CommandFiles) -> Result<ColourTable, ColourTableFailure> {
        if let table = tables.withLock({ $0[path] }) { return .success(table) }
        return load(path, isQuoted: false) { (limit) throws(Refusal) in
            try files.bytes(path, limit: limit, by: commands.bytes)
        }
    }

    /// Returns the colour table of a file as last read; reads the file if it has not been read yet.
    package func known(_ path: String) -> Result<ColourTable, ColourTableFailure> {
        if let table = tables.withLock({ $0[path] }) { return .success(table) }
        return load(path, isQuoted: true) { (limit) throws(Refusal) in try files.bytes(path, limit: limit) }
    }

    /// Returns the colour table of a file as last read; if it has not been read yet, reads the file with `read`. Error
    /// messages do not quote the file's content.
    package func known(_ path: String, by read: KeptFiles.Reading) -> Result<ColourTable, ColourTableFailure> {
        if let table = tables.withLock({ $0[path] }) { return .success(table) }
        return load(path, isQuoted: false) { (limit) throws(Refusal) in try read(path, limit) }
    }

    private func load(
        _ path: String, isQuoted: Bool, _ content: (Int) throws(Refusal) -> [UInt8]
    ) -> Result<ColourTable, ColourTableFailure> {
        let bytes: [UInt8]
        do throws(Refusal) { bytes = try content(ColourTable.largestFile) } catch {
            return .failure(.unreadable(error))
        }
        do throws(PipelineIssue) {
            var table = try ColourTable(cube: bytes, named: path, isQuoted: isQuoted)
            table.digest = FileDigest.sha256(of: bytes)
            tables.withLock { [table] in $0[path] = table }
            return .success(table)
        } catch {
            return .failure(.wrong(error))
        }
    }
}

/// The images that are drawn over the combined picture, as first read. Later changes to an image file do not affect the
/// picture that is being recorded.
package final class OverlayImageCache: Sendable {
    private let images = Mutex<[String: OverlayImage]>([:])

    private let files: KeptFiles
    private let drawing: ImageDrawing

    package init(_ place: ProcessEnvironment) { (files, drawing) = (place.kept, place.imageDrawing) }

    /// Returns the image of a file as first read; reads the file if it has not been read yet.
    package func known(_ path: String) -> Result<OverlayImage, Refusal> {
        known(path) { (path, limit) throws(Refusal) in try files.bytes(path, limit: limit) }
    }

    /// Returns the image of a file as first read; if it has not been read yet, reads the file with `read`.
    package func known(_ path: String, by read: KeptFiles.Reading) -> Result<OverlayImage, Refusal> {
        if let image = images.withLock({ $0[path] }) { return .success(image) }
        do throws(Refusal) {
            let bytes = try read(path, OverlayImage.largestFile)
            let size = try OverlayImageProbe.size(of: bytes, named: path, by: drawing)
            let image = OverlayImage(path: path, bytes: bytes, size: size)
            images.withLock { $0[path] = image }
            return .success(image)
        } catch {
            return .failure(error)
        }
    }
}
