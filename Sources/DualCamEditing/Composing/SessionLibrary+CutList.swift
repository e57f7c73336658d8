package import DualCamRecordings

extension SessionLibrary {
    /// Returns the changes of a finished session's combined picture, as a cut list in YAML.
    ///
    /// - Parameter session: The name of the session in the library.
    /// - Throws: `.inUse` or `.notFinished` for an unfinished session, `.notComposed` if the session does not record
    ///   how its picture was composed, and `.unreadable` if its records cannot be read.
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
