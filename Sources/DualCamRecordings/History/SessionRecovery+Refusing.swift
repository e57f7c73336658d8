import DualCamPlan

// MARK: Refusals and removals
extension SessionRecovery {
    /// Removes files from the session's history that do not belong to the session or are not regular files. The ledger
    /// may list such files if it comes from an untrusted source.
    ///
    /// - Returns: The reason for each removed file.
    func refuse(_ record: inout SessionRecord, _ storage: SessionStorage) -> [FolderFailure] {
        var refused: [String: FolderFailure] = [:]
        for file in record.history.files {
            do throws(FolderFailure) { _ = try storage.facts(of: file.path) } catch {
                if error.refusal != nil { refused[file.path] = error }
            }
        }
        record.history.index.forget { refused[$0.path] != nil }
        return refused.values.sorted { $0.path < $1.path }
    }

    /// Deletes the files that did not contain a frame yet when the crash occurred. Each deletion is written to the
    /// ledger before it is made.
    ///
    /// - Returns: The reasons why files were not deleted.
    func clear(
        _ settled: inout [RecoveredFile], _ record: inout SessionRecord, _ storage: SessionStorage
    ) throws(RecoveryFailure) -> [FolderFailure] {
        var refused: [FolderFailure] = []
        for index in settled.indices where settled[index].isForestalled {
            let path = settled[index].file.path
            do throws(FolderFailure) { try storage.checkRemoval(of: path) } catch {
                guard error.refusal != nil else { throw .write(error) }
                settled[index].isForestalled = false
                refused.append(error)
                continue
            }
            let name = record.listedName(of: path)
            let message = "\(name) had not begun when the recording was cut off, and is removed."
            try warn(message, .removed, &record, storage, removing: name)
            try writing(storage.remove(path))
        }
        for failure in refused { try warn(failure.message, .refused, &record, storage) }
        return refused
    }

    /// Cuts off the incomplete frame that a power cut left at the end of a Matroska file. Such a file has no list of
    /// its frames, so players would otherwise read the incomplete frame. Also corrects the element lengths in the file.
    /// The change is written to the ledger before it is made. A file that cannot be opened for writing is left
    /// unchanged.
    func cutTornEnd(
        of file: RecordedFile, _ record: inout SessionRecord, _ storage: SessionStorage
    ) throws(RecoveryFailure) {
        let found: (file: HeldFile, torn: MatroskaElements<HeldFile>.TornEnd)?
        do {
            found = try storage.open(file.path, for: .write).flatMap { held in
                try MatroskaElements(file: held).tornEnd().map { (held, $0) }
            }
        } catch { return }
        guard let found else { return }
        let (name, count) = (record.listedName(of: file.path), found.file.size - found.torn.end)
        let message =
            count > 0
            ? "\(name) ended in a torn frame when the recording was cut off; its last \(count) bytes are removed."
            : "\(name) was not finished when the recording was cut off; the lengths that it tells are corrected."
        try warn(message, .removed, &record, storage)
        try writing(found.file.mend(cutTo: found.torn.end, found.torn.lengths))
    }

    /// Appends a warning to the ledger.
    ///
    /// - Parameter file: The listed name of an empty file that is being removed; `nil` for none. A later audit uses
    ///   this entry to explain why the file is missing.
    func warn(
        _ message: String, _ code: SessionEvent.WarningCode, _ record: inout SessionRecord, _ storage: SessionStorage,
        removing file: String? = nil
    ) throws(RecoveryFailure) {
        let fields = SessionEvent.Kind.warning(code, branch: nil, message: message).told.members
        try append(entry(.warning, fields + .known(["file": file])), to: &record, storage)
    }
}
