package import DualCamRecordings

extension SessionLibrary {
    /// Returns the changes of a finished session's combined picture, as a cut list in YAML.
    package func cutList(of session: String) throws(LibraryFailure) -> String {
        try checkIsFree(session, isFinished: true)
        let path = try folder(of: session)
        do throws(SessionReadFailure) {
            return try ComposedSession(reading: path, limit: SessionRecord.largestWhileRecording).cutList
        } catch {
            switch error {
            case .unfinished, .empty, .untold: throw .notComposed(error)
            default: throw .unreadable(error)
            }
        }
    }
}
