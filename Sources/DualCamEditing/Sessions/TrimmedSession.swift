import DualCamConfig
import DualCamRecordings

/// A finished session whose files are arranged on one timeline, so that parts can be cut out. All times are nanoseconds
/// on the timeline of `ComposedSession`.
struct TrimmedSession: Sendable, Equatable {
    /// The range of values that users may choose for the minimum length of a silence that is cut out. A quarter of a
    /// second is kept at both ends of each silence.
    static let silences = Duration.milliseconds(600) ... .seconds(3600)

    var name: String
    /// The path of the session's folder.
    var folder: String
    /// `pipeline`: the text of the pipeline file; `settings`: the settings with which the session was recorded, as
    /// `KEY=VALUE`.
    var pipeline: String
    var settings: [String]
    /// The folder to which relative paths in the pipeline file refer; `nil` if unknown.
    var pipelineFolder: String?
    /// The files of each output, in the order in which they began.
    var files: [OutputName: [ComposedSession.File]]
    /// The times on the timeline at which segments begin, in nanoseconds. They are the same for all outputs.
    var segments: [Int64]
    /// The time of day for each time on the timeline.
    var clock: CompositionClock
    /// The range from the start of the recording to the end of the last frame, in nanoseconds on the session's
    /// timeline.
    var whole: Range<Int64>
    /// The frame rate of the output with the highest frame rate; 30 frames a second if unknown.
    var rate: FrameRate
    var marks: [SessionMark]
    /// The names of the microphones in each sound track; a single empty list if the tracks have no titles.
    var tracks: [[String]]

    /// Reads a finished session from its folder, and checks that all files exist and belong to the session. Blocks.
    ///
    /// Throws `.unfinished` if files were never closed, `.empty` if nothing was recorded, and `.fileMissing` for a
    /// missing file.
    init(reading folder: String) throws(SessionReadFailure) {
        try self.init(SessionRecord.read(folder))
        try SessionStorage(folder).check(files)
    }

    /// Reads the records of a finished session, but not the recorded files. Fails if a record is larger than
    /// `SessionRecord.largestWhileRecording`, so that a process that also records can call it. Blocks.
    static func outline(of folder: String) throws(SessionReadFailure) -> TrimmedSession {
        try TrimmedSession(SessionRecord.read(folder, limit: SessionRecord.largestWhileRecording))
    }

    init(_ record: SessionRecord) throws(SessionReadFailure) {
        let history = record.history
        guard record.isFinished else { throw .unfinished(record.folder) }
        guard let timeline = CompositionTimeline(record), let text = record.pipeline else {
            throw .empty(record.folder)
        }
        files = [:]
        var beginnings: Set<Int64> = []
        // New files are named after outputs. An output's name that leads to another folder was not written by dualcam.
        for output in history.allOutputs where FileName(output.rawValue) != nil {
            let own = history.files.filter { $0.output == output }
            for file in own {
                guard let placed = timeline.file(file) else { continue }
                files[output, default: []].append(placed)
                let start = file.boundary ?? history.parts[file.part].start
                if let begin = timeline.time(of: start, in: file.part) { beginnings.insert(begin) }
            }
        }
        guard let end = files.values.joined().map(\.end).max(), end > timeline.start else {
            throw .empty(record.folder)
        }
        (name, self.folder, pipeline, settings) = (record.name, record.folder, text, record.overrides)
        pipelineFolder = record.ledger.entries.lazy.compactMap { $0["picture"]?["folder"]?.text }.first
        (segments, clock) = (beginnings.sorted(), timeline.clock)
        whole = timeline.start..<end
        rate = record.rates.values.max() ?? FrameRate(30)
        marks = timeline.marks(of: history)
        tracks = record.tracks
    }

    /// The range of the recording with its marks, to which points in time given by users refer.
    var moments: SessionMoments { SessionMoments(whole: whole, marks: marks) }

    /// Returns the size of one of the session's files in bytes; 0 if the file is missing.
    func bytes(of path: String) -> Int64 { SessionStorage(folder).size(of: path) ?? 0 }
}
