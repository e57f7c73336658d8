import DualCamPlan

extension SessionRecovery {
    /// Writes what was marked into the files that were finished too late for it, or by this recovery. A file that has no room for
    /// its chapters keeps what it holds.
    func addChapters(_ record: inout SessionRecord) throws(RecoveryFailure) {
        let history = record.history
        for file in history.files where file.digest == nil && !history.unplayable.contains(file.path) {
            guard let summary = file.summary, Disk.size(file.path) != nil else { continue }
            let chapters = history.marks.chapters(of: summary, in: file.part, history.pauses(in: file.part))
            guard !chapters.isEmpty else { continue }
            do throws(ChapterFailure) { try ChapterFile.write(chapters, into: file.path) } catch {
                if error == .present { continue }
                let message = "\(record.listedName(of: file.path)) has no chapters for its marks: \(error.message)."
                let fields = [
                    JSONValue.Member("code", .string(SessionEvent.WarningCode.chapters.rawValue)),
                    .init("branch", .null), .init("message", .string(message)),
                ]
                try append(entry(.warning, fields), to: &record)
            }
        }
    }
}
