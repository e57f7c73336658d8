import DualCamRecordings

extension SessionRecord {
    /// Reads a finished session, so that it can be backed up or published.
    ///
    /// - Returns: The session's record, its open folder, and the folder's name.
    /// - Throws: `LibraryFailure` if the session is being recorded or is not finished.
    static func finished(
        _ folder: String
    ) throws(LibraryFailure) -> (record: SessionRecord, directory: SessionDirectory, name: String) {
        let (directory, record): (SessionDirectory, SessionRecord)
        do throws(SessionReadFailure) {
            (directory, record) = (try SessionReadFailure.opening(folder), try SessionRecord.read(folder))
        } catch {
            throw .unreadable(error)
        }
        let name = Disk.name(of: directory.realPath ?? record.folder)
        if record.holder != nil { throw .inUse(name) }
        guard record.isFinished else { throw .notFinished(name) }
        return (record, directory, name)
    }
}
