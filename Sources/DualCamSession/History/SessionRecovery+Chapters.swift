import DualCamPlan

extension SessionRecovery {
    /// Writes what was marked into the files that were finished too late for it, or by this recovery. A file that has no room for
    /// its chapters, or that is not to be changed, keeps what it holds.
    func addChapters(_ record: inout SessionRecord, _ storage: SessionStorage) throws(RecoveryFailure) {
        let history = record.history
        for file in history.files where file.digest == nil && !history.unplayable.contains(file.path) {
            guard let summary = file.summary, storage.size(of: file.path) != nil else { continue }
            let chapters = history.marks.chapters(of: summary, in: file.part, history.pauses(in: file.part))
            guard !chapters.isEmpty else { continue }
            do throws(ChapterFailure) { try ChapterFile.write(chapters, into: file.path, of: storage) } catch {
                if error == .present { continue }
                let name = record.listedName(of: file.path)
                try warn("\(name) has no chapters for its marks: \(error.message).", .chapters, &record, storage)
            }
        }
    }
}
