import DualCamConfig
import DualCamRecordings

/// The facts about a finished session by which the options of a command are checked.
struct SessionOutline: Sendable, Equatable {
    /// The session's name.
    var name: String
    /// The range of the combined picture, or of the recording if it has none, with the session's marks.
    var moments: SessionMoments
    /// The names of the microphones in each audio track; a single empty list if the tracks have no titles.
    var tracks: [[String]]

    /// Reads the records of a finished session, but not the recorded files. Fails if a record is larger than
    /// `SessionRecord.largestWhileRecording`, so that a process that also records can call it. Blocks.
    ///
    /// Throws `.unfinished` if files were never closed, and `.empty` if nothing was recorded.
    init(reading folder: String) throws(SessionReadFailure) {
        let record = try SessionRecord.read(folder, limit: SessionRecord.largestWhileRecording)
        guard record.isFinished else { throw .unfinished(record.folder) }
        guard let timeline = CompositionTimeline(record) else { throw .empty(record.folder) }
        self.init(record, timeline)
    }

    /// Creates the outline from a session's records and its timeline.
    init(_ record: SessionRecord, _ timeline: CompositionTimeline) {
        let combined = record.history.files.filter { $0.output == .combined }.compactMap(timeline.file)
        let start = combined.first?.start ?? timeline.start
        let end = max(start, combined.last?.end ?? timeline.end)
        (name, tracks) = (record.name, record.tracks)
        moments = SessionMoments(whole: start..<end, marks: timeline.marks(of: record.history))
    }
}
